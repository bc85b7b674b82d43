/** Placements that may be offered now, with the partners that know them and what each of these may buy. */
import { and, asc, eq, isNull, sql } from 'drizzle-orm';
import { auditStatusOf, type AuditState } from '../../../shared/contract/programmatic/creativeMapping.ts';
import type { KnownCreative } from '../../../shared/openrtb/auction/policy.ts';
import { impressionsAt, type Impressions } from '../../../shared/openrtb/build/multiplier.ts';
import type { devices, inventoryMappings, placements } from '../../db/schema.ts';
import { adapters, creativeMappings, creatives, deals, multiplierModels } from '../../db/schema.ts';
import { ownLayers, placeDecimalsOf } from '../../identity/tenants/layers.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { auditStateAt } from '../inventory/auditState.ts';
import { dailyCaps, type DailyCaps } from '../deals/dailyCap.ts';
import type { PartnerRow } from '../partners/partners.ts';
import type { Histories } from './histories.ts';
import { bidsIn, buyerKeptOut, floorOf, isOffered, offeredScreen, ownerOf } from './keptOut.ts';
import { mappedPlacements } from './mapped.ts';
import { offeredUntil } from './offered.ts';
import { nextOffer } from './reach.ts';
import type { Slot } from './slots.ts';

type DealRow = typeof deals.$inferSelect;

export interface ApprovedFile extends KnownCreative {
  creative_id: string | null;
  sha256: string | null;
}
export interface Buyer {
  partner: PartnerRow;
  mapping: typeof inventoryMappings.$inferSelect;
  deals: DealRow[];
  /** By the partner's creative id. */
  creatives: Record<string, ApprovedFile>;
  breaker: Pick<typeof adapters.$inferSelect, 'mode' | 'unhealth'>;
}
export interface Opportunity {
  tenant: { id: string; name: string; currency: string; country: string | null };
  placement: typeof placements.$inferSelect;
  device: Pick<typeof devices.$inferSelect, 'id' | 'name' | 'tz' | 'reported'>;
  /** Where a screen stands that does not move; null: nobody has said. */
  location: { lat: number; lng: number } | null;
  slot: Slot;
  offline_h: number;
  floor: { micros: number; currency: string };
  impressions: Impressions;
  /** Of a position that leaves the server. */
  place_decimals: number;
  buyers: Buyer[];
}

/** One for each placement that has something left to offer, at most `limit`, those that waited longest first. */
export async function opportunitiesOf(
  ctx: TransactionContext,
  histories: Histories,
  limit: number,
): Promise<Opportunity[]> {
  const rows = await mappedPlacements(ctx);
  if (rows.length === 0) return [];
  const { now } = ctx;
  const owner = await ownerOf(ctx);
  const place_decimals = placeDecimalsOf(await ownLayers(ctx));
  const ids = [...new Set(rows.map(({ placement }) => placement.id))];
  const until = await offeredUntil(ctx, ids);
  const waiting = ids.sort((a, b) => (until.get(a) ?? 0) - (until.get(b) ?? 0));
  const known = oncePerRound(ctx, owner.currency);
  const byPlacement = new Map<string, typeof rows>();
  for (const row of rows) {
    const { id } = row.placement;
    byPlacement.set(id, [...(byPlacement.get(id) ?? []), row]);
  }
  const found: Opportunity[] = [];
  for (const id of waiting) {
    if (found.length >= limit) break;
    const own = byPlacement.get(id) ?? [];
    const first = own[0];
    if (!first) continue;
    const { placement, device, location } = first;
    const max_lead_s = Math.max(...own.map(({ partner }) => partner.max_lead_s));
    const offer = { histories, offered_until: until.get(id) ?? null, max_lead_s };
    const { slot, offline_h } = await nextOffer(ctx, first, offer);
    if (!slot) continue;
    const floor = await known.floor(placement.listing_id);
    const buyers: Buyer[] = [];
    const by = { country: owner.country, slot, now };
    for (const row of own)
      if (bidsIn(row.partner, floor.currency) && buyerKeptOut(row.partner, by) === null)
        buyers.push(buyerOf(await known.terms(row.partner), { ...row, slot, floor }));
    if (buyers.length === 0) continue;
    found.push({
      ...{ tenant: owner, placement, device, location, slot, offline_h, floor, buyers },
      ...{ place_decimals },
      impressions: impressionsAt(await known.model(placement.multiplier_model_id), {
        ...{ at: slot.from, tz: device.tz },
      }),
    });
  }
  return found;
}

