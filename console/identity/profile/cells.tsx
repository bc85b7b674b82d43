import type { Session } from '../../../shared/contract/identity/user.ts';
import { EmptyCell, TextCell } from '../../kit/fields/cells.tsx';
import { browserName } from '../../../shared/i18n/browserName.ts';
import { Mark } from '../../kit/ui/display/Mark.tsx';
import { useText } from '../../kit/text/useText.ts';

export const agentOf = ({ user_agent }: Pick<Session, 'user_agent'>) =>
  user_agent === null ? null : browserName(user_agent);

export const AgentCell = ({ row }: { row: Session }) => <TextCell value={agentOf(row)} />;

export function CurrentCell({ value }: { value: boolean }) {
  const text = useText('sessions');
  return value ? <Mark shape="live" tone="ok" label={text('current')} /> : <EmptyCell />;
}
