import { AppError } from '../../../../shared/contract/wire/errors.ts';
import type { playlists } from '../../../db/schema.ts';

/** Once its row is locked, before each change of what it plays or where. */
export function requireOpen(row: Pick<typeof playlists.$inferSelect, 'deleted_at' | 'state'>): void {
  if (row.deleted_at !== null) throw new AppError('STATE', 'This playlist is deleted.');
  if (row.state === 'archived')
    throw new AppError('STATE', 'This playlist is archived: take it out of the archive first.', {
      status: row.state,
    });
}
