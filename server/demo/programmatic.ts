/** Programmatic sales of the demo: the mock partner at work, an exchange that is being connected, deals, and who knows what. */
import { and, eq, inArray, notExists, or } from 'drizzle-orm';
import { dateOf } from '../../shared/clock.ts';
import { partnerCreate } from '../../shared/contract/programmatic/partner.ts';
import { uuid7 } from '../../shared/random.ts';
import type { Db } from '../db/database.ts';
import {
  creativeMappings,
  deals,
  inventoryMappings,
  multiplierModels,
  partners,
  placements,
  slotMappings,
} from '../db/schema.ts';
import { approve, createMapping } from '../programmatic/inventory/creativeMappings.ts';
import { matchAll } from '../programmatic/inventory/matching.ts';
import { makeMock } from '../programmatic/partners/mock.ts';
import type { TransactionContext } from '../transaction/context.ts';

const DAY_MS = 86_400_000;
const CURRENCY = 'EUR';
/** Hours in which more people ride: mornings and evenings of working days, nights at the end of the week. */
const RUSH = { morning: [7, 10], evening: [17, 20], night: [21, 24] } as const;
const WORKING_DAYS = 5;
const within = (hour: number, [from, to]: readonly [number, number]) => hour >= from && hour < to;
const multiplierAt = (day: number, hour: number): string => {
  const isWorkday = day < WORKING_DAYS;
  if (isWorkday && (within(hour, RUSH.morning) || within(hour, RUSH.evening))) return '2.4000';
  if (day >= WORKING_DAYS - 1 && within(hour, RUSH.night)) return '2.1000';
  return hour < RUSH.morning[0] ? '0.6000' : '1.3000';
};

interface Demo {
  /** By the name of the picture. */
  creatives: ReadonlyMap<string, string>;
  playlist_id: string;
  airport_tag: string;
  tz: string;
  /** The present; what is made of the past is made before it. */
  today: number;
}
export async function insertProgrammatic(ctx: TransactionContext, demo: Demo): Promise<void> {
  const { tx } = ctx;
  const mock = await makeMock(ctx, { name: 'Mock partner', model_name: 'Rides by hour' });
  await tx.update(partners).set({ state: 'active', test_mode: false }).where(eq(partners.id, mock));
  await tx
    .update(multiplierModels)
    .set({
      table: Array.from({ length: 7 }, (_, day) =>
        Array.from({ length: 24 }, (_hour, hour) => multiplierAt(day, hour)),
      ),
      note: 'Passengers per ride, counted by the drivers for four weeks',
    })
    .where(eq(multiplierModels.name, 'Rides by hour'));
  const exchange = await insertExchange(ctx);
  await insertDeals(ctx, mock, demo);
  await insertCreatives(ctx, { mock, exchange }, demo);
}

const common = ({ tenant_id, user_id, now }: TransactionContext) => ({
  ...{ id: uuid7(now), tenant_id, created_by: user_id },
  ...{ created_at: dateOf(now), updated_at: dateOf(now) },
});

/** Its names wait to be confirmed, and one of them is missing: a gap as people find it. */
async function insertExchange(ctx: TransactionContext): Promise<string> {
  const exchange = {
    ...partnerCreate.parse({
      ...{ name: 'Atlantic Outdoor Exchange', kind: 'prebid_server', currencies: [CURRENCY] },
      endpoint_url: 'https://bids.atlantic-outdoor.example/openrtb2/auction',
      maintainer_email: 'integration@atlantic-outdoor.example',
    }),
    ...common(ctx),
  };
  await ctx.tx.insert(partners).values(exchange);
  await matchAll(ctx, exchange.id);
  const [last] = await ctx.tx
    .select({ id: inventoryMappings.id })
    .from(inventoryMappings)
    .where(eq(inventoryMappings.partner_id, exchange.id))
    .orderBy(inventoryMappings.external_screen_id)
    .limit(1);
  if (last) await ctx.tx.delete(inventoryMappings).where(eq(inventoryMappings.id, last.id));
  return exchange.id;
}

