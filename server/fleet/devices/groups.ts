/** Groups of screens: a tree, none above itself. */
import { and, eq, getTableColumns, isNull } from 'drizzle-orm';
import { deviceGroups as contract, type DeviceGroup } from '../../../shared/contract/fleet/deviceGroup.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { commonOf } from '../../db/rows.ts';
import { deviceGroups } from '../../db/schema.ts';
import { listing, reading } from '../../resource/listing.ts';
import { repository } from '../../resource/repository.ts';
import type { Work } from '../../transaction/work.ts';

export const groupListing = listing<typeof deviceGroups.$inferSelect, DeviceGroup>({
  entity: contract,
  from: (tx, fields) => reading(tx.select(fields as never).from(deviceGroups)),
  fields: getTableColumns(deviceGroups),
  id: deviceGroups.id,
  scope: ({ tenant_id }) => eq(deviceGroups.tenant_id, tenant_id),
  searched: [deviceGroups.name],
  told: { parent_id: deviceGroups.parent_id },
  deleted_at: deviceGroups.deleted_at,
  created_at: deviceGroups.created_at,
  shown: (_work, rows) => rows.map(row => ({ ...row, ...commonOf(row) })),
});

const refuse = (text: string) => new AppError('VALIDATION', text, { parent_id: [text] });

/** Up from the parent: each is there, and none is the group itself. */
async function requireAbove(
  { tx, tenant_id }: Work,
  { id, parent_id }: Record<string, unknown>,
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

export const keptGroups = repository({
  entity: contract,
  table: deviceGroups,
  listing: groupListing,
  check: requireAbove,
});
