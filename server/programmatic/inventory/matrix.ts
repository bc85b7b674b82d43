/** The matrix of placements and partners: what stands in each cell, and how many are missing. */
import { and, asc, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import type { mappingMatrix, MappingState } from '../../../shared/contract/programmatic/inventoryMapping.ts';
import type { Answer, Query } from '../../../shared/contract/wire/endpoint.ts';
import { rowCount } from '../../db/lists.ts';
import { devices, inventoryMappings, partners, placements } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

type Matrix = Answer<typeof mappingMatrix>;
const UNMAPPED = { state: 'unmapped', external_screen_id: null } as const;

const inService = ({ tenant_id }: TransactionContext) =>
  and(...[eq(placements.tenant_id, tenant_id), isNull(placements.deleted_at)], ne(devices.state, 'retired'));

/** By partner and state: mappings of placements in service. */
async function counted(ctx: TransactionContext): Promise<Map<string, Partial<Record<MappingState, number>>>> {
  const rows = await ctx.tx
    .select({ partner_id: inventoryMappings.partner_id, state: inventoryMappings.state, n: rowCount })
    .from(inventoryMappings)
    .innerJoin(placements, eq(placements.id, inventoryMappings.placement_id))
    .innerJoin(devices, eq(devices.id, placements.device_id))
    .where(and(inService(ctx), isNull(inventoryMappings.deleted_at)))
    .groupBy(inventoryMappings.partner_id, inventoryMappings.state);
  const found = new Map<string, Partial<Record<MappingState, number>>>();
  for (const { partner_id, state, n } of rows)
    found.set(partner_id, { ...found.get(partner_id), [state]: n });
  return found;
}

/** Some partner has no name of it, or one that another has. */
const hasGap = (partner_ids: readonly string[]) =>
  sql`(
    select count(*) from inventory_mappings m
    where m.placement_id = ${placements.id} and m.deleted_at is null
      and m.state in ('mapped', 'pending', 'disabled')
      and m.partner_id in (${sql.join(
        partner_ids.map(id => sql`${id}::uuid`),
        sql`, `,
      )})
  ) < ${partner_ids.length}`;

export async function matrixOf(
  ctx: TransactionContext,
  { gaps, limit, offset }: Query<typeof mappingMatrix>,
): Promise<Matrix> {
  const { tx, tenant_id } = ctx;
  const columns = await tx
    .select({ id: partners.id, name: partners.name })
    .from(partners)
    .where(and(eq(partners.tenant_id, tenant_id), ne(partners.state, 'archived')))
    .orderBy(asc(partners.name), asc(partners.id));
  const ids = columns.map(({ id }) => id);
  const [all] = await tx
    .select({ n: rowCount })
    .from(placements)
    .innerJoin(devices, eq(devices.id, placements.device_id))
    .where(inService(ctx));
  const where = and(inService(ctx), gaps === '1' && ids.length > 0 ? hasGap(ids) : undefined);
  const [shown] = await tx
    .select({ n: rowCount })
    .from(placements)
    .innerJoin(devices, eq(devices.id, placements.device_id))
    .where(where);
  const rows = await tx
    .select({ placement_id: placements.id, device_name: devices.name, zone: placements.zone })
    .from(placements)
    .innerJoin(devices, eq(devices.id, placements.device_id))
    .where(where)
    .orderBy(asc(devices.name), asc(placements.zone), asc(placements.id))
    .limit(limit)
    .offset(offset);
  const cells = await cellsOf(
    ctx,
    rows.map(row => row.placement_id),
  );
  const byPartner = await counted(ctx);
  return {
    partners: columns.map(({ id, name }) => {
      const { mapped = 0, pending = 0, conflict = 0, disabled = 0 } = byPartner.get(id) ?? {};
      const gapsOf = (all?.n ?? 0) - mapped - pending - conflict - disabled;
      return { id, name, counts: { mapped, pending, conflict, disabled, gaps: Math.max(0, gapsOf) } };
    }),
    rows: rows.map(row => ({
      ...row,
      cells: ids.map(id => cells.get(`${id} ${row.placement_id}`) ?? UNMAPPED),
    })),
    total: shown?.n ?? 0,
  };
}

async function cellsOf(ctx: TransactionContext, placement_ids: readonly string[]) {
  if (placement_ids.length === 0) return new Map<string, Matrix['rows'][number]['cells'][number]>();
  const rows = await ctx.tx
    .select()
    .from(inventoryMappings)
    .where(
      and(
        eq(inventoryMappings.tenant_id, ctx.tenant_id),
        inArray(inventoryMappings.placement_id, [...placement_ids]),
        isNull(inventoryMappings.deleted_at),
      ),
    );
  return new Map(
    rows.map(({ partner_id, placement_id, state, external_screen_id }) => [
      `${partner_id} ${placement_id}`,
      { state, external_screen_id },
    ]),
  );
}
