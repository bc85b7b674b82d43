import type { User } from '../../../shared/contract/identity/auth.ts';
import { TextCell } from '../../kit/fields/cells.tsx';

/** First and last name as one; null where he gave neither. */
export const fullName = (user: Pick<User, 'first_name' | 'last_name'>): string | null =>
  [user.first_name, user.last_name].filter(Boolean).join(' ') || null;

export const NameCell = ({ row }: { row: Pick<User, 'first_name' | 'last_name'> }) => (
  <TextCell value={fullName(row)} />
);
