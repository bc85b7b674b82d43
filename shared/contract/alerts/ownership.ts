/** Whose alert it is. Pure; server and console ask here. */
import { allows } from '../wire/access.ts';
import type { Role } from '../wire/roles.ts';

interface Hands {
  created_by: string | null;
  submitted_by: string | null;
  /** Who changed its draft, where that is known. */
  edited_by?: readonly string[];
}
/** Who wrote an alert or asked for its approval is not its second person. */
export const isOwnAlert = (
  { created_by, submitted_by, edited_by = [] }: Hands,
  user_id: string | null,
): boolean => user_id !== null && [created_by, submitted_by, ...edited_by].includes(user_id);

/** Back to a draft: by whose it is, and by who may decide on it. */
export const mayWithdraw = (alert: Hands, { id, role }: { id: string; role: Role }): boolean =>
  isOwnAlert(alert, id) || allows(role, 'alerts', 'A');