type DealRow = typeof deals.$inferInsert;
type More = Pick<DealRow, 'deal_code' | 'name' | 'type' | 'state' | 'floor'> & Partial<DealRow>;
async function insertDeals(
  ctx: TransactionContext,
  partner_id: string,
  { today, tz, airport_tag }: Demo,
): Promise<void> {
  const deal = (from: number, days: number, more: More): DealRow => ({
    ...{ ...common(ctx), partner_id, private_auction: false, at: 1, tz, dayparts: [], priority: 8 },
    inventory: { placement_ids: [], tags: [], venue_ids: [], geo: [], media: [] },
    starts_at: dateOf(today + from * DAY_MS),
    ends_at: dateOf(today + (from + days) * DAY_MS),
    ...more,
  });
  const cpm = (amount_micros: number): DealRow['floor'] => ({
    mode: 'cpm',
    amount_micros,
    currency: CURRENCY,
  });
  await ctx.tx.insert(deals).values([
    deal(-10, 60, {
      ...{ deal_code: 'WS-CITY-01', name: 'City screens, open hours', type: 'pmp', state: 'active' },
      floor: cpm(4_500_000),
    }),
    deal(7, 30, {
      ...{ deal_code: 'WS-AIR-02', name: 'Airport arrivals', type: 'guaranteed', state: 'proposed' },
      ...{ floor: { mode: 'cpm_per_sec', amount_micros: 650_000, currency: CURRENCY }, priority: 2 },
      inventory: { placement_ids: [], tags: [airport_tag], venue_ids: [], geo: [], media: [] },
      commit: { impressions: 250_000, plays: null, spend_micros: null },
    }),
    deal(14, 90, {
      ...{ deal_code: 'WS-NIGHT-03', name: 'Weekend nights', type: 'preferred', state: 'draft' },
      floor: {
        ...{ mode: 'durfloors', currency: CURRENCY },
        durfloors: [
          { mindur: null, maxdur: 10, floor_micros: 5_000_000 },
          { mindur: 11, maxdur: null, floor_micros: 7_500_000 },
        ],
      },
      dayparts: [{ days: [5, 6], start: '21:00', end: '02:00' }],
    }),
  ]);
}

/** One is approved, one waits; where nothing is bought, the museums are shown. */
async function insertCreatives(
  ctx: TransactionContext,
  of: { mock: string; exchange: string },
  { creatives, playlist_id }: Demo,
): Promise<void> {
  const none = { cat: [], attr: [], source_url: null, expires_at: null };
  const mapping = (crid: string, name: string, adomain: string) =>
    createMapping(ctx, {
      ...{ ...none, partner_id: of.exchange, crid, adomain: [adomain] },
      creative_id: creatives.get(name) ?? null,
    });
  await approve(ctx, (await mapping('aoe-20771', 'Tram 28', 'tram28.example')).id);
  await mapping('aoe-20784', 'Waterfront drive', 'waterfront.example');
  const fallback_creative_id = creatives.get('Museum pass');
  if (fallback_creative_id === undefined) return;
  await ctx.tx.insert(slotMappings).values({
    ...{ ...common(ctx), name: 'City loop, unsold time', playlist_id, fallback_creative_id },
    ...{ mode: 'backfill', dayparts: [], partner_order: [of.mock], max_programmatic_pct: 30 },
  });
}

interface Removed {
  people: string[];
  screens: string[];
  creatives: { id: string }[];
}
/** Of its screens all goes; a partner or a model that somebody else's rows refer to stays, as his. */
export async function removeProgrammatic(
  { tx, user_id }: Pick<TransactionContext, 'tx' | 'user_id'>,
  { people, screens, creatives }: Removed,
): Promise<void> {
  const ofScreens = tx
    .select({ id: placements.id })
    .from(placements)
    .where(or(inArray(placements.device_id, screens), inArray(placements.created_by, people)));
  await tx
    .delete(inventoryMappings)
    .where(
      or(inArray(inventoryMappings.placement_id, ofScreens), inArray(inventoryMappings.created_by, people)),
    );
  await tx.delete(placements).where(inArray(placements.id, ofScreens));
  await tx.delete(deals).where(inArray(deals.created_by, people));
  await tx.delete(slotMappings).where(inArray(slotMappings.created_by, people));
  await tx.delete(creativeMappings).where(
    or(
      inArray(creativeMappings.created_by, people),
      inArray(
        creativeMappings.creative_id,
        creatives.map(({ id }) => id),
      ),
    ),
  );
  await removeUnreferenced(tx, people);
  await tx.update(partners).set({ created_by: user_id }).where(inArray(partners.created_by, people));
  await tx
    .update(multiplierModels)
    .set({ created_by: user_id })
    .where(inArray(multiplierModels.created_by, people));
}

async function removeUnreferenced(tx: Db, people: string[]): Promise<void> {
  const refers = (table: typeof deals | typeof inventoryMappings | typeof creativeMappings) =>
    notExists(tx.select({ id: table.id }).from(table).where(eq(table.partner_id, partners.id)));
  await tx
    .delete(partners)
    .where(
      and(
        inArray(partners.created_by, people),
        refers(deals),
        refers(inventoryMappings),
        refers(creativeMappings),
      ),
    );
  const counted = tx
    .select({ id: placements.id })
    .from(placements)
    .where(eq(placements.multiplier_model_id, multiplierModels.id));
  await tx
    .delete(multiplierModels)
    .where(and(inArray(multiplierModels.created_by, people), notExists(counted)));
}
