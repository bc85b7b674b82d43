import type { Session } from '../../shared/contract/user.ts';
import { None, TextCell } from '../fields/cells.tsx';
import { browserName } from '../ui/browserName.ts';
import { Mark } from '../ui/Mark.tsx';
import { useText } from '../useText.ts';

export const agentOf = ({ user_agent }: Pick<Session, 'user_agent'>) =>
  user_agent === null ? null : browserName(user_agent);

export const AgentCell = ({ row }: { row: Session }) => <TextCell value={agentOf(row)} />;

export function CurrentCell({ value }: { value: boolean }) {
  const text = useText('sessions');
  return value ? <Mark shape="live" tone="ok" word={text('current')} /> : <None />;
}
