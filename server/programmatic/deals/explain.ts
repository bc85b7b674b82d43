/** Why a deal would or would not be in a request of now: what the auction would ask, one check after the other. */
import { and, eq, inArray, isNull, ne, sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import type { Deal, explainDeal } from '../../../shared/contract/programmatic/deal.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { localAt, startDayOf } from '../../../shared/playout/rights.ts';
import { rowCount } from '../../db/lists.ts';
import { requireFound } from '../../db/rows.ts';
import {
  creativeMappings,
  creatives,
  devices,
  inventoryMappings,
  partners,
  placements,
} from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { auditStateAt } from '../inventory/auditState.ts';
import type { PartnerRow } from '../partners/partners.ts';
import { soldByDay, soldOn } from './dailyCap.ts';
import { isInInventory } from './dealInventory.ts';
import { dealListing, soldIn } from './deals.ts';

type Explained = Answer<typeof explainDeal>;

/** Placements of screens in service that the partner knows and the deal is for. */
export async function screensOf({ tx, tenant_id }: TransactionContext, { partner_id, inventory }: Deal) {
  const rows = await tx
    .select({
      placement: { id: placements.id, venue_ids: placements.venue_ids, media: placements.media },
      ...{ id: devices.id, name: devices.name, tags: devices.tags, group_ids: devices.group_ids },
      reported: devices.reported,
    })
    .from(inventoryMappings)
    .innerJoin(placements, eq(placements.id, inventoryMappings.placement_id))
    .innerJoin(devices, eq(devices.id, placements.device_id))
    .where(
      and(
        ...[eq(inventoryMappings.tenant_id, tenant_id), eq(inventoryMappings.partner_id, partner_id)],
        ...[eq(inventoryMappings.state, 'mapped'), isNull(inventoryMappings.deleted_at)],
        ...[isNull(placements.deleted_at), ne(devices.state, 'retired')],
      ),
    );
  return rows.filter(({ reported, ...screen }) =>
    isInInventory(inventory, { ...screen, place: reported?.place ?? null }),
  );
}
export async function creativesOf(ctx: TransactionContext, { partner_id, allowed_crids }: Deal) {
  const [row] = await ctx.tx
    .select({ n: rowCount })
    .from(creativeMappings)
    .leftJoin(creatives, eq(creatives.id, creativeMappings.creative_id))
    .where(
      and(
        ...[eq(creativeMappings.tenant_id, ctx.tenant_id), eq(creativeMappings.partner_id, partner_id)],
        isNull(creativeMappings.deleted_at),
        sql`${auditStateAt(ctx)} in ('pre_approved', 'approved')`,
        allowed_crids.length > 0 ? inArray(creativeMappings.crid, allowed_crids) : undefined,
      ),
    );
  return row?.n ?? 0;
}

interface Facts {
  deal: Deal;
  partner: Pick<PartnerRow, 'state' | 'currencies' | 'requires_creative_preapproval'>;
  screens: number;
  creatives: number;
  /** Plays of today. */
  sold: number;
  /** That screens are sold in. */
  currencies: readonly string[];
}
/** Pure. */
export function checksOf({ deal, partner, currencies, ...counted }: Facts, now: number): Explained['checks'] {
  const local = localAt(now, deal.tz);
  const [starts, ends] = [Date.parse(deal.starts_at), Date.parse(deal.ends_at)];
  const isInHours = deal.dayparts.length === 0 || deal.dayparts.some(one => startDayOf(one, local) !== null);
  const none = { count: null, found: null };
  return [
    { ...none, check: 'state', passed: deal.state === 'active', found: deal.state },
    { ...none, check: 'partner', passed: partner.state === 'active', found: partner.state },
    {
      ...{ ...none, check: 'time', passed: starts <= now && now < ends },
      found: now < starts ? deal.starts_at : deal.ends_at,
    },
    { ...none, check: 'hours', passed: isInHours, found: deal.tz },
    {
      ...{ check: 'daily_cap', count: counted.sold },
      passed: deal.daily_cap === null || counted.sold < deal.daily_cap,
      found: deal.daily_cap === null ? null : String(deal.daily_cap),
    },
    {
      ...{ ...none, check: 'floor', found: deal.floor.currency },
      passed: partner.currencies.includes(deal.floor.currency) && currencies.includes(deal.floor.currency),
    },
    { ...none, check: 'screens', passed: counted.screens > 0, count: counted.screens },
    {
      ...{ ...none, check: 'creatives', count: counted.creatives },
      passed: !partner.requires_creative_preapproval || counted.creatives > 0,
    },
  ];
}

export async function explain(ctx: TransactionContext, id: string): Promise<Explained> {
  const deal = await dealListing.read(ctx, id);
  const [row] = await ctx.tx
    .select()
    .from(partners)
    .where(and(eq(partners.tenant_id, ctx.tenant_id), eq(partners.id, deal.partner_id)));
  const partner = requireFound(row, 'partner');
  const counted = {
    ...{ screens: (await screensOf(ctx, deal)).length, creatives: await creativesOf(ctx, deal) },
    sold: soldOn(await soldByDay(ctx, [deal]), deal, ctx.now),
  };
  const currencies = await soldIn(ctx);
  const checks = checksOf({ deal, partner, currencies, ...counted }, ctx.now);
  return { is_eligible: checks.every(({ passed }) => passed), as_of: instant(ctx.now), checks };
}
