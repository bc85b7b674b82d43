/** Takes campaigns where the clock, their budget and their creatives have brought them. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { dayStart } from '../../../shared/i18n/format.ts';
import { dayOf } from '../../../shared/playout/rights.ts';
import { BOOKED, type CampaignState } from '../../../shared/contract/sales/campaign.ts';
import { campaigns, tenants } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import { playsUnderCaps } from '../budgets/used.ts';
import { limitsOf } from '../leases/needs.ts';
import { releaseLeases } from '../leases/release.ts';
import { documentLines, lineSources } from './documentLines.ts';
import type { CampaignRow } from './listing.ts';
import { paceOf } from './pace.ts';
import { playsFor } from '../../../shared/money.ts';
import { deliveredPlays, goalOf } from './progress.ts';
import { settleScreens } from './screens.ts';
import { countScreens } from './targets.ts';
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
  if (state === 'approved') return 'scheduled';
  if (state === 'scheduled') return now >= starts_at.getTime() ? 'live' : state;
  if (now >= ends_at.getTime() || (state === 'live' && isDelivered)) return 'completed';
  if (state === 'live' && isSpent) return 'paused_budget';
  if (state === 'live' && !hasCreative) return 'paused_creative';
  if (state === 'paused_budget' && !isSpent) return 'live';
  if (state === 'paused_creative' && hasCreative) return 'live';
  return state;
}

async function factsOf(ctx: TransactionContext, row: CampaignRow): Promise<Facts> {
  const { tx, tenant_id, now } = ctx;
  const [tenant] = await tx
    .select({ currency: tenants.currency })
    .from(tenants)
    .where(eq(tenants.id, tenant_id));
  const currency = tenant?.currency ?? 'EUR';
  const total = (await deliveredPlays(ctx, [row.id])).get(row.id) ?? 0;
  const today = dayStart(dayOf(now, row.tz), row.tz);
  const plays =
    row.daily_minor === null ? 0 : ((await deliveredPlays(ctx, [row.id], today)).get(row.id) ?? 0);
  const limits = limitsOf(row, currency);
  const bought = row.budget_minor === null ? null : playsFor(row.budget_minor, row.bid_micros, currency);
  const goal = goalOf(row, currency);
  const capped = await playsUnderCaps(ctx, row, 'played');
  return {
    now,
    /** What does not buy one more play is spent. */
    isSpent:
      (bought !== null && total >= bought) ||
      (limits.today !== null && plays >= limits.today) ||
      capped === 0,
    isDelivered: goal !== null && row.goal !== 'budget' && total >= goal,
    hasCreative: documentLines(row, await lineSources(ctx, [row]), now).length > 0,
  };
}

async function screensSeen(ctx: TransactionContext, id: string) {
  const seen = await countScreens(ctx, [id], ctx.now - SEEN_MS);
  const online = await countScreens(ctx, [id], ctx.now - HOUR_MS);
  return { screens_seen: seen.get(id) ?? 0, screens_online: online.get(id) ?? 0 };
}
type CampaignFacts = Pick<CampaignRow, 'plays_per_h' | 'screens_seen' | 'screens_online'>;
const isSame = (a: CampaignFacts, b: CampaignFacts) =>
  a.plays_per_h === b.plays_per_h &&
  a.screens_seen === b.screens_seen &&
  a.screens_online === b.screens_online;

/** Several steps where several are due. */
export async function advance(ctx: TransactionContext, row: CampaignRow): Promise<void> {
  const facts = await factsOf(ctx, row);
  let state = row.state;
  for (;;) {
    const next = nextState({ ...row, state }, facts);
    if (next === state) break;
    state = next;
  }
  const plays_per_h = await paceOf(ctx, { ...row, state });
  const seen = await screensSeen(ctx, row.id);
  if (state !== row.state) await writeCampaign(ctx, row, { state, plays_per_h, ...seen });
  /** Nobody sees the pace: whoever edits meanwhile has lost nothing. */
  else if (!isSame(row, { plays_per_h, ...seen }))
    await ctx.tx
      .update(campaigns)
      .set({ plays_per_h, ...seen })
      .where(eq(campaigns.id, row.id));
}

async function advanceTenant(ctx: TransactionContext): Promise<void> {
  await releaseLeases(ctx);
  const rows = await ctx.tx
    .select()
    .from(campaigns)
    .where(
      and(
        ...[eq(campaigns.tenant_id, ctx.tenant_id), inArray(campaigns.state, [...BOOKED])],
        isNull(campaigns.deleted_at),
      ),
    )
    .orderBy(campaigns.id)
    .for('update', { skipLocked: true });
  for (const row of rows) await advance(ctx, row);
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
