import type { AuditEvent } from '../../../shared/contract/trust/audit.ts';
import { TextCell } from '../../kit/fields/cells.tsx';
import { browserName } from '../../../shared/i18n/browserName.ts';
import { sentenceOf } from './sentence.ts';
import { useText } from '../../kit/text/useText.ts';

interface AuditCellProps {
  row: AuditEvent;
}

/** By address; by role where it was erased, and the server itself where nobody was signed in. */
export function ActorCell({ row }: AuditCellProps) {
  const text = useText('audit');
  const common = useText('common');
  const email = row.detail?.actor_email;
  if (email) return <TextCell value={email} />;
  return <>{row.actor_role === null ? text('nobody') : common(`roles.${row.actor_role}`)}</>;
}
export const actorOf = ({ detail, actor_role }: AuditEvent) => detail?.actor_email ?? actor_role ?? '';

export const ActionCell = ({ row }: AuditCellProps) => <>{sentenceOf(row, useText('audit'))}</>;

export const targetOf = ({ target_type, target_id }: AuditEvent) =>
  target_id === null ? target_type : `${target_type} ${target_id}`;
export const TargetCell = ({ row }: AuditCellProps) => <TextCell value={targetOf(row)} />;

/** Long, and copied more often than read. */
export const CodeCell = ({ value }: { value: string | null }) => (
  <span className="font-mono text-13 break-all select-all">{value ?? '—'}</span>
);
export const AddressCell = ({ row }: AuditCellProps) => <CodeCell value={row.detail?.ip ?? null} />;
export const AgentCell = ({ row }: AuditCellProps) => {
  const agent = row.detail?.ua ?? null;
  return <TextCell value={agent && browserName(agent)} />;
};
