/** Takes campaigns where the clock, their budget and their creatives have brought them. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { dayStart } from '../../../shared/i18n/format.ts';
import { dayOf } from '../../../shared/playout/rights.ts';
import { BOOKED, type CampaignState } from '../../../shared/contract/sales/campaign.ts';
import { campaigns, tenants } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import { playsUnderCaps } from '../budgets/used.ts';
import { limitsOf } from '../leases/needs.ts';
import { releaseLeases } from '../leases/release.ts';
import { documentLines, lineSources, type LineSources } from './documentLines.ts';
import type { CampaignRow } from './listing.ts';
import { paceOf, shareOn } from './pace.ts';
import { playsFor } from '../../../shared/money.ts';
import { playsDelivered, goalOf } from './progress.ts';
import { lockFlights, settleScreens } from './screens.ts';
import { countScreens, isBooked } from './targets.ts';
import { writeCampaign } from './writes.ts';

const PAUSE_MS = 20_000;
const HOUR_MS = 3_600_000;
/** Among screens seen within this time what may be out with screens is shared: as long as they are ever out of reach. */
const SEEN_MS = 8 * HOUR_MS;

export interface Facts {
  now: number;
  /** The whole budget, that of today, or a hard cap is spent; or the goal is reached. */
  isSpent: boolean;
  isDelivered: boolean;
  /** Something of it may be shown. */
  hasCreative: boolean;
}
/** The state that follows by itself; the same where nothing does. Pure. */
export function nextState(
  { state, starts_at, ends_at }: Pick<CampaignRow, 'state' | 'starts_at' | 'ends_at'>,
  { now, isSpent, isDelivered, hasCreative }: Facts,
): CampaignState {
  /** Ended by hand, or over: nothing follows. */
  if (!BOOKED.includes(state)) return state;
  if (state === 'approved') return 'scheduled';
  if (state === 'scheduled') return now >= starts_at.getTime() ? 'live' : state;
  if (now >= ends_at.getTime() || (state === 'live' && isDelivered)) return 'completed';
  if (state === 'live' && isSpent) return 'paused_budget';
  if (state === 'live' && !hasCreative) return 'paused_creative';
  if (state === 'paused_budget' && !isSpent) return 'live';
  if (state === 'paused_creative' && hasCreative) return 'live';
  return state;
}

type Counts = ReadonlyMap<string, number>;
/** What is read for all campaigns at once; by campaign, those without are left out. */
interface Readings {
  currency: string;
  delivered: Counts;
  /** Of those with a budget of the day. */
  today: Counts;
  caps: Awaited<ReturnType<typeof playsUnderCaps>>;
  sources: LineSources;
  screens: Counts;
  seen: Counts;
  online: Counts;
  share: number;
}
async function readingsOf(ctx: TransactionContext, rows: readonly CampaignRow[]): Promise<Readings> {
  const ids = rows.map(({ id }) => id);
  const [tenant] = await ctx.tx
    .select({ currency: tenants.currency })
    .from(tenants)
    .where(eq(tenants.id, ctx.tenant_id));
  return {
    currency: tenant?.currency ?? 'EUR',
    delivered: await playsDelivered(ctx, ids),
    today: await deliveredToday(ctx, rows),
    caps: await playsUnderCaps(ctx, rows, 'played'),
    sources: await lineSources(ctx, rows),
    screens: await countScreens(ctx, ids),
    seen: await countScreens(ctx, ids, ctx.now - SEEN_MS),
    online: await countScreens(ctx, ids, ctx.now - HOUR_MS),
    share: await shareOn(ctx),
  };
}

/** Of the day in the zone of each. */
async function deliveredToday(ctx: TransactionContext, rows: readonly CampaignRow[]): Promise<Counts> {
  const daily = rows.filter(({ daily_minor }) => daily_minor !== null);
  const found = new Map<string, number>();
  for (const tz of new Set(daily.map(row => row.tz))) {
    const ids = daily.filter(row => row.tz === tz).map(({ id }) => id);
    const plays = await playsDelivered(ctx, ids, dayStart(dayOf(ctx.now, tz), tz));
    for (const [id, n] of plays) found.set(id, n);
  }
  return found;
}

