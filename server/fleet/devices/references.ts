/** What a screen refers to: rows of its own tenant that are there. */
import { and, eq, inArray, isNull, type SQL } from 'drizzle-orm';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { deviceGroups, locations, users } from '../../db/schema.ts';
import { requireScreenPlaylist } from '../../playout/wholeScreen.ts';
import type { TransactionContext } from '../../transaction/context.ts';

interface Reference {
  table: typeof deviceGroups | typeof locations | typeof users;
  what: string;
  only?: SQL;
}
type Field = 'group_ids' | 'location_id' | 'owner_user_id';
const REFERENCES: Readonly<Record<Field, Reference>> = {
  group_ids: { table: deviceGroups, what: 'group' },
  location_id: { table: locations, what: 'place' },
  owner_user_id: { table: users, what: 'device owner', only: eq(users.role, 'device_owner') },
};
const FIELDS = Object.keys(REFERENCES) as Field[];

/** Checks that referenced rows exist in this tenant, and locks them against deletion until the commit. */
export async function requireReferences(
  ctx: TransactionContext,
  named: { [K in Field]?: string | readonly string[] | null | undefined } & {
    playlist_id?: string | null | undefined;
  },
): Promise<void> {
  const { tx, tenant_id } = ctx;
  await requireScreenPlaylist(ctx, named.playlist_id);
  for (const field of FIELDS) {
    const { table, what, only } = REFERENCES[field];
    const ids = [...new Set([named[field] ?? []].flat())];
    if (ids.length === 0) continue;
    const rows = await tx
      .select({ id: table.id })
      .from(table)
      .where(and(inArray(table.id, ids), eq(table.tenant_id, tenant_id), isNull(table.deleted_at), only))
      .for('key share');
    const text = `There is no such ${what}.`;
    if (rows.length < ids.length) throw new AppError('VALIDATION', text, { [field]: [text] });
  }
}
