/** Inventory mappings: a name of the partner belongs to one placement, and a person confirms it. */
import { and, eq, getTableColumns, inArray, isNull, ne } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  inventoryMappings as contract,
  NAMED_MAPPINGS,
  type InventoryMapping,
  type MappingState,
} from '../../../shared/contract/programmatic/inventoryMapping.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { equals } from '../../db/lists.ts';
import { commonFieldsOf } from '../../db/rows.ts';
import { devices, inventoryMappings, partners, placements } from '../../db/schema.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { repository, type Repository } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { requirePartner } from '../partners/partners.ts';

export type MappingRow = typeof inventoryMappings.$inferSelect;
type Row = MappingRow & Pick<InventoryMapping, 'partner_name' | 'device_name' | 'zone'>;

export const mappingListing = listing(contract)<Row>({
  from: (tx, fields) =>
    asSelectQuery(
      tx
        .select(fields as never)
        .from(inventoryMappings)
        .innerJoin(partners, eq(partners.id, inventoryMappings.partner_id))
        .innerJoin(placements, eq(placements.id, inventoryMappings.placement_id))
        .innerJoin(devices, eq(devices.id, placements.device_id)),
    ),
  fields: {
    ...getTableColumns(inventoryMappings),
    partner_name: partners.name,
    device_name: devices.name,
    zone: placements.zone,
  },
  id: inventoryMappings.id,
  scope: ({ tenant_id }) => eq(inventoryMappings.tenant_id, tenant_id),
  sortColumns: {
    device_name: devices.name,
    partner_name: partners.name,
    external_screen_id: inventoryMappings.external_screen_id,
    state: inventoryMappings.state,
    created_at: inventoryMappings.created_at,
    updated_at: inventoryMappings.updated_at,
  },
  searchColumns: [devices.name, inventoryMappings.external_screen_id, inventoryMappings.external_venue_id],
  filterColumns: {
    state: inventoryMappings.state,
    partner_id: inventoryMappings.partner_id,
    placement_id: inventoryMappings.placement_id,
  },
  deleted_at: inventoryMappings.deleted_at,
  created_at: inventoryMappings.created_at,
  serialize: (_ctx, rows) => rows.map(row => ({ ...row, ...commonFieldsOf(row) })),
});

const invalid = (field: string, text: string) => new AppError('VALIDATION', text, { [field]: [text] });
type Named = Pick<MappingRow, 'partner_id' | 'external_screen_id'> & { id?: string };

/** Serves a write alone: the partner is locked, so that two names cannot be taken at the same time. */
export async function stateOfName(ctx: TransactionContext, named: Named): Promise<MappingState> {
  const { id, partner_id, external_screen_id } = named;
  if (external_screen_id === null) return 'unmapped';
  const [other] = await ctx.tx
    .select({ id: inventoryMappings.id })
    .from(inventoryMappings)
    .where(
      and(
        ...[eq(inventoryMappings.tenant_id, ctx.tenant_id), eq(inventoryMappings.partner_id, partner_id)],
        eq(inventoryMappings.external_screen_id, external_screen_id),
        ...[inArray(inventoryMappings.state, [...NAMED_MAPPINGS]), isNull(inventoryMappings.deleted_at)],
        id === undefined ? undefined : ne(inventoryMappings.id, id),
      ),
    );
  return other ? 'conflict' : 'pending';
}
export const lockNames = ({ tx, tenant_id }: TransactionContext, partner_id: string) =>
  tx
    .select({ id: partners.id })
    .from(partners)
    .where(and(eq(partners.tenant_id, tenant_id), eq(partners.id, partner_id)))
    .for('no key update');

async function placementOf({ tx, tenant_id }: TransactionContext, id: string) {
  const [row] = await tx
    .select()
    .from(placements)
    .where(and(eq(placements.tenant_id, tenant_id), eq(placements.id, id), isNull(placements.deleted_at)));
  if (!row) throw invalid('placement_id', 'There is no such placement.');
  return row;
}
async function requireOnce(ctx: TransactionContext, { id, partner_id, placement_id }: Partial<MappingRow>) {
  const [other] = await ctx.tx
    .select({ id: inventoryMappings.id })
    .from(inventoryMappings)
    .where(
      and(
        eq(inventoryMappings.tenant_id, ctx.tenant_id),
        equals(inventoryMappings.partner_id, partner_id),
        equals(inventoryMappings.placement_id, placement_id),
        isNull(inventoryMappings.deleted_at),
        id === undefined ? undefined : ne(inventoryMappings.id, id),
      ),
    );
  if (other) throw invalid('placement_id', 'This partner has a mapping of it already.');
}

const stored = repository({
  entity: contract,
  table: inventoryMappings,
  listing: mappingListing,
  stateColumn: 'state',
  afterWrite: (ctx, { device_name }) => {
    ctx.auditNote.target_name = device_name;
    return Promise.resolve();
  },
  async validate(ctx, values) {
    const { id, partner_id, placement_id } = values as MappingRow;
    if (id === undefined) await requirePartner(ctx, partner_id);
    await placementOf(ctx, placement_id);
    await requireOnce(ctx, values as MappingRow);
  },
});
const rowOf = async ({ tx, tenant_id }: TransactionContext, id: string) => {
  const isIt = and(eq(inventoryMappings.tenant_id, tenant_id), eq(inventoryMappings.id, id));
  const [row] = await tx.select().from(inventoryMappings).where(isIt);
  if (row) await lockNames({ tx, tenant_id } as TransactionContext, row.partner_id);
  return row;
};
const write = ({ tx, tenant_id, now }: TransactionContext, id: string, state: MappingState) =>
  tx
    .update(inventoryMappings)
    .set({ state, updated_at: dateOf(now) })
    .where(and(eq(inventoryMappings.tenant_id, tenant_id), eq(inventoryMappings.id, id)));

type Values = Partial<MappingRow>;
export const mappingRepository: Repository = {
  ...stored,
  async create(ctx, values) {
    const { partner_id = '', placement_id = '', external_screen_id = null, venuetype } = values as Values;
    await lockNames(ctx, partner_id);
    const { venue_ids } = await placementOf(ctx, placement_id);
    const state = await stateOfName(ctx, { partner_id, external_screen_id });
    return stored.create(ctx, {
      ...{ ...values, state },
      ...(venuetype?.length ? {} : { venuetype: [venue_ids.openooh_1_1] }),
    });
  },
  async change(ctx, id, expected, values) {
    const row = await rowOf(ctx, id);
    const { external_screen_id } = values as Values;
    const isRenamed = external_screen_id !== undefined && external_screen_id !== row?.external_screen_id;
    const state = row && isRenamed ? await stateOfName(ctx, { ...row, external_screen_id }) : undefined;
    return stored.change(ctx, id, expected, state === undefined ? values : { ...values, state });
  },
  /** What comes back waits for a person again: its name may be another's by now. */
  async restore(ctx, id) {
    const row = await rowOf(ctx, id);
    if (row?.deleted_at) await write(ctx, id, await stateOfName(ctx, row));
    return stored.restore(ctx, id);
  },
  async act(ctx, id, act) {
    const row = await rowOf(ctx, id);
    if (act !== contract.actions.enable || row?.state !== 'disabled') return stored.act(ctx, id, act);
    return stored.act(ctx, id, { ...act, to: await stateOfName(ctx, row) });
  },
};