function factsOf(row: CampaignRow, read: Readings, now: number): Facts {
  const total = read.delivered.get(row.id) ?? 0;
  const { today } = limitsOf(row, read.currency);
  const bought = row.budget_minor === null ? null : playsFor(row.budget_minor, row.bid_micros, read.currency);
  const goal = goalOf(row, read.currency);
  return {
    now,
    /** What does not buy one more play is spent. */
    isSpent:
      (bought !== null && total >= bought) ||
      (today !== null && (read.today.get(row.id) ?? 0) >= today) ||
      (read.caps.get(row.id) ?? []).some(({ left }) => left === 0),
    isDelivered: goal !== null && row.goal !== 'budget' && total >= goal,
    hasCreative: documentLines(row, read.sources, now).length > 0,
  };
}
type CampaignFacts = Pick<CampaignRow, 'plays_per_h' | 'screens_seen' | 'screens_online'>;
const isSame = (a: CampaignFacts, b: CampaignFacts) =>
  a.plays_per_h === b.plays_per_h &&
  a.screens_seen === b.screens_seen &&
  a.screens_online === b.screens_online;

export async function advance(ctx: TransactionContext, rows: readonly CampaignRow[]): Promise<void> {
  if (rows.length === 0) return;
  const read = await readingsOf(ctx, rows);
  for (const row of rows) await advanceOne(ctx, row, read);
}
/** Several steps where several are due. */
async function advanceOne(ctx: TransactionContext, row: CampaignRow, read: Readings): Promise<void> {
  const { now } = ctx;
  const facts = factsOf(row, read, now);
  let state = row.state;
  for (;;) {
    const next = nextState({ ...row, state }, facts);
    if (next === state) break;
    state = next;
  }
  const countOf = (counts: Counts) => counts.get(row.id) ?? 0;
  const [delivered, screens] = [countOf(read.delivered), countOf(read.screens)];
  const goal = goalOf(row, read.currency);
  const plays_per_h = paceOf(row, { now, goal, delivered, screens, share: read.share });
  const seen = { screens_seen: countOf(read.seen), screens_online: countOf(read.online) };
  if (state !== row.state) await writeCampaign(ctx, row, { state, plays_per_h, ...seen });
  /** Nobody sees the pace: whoever edits meanwhile has lost nothing. */
  else if (!isSame(row, { plays_per_h, ...seen }))
    await ctx.tx
      .update(campaigns)
      .set({ plays_per_h, ...seen })
      .where(eq(campaigns.id, row.id));
}

/** In the order of locks that acts have, too: that of the documents of screens, then rows of campaigns. */
async function advanceTenant(ctx: TransactionContext): Promise<void> {
  await lockFlights(ctx);
  await releaseLeases(ctx);
  const rows = await ctx.tx
    .select()
    .from(campaigns)
    .where(
      and(
        ...[eq(campaigns.tenant_id, ctx.tenant_id), isBooked(campaigns.state)],
        isNull(campaigns.deleted_at),
      ),
    )
    .orderBy(campaigns.id)
    .for('update', { skipLocked: true });
  await advance(ctx, rows);
  await settleScreens(ctx);
}

type OnFault = (error: unknown) => void;
/** Of all tenants; what fails in one holds up no other. */
export async function advanceCampaigns(server: Server, onFault: OnFault): Promise<void> {
  const due = await server.tenantTransactions.acrossTenants(tx =>
    tx
      .selectDistinct({ id: tenants.id })
      .from(tenants)
      .where(
        sql`exists (select from campaigns c where c.tenant_id = tenants.id and c.deleted_at is null
            and c.state = any(${sql.param([...BOOKED])}::text[]))
          or exists (select from bids b where b.tenant_id = tenants.id and b.lease_id is not null
            and b.billed_at is null and b.ended_at is null)
          or exists (select from devices d where d.tenant_id = tenants.id and d.flights_sha256 is not null)`,
      ),
  );
  for (const { id } of due)
    await inTenant(server, { tenant_id: id, user_id: null }, advanceTenant).catch(onFault);
}

/** Returns what ends it. */
export const startCampaigns = (server: Server, onFault: OnFault): (() => void) =>
  server.periodic.start('campaigns', PAUSE_MS, report => advanceCampaigns(server, report), onFault);