const SECOND_MS = 1_000;
type Model = typeof multiplierModels.$inferSelect;
async function modelOf({ tx, tenant_id }: TransactionContext, id: string | null): Promise<Model | null> {
  if (id === null) return null;
  const [model] = await tx
    .select()
    .from(multiplierModels)
    .where(
      and(
        eq(multiplierModels.tenant_id, tenant_id),
        eq(multiplierModels.id, id),
        isNull(multiplierModels.deleted_at),
      ),
    );
  return model ?? null;
}

/** Many placements share a partner, a listing and a model: each is read once in a round. */
function oncePerRound(ctx: TransactionContext, currency: string) {
  const once = <K, T>(read: (key: K) => Promise<T>) => {
    const known = new Map<K, Promise<T>>();
    return (key: K) => {
      const found = known.get(key) ?? read(key);
      known.set(key, found);
      return found;
    };
  };
  const terms = once((partner_id: string) => termsOf(ctx, partner_id));
  return {
    terms: (partner: PartnerRow) => terms(partner.id),
    floor: once((listing_id: string | null) => floorOf(ctx, listing_id, currency)),
    model: once((id: string | null) => modelOf(ctx, id)),
  };
}

/** What a partner may buy of any placement. */
interface Terms extends Pick<Buyer, 'deals' | 'creatives' | 'breaker'> {
  caps: DailyCaps;
}
interface Of extends Pick<Opportunity, 'slot' | 'floor' | 'location'>, Pick<Buyer, 'partner' | 'mapping'> {
  placement: typeof placements.$inferSelect;
  device: typeof devices.$inferSelect;
}
function buyerOf({ caps, ...terms }: Terms, { partner, mapping, slot, floor, ...row }: Of): Buyer {
  const screen = { ...offeredScreen(row), currency: floor.currency };
  const offered = terms.deals.filter(deal => isOffered(deal, screen, slot.from));
  return { ...{ ...terms, partner, mapping }, deals: offered.filter(deal => caps.take(deal, slot.from)) };
}

export async function breakerOf(
  { tx, tenant_id }: TransactionContext,
  partner_id: string,
): Promise<Buyer['breaker']> {
  const [breaker] = await tx
    .select({ mode: adapters.mode, unhealth: adapters.unhealth })
    .from(adapters)
    .where(and(eq(adapters.tenant_id, tenant_id), eq(adapters.partner_id, partner_id)));
  return breaker ?? { mode: 'auto', unhealth: 0 };
}

async function termsOf(ctx: TransactionContext, partner_id: string): Promise<Terms> {
  const { tx, tenant_id } = ctx;
  const found = await tx
    .select()
    .from(deals)
    .where(
      and(
        ...[eq(deals.tenant_id, tenant_id), eq(deals.partner_id, partner_id), eq(deals.state, 'active')],
        isNull(deals.deleted_at),
      ),
    )
    .orderBy(asc(deals.priority), asc(deals.id));
  const approved = await tx
    .select({
      crid: creativeMappings.crid,
      creative_id: creativeMappings.creative_id,
      sha256: creativeMappings.sha256,
      duration_ms: creatives.duration_ms,
      state: sql<AuditState>`${auditStateAt(ctx)}`,
    })
    .from(creativeMappings)
    .leftJoin(creatives, eq(creatives.id, creativeMappings.creative_id))
    .where(
      and(
        ...[eq(creativeMappings.tenant_id, tenant_id), eq(creativeMappings.partner_id, partner_id)],
        isNull(creativeMappings.deleted_at),
      ),
    );
  const breaker = await breakerOf(ctx, partner_id);
  return {
    deals: found,
    caps: await dailyCaps(ctx, found),
    creatives: Object.fromEntries(
      approved.map(({ crid, creative_id, sha256, duration_ms, state }) => [
        crid,
        {
          ...{ creative_id, sha256, is_changed: state === 'changed' },
          ...(duration_ms !== null && { dur_s: duration_ms / SECOND_MS }),
          /** What has no file of ours cannot be shown. */
          audit_status:
            creative_id === null || sha256 === null ? auditStatusOf('pending') : auditStatusOf(state),
        },
      ]),
    ),
    breaker,
  };
}
