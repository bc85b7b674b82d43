/** Groups of screens: a tree without cycles. */
import { and, eq, getTableColumns, isNull } from 'drizzle-orm';
import { deviceGroups as contract } from '../../../shared/contract/fleet/deviceGroup.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { commonFieldsOf } from '../../db/rows.ts';
import { deviceGroups } from '../../db/schema.ts';
import { listing, asSelectQuery } from '../../resource/listing.ts';
import { repository } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';

export const groupListing = listing(contract)<typeof deviceGroups.$inferSelect>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(deviceGroups)),
  fields: getTableColumns(deviceGroups),
  id: deviceGroups.id,
  scope: ({ tenant_id }) => eq(deviceGroups.tenant_id, tenant_id),
  searchColumns: [deviceGroups.name],
  filterColumns: { parent_id: deviceGroups.parent_id },
  deleted_at: deviceGroups.deleted_at,
  created_at: deviceGroups.created_at,
  serialize: (_work, rows) => rows.map(row => ({ ...row, ...commonFieldsOf(row) })),
});

const refuse = (text: string) => new AppError('VALIDATION', text, { parent_id: [text] });

/** Walks up from the parent: each group must exist, and none may be the group itself. */
async function requireAbove(
  { tx, tenant_id }: TransactionContext,
  { id, parent_id }: { id?: string; parent_id?: string | null },
): Promise<void> {
  const seen = new Set<unknown>([id]);
  for (let above = parent_id; typeof above === 'string';) {
    if (seen.has(above)) throw refuse('A group cannot stand below itself.');
    seen.add(above);
    const [row] = await tx
      .select({ parent_id: deviceGroups.parent_id })
      .from(deviceGroups)
      .where(
        and(
          eq(deviceGroups.id, above),
          eq(deviceGroups.tenant_id, tenant_id),
          isNull(deviceGroups.deleted_at),
        ),
      );
    if (!row) throw refuse('There is no such group.');
    above = row.parent_id;
  }
}

export const groupRepository = repository({
  entity: contract,
  table: deviceGroups,
  listing: groupListing,
  validate: requireAbove,
});
