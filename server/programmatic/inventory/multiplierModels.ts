/** Multiplier models: how many impressions a play makes, by hour of the week. */
import { and, eq, getTableColumns, isNull, sql } from 'drizzle-orm';
import {
  multiplierModels as contract,
  MULTIPLIER_ONE,
  type MultiplierTable,
} from '../../../shared/contract/programmatic/multiplierModel.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { commonFieldsOf } from '../../db/rows.ts';
import { multiplierModels, placements } from '../../db/schema.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { repository } from '../../resource/repository.ts';

type Row = typeof multiplierModels.$inferSelect & { placements: number };

/** They are compared as numbers and given as they stand. */
function boundsOf(table: MultiplierTable): { least: string; most: string } {
  const all = table.flat().sort((a, b) => Number(a) - Number(b));
  return { least: all[0] ?? MULTIPLIER_ONE, most: all.at(-1) ?? MULTIPLIER_ONE };
}

export const modelListing = listing(contract)<Row>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(multiplierModels)),
  fields: {
    ...getTableColumns(multiplierModels),
    placements: sql<number>`(
      select count(*)::int from ${placements} p
      where p.multiplier_model_id = multiplier_models.id and p.deleted_at is null)`.mapWith(Number),
  },
  id: multiplierModels.id,
  scope: ({ tenant_id }) => eq(multiplierModels.tenant_id, tenant_id),
  sortColumns: {
    name: multiplierModels.name,
    effective_from: multiplierModels.effective_from,
    created_at: multiplierModels.created_at,
    updated_at: multiplierModels.updated_at,
  },
  searchColumns: [multiplierModels.name, multiplierModels.vendor],
  filterColumns: {},
  deleted_at: multiplierModels.deleted_at,
  created_at: multiplierModels.created_at,
  serialize: (_ctx, rows) => rows.map(row => ({ ...row, ...boundsOf(row.table), ...commonFieldsOf(row) })),
});

const invalid = (field: string, text: string) => new AppError('VALIDATION', text, { [field]: [text] });
export const modelRepository = repository({
  entity: contract,
  table: multiplierModels,
  listing: modelListing,
  /** A change is checked together with what stands. */
  validate(_ctx, { sourcetype, vendor, effective_from, effective_to }) {
    if (sourcetype === 1 && vendor === null) throw invalid('vendor', 'Required');
    if (effective_to !== null && effective_to < effective_from)
      throw invalid('effective_to', 'The end lies before the start');
  },
  async beforeRemove({ tx, tenant_id }, id) {
    const [used] = await tx
      .select({ id: placements.id })
      .from(placements)
      .where(
        and(
          ...[eq(placements.tenant_id, tenant_id), eq(placements.multiplier_model_id, id)],
          isNull(placements.deleted_at),
        ),
      )
      .limit(1);
    if (used) throw new AppError('IN_USE', 'Placements are counted by it.', { by: 'placements' });
  },
});
