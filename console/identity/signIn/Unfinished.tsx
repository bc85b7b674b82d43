import '../../workspace.css';
import { EnterCode } from '../secondFactor/EnterCode.tsx';
import { SecondFactorDue } from '../secondFactor/SecondFactorDue.tsx';
import { ChangePassword } from './ChangePassword.tsx';

/**
 * Between sign-in and workspace: a code is entered for a ticket, the second factor that a role requires is set up, or,
 * without either, a one-time password is changed.
 */
export default function Unfinished({ ticket }: { ticket?: string | null }) {
  if (ticket === undefined) return <ChangePassword />;
  return ticket === null ? <SecondFactorDue /> : <EnterCode ticket={ticket} />;
}
