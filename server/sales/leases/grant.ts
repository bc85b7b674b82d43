/** Grants a screen leases for a campaign, if it is its turn and the goal leaves one. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import { ON_SCREENS } from '../../../shared/contract/sales/campaign.ts';
import type { DocumentLine } from '../../../shared/contract/playout/flights.ts';
import { MAX_LEASE_PLAYS } from '../../../shared/contract/playout/lease.ts';
import { isShort } from '../../../shared/playout/leases/spend.ts';
import { lengthOf } from '../../../shared/playout/lines.ts';
import { uuid7 } from '../../../shared/random.ts';
import { rowsOf } from '../../db/rows.ts';
import { campaigns, leases, leaseTurns, tenants } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { hoursIn, hoursLeft } from '../campaigns/pace.ts';
import { frontFactor } from '../campaigns/progress.ts';
import { needsLease } from '../../../shared/contract/sales/needsLease.ts';
import { lockSharedCaps, playsUnderCaps } from '../budgets/used.ts';
import { countedOf, leftOf } from './needs.ts';
import type { History } from '../../proof/analytics/history.ts';
import { opensAt } from './open.ts';
import { grantFor, type Grant } from './size.ts';

export type LeaseRow = typeof leases.$inferSelect;

export interface LeaseRequest {
  device_id: string;
  tz: string;
  version: number;
  history: History;
  /** Plays begun under each lease it holds, by its own word. */
  used: ReadonlyMap<string, number>;
}
interface CampaignRequest {
  campaign_id: string;
  lines: readonly DocumentLine[];
  /** What it may still play of this campaign. */
  own: readonly LeaseRow[];
}

const HOUR_MS = 3_600_000;
/** A screen on a metered link asks every five minutes. */
const WAITS_MS = 10 * 60_000;
/** Soon enough to keep its turn; each question costs a count of the campaign's plays, one at a time. */
export const ASK_AGAIN_MS = WAITS_MS / 5;
/** At most so many hours of a plan are kept free at its end, and at most this part of it. */
const MOST_RESERVE_H = 8;
const RESERVE_SHARE = 0.2;
/** A lease that need not be spread lasts so long at least; what was missed may be made up for as long. */
const LEAST_MS = HOUR_MS;

export interface Granted {
  rows: LeaseRow[];
  isInVain?: boolean;
}
/** One for each line that is short and opens before the screen is likely to be in reach again, the next to open first. */
export async function grantLeases(
  ctx: TransactionContext,
  request: LeaseRequest,
  wanted: CampaignRequest,
): Promise<Granted> {
  const { campaign_id, own } = wanted;
  const { now } = ctx;
  const horizon = { from: now, to: now + request.history.offline_h * HOUR_MS };
  const all = openingsOf(wanted.lines, request.tz, horizon);
  const short = all.filter(({ line }) => isShort(heldFor(own, line.id, request.used)));
  if (short.length === 0) return { rows: [] };
  await lockSharedCaps(ctx, campaign_id);
  await lockCampaign(ctx, campaign_id);
  const found = await campaignOf(ctx, campaign_id);
  if (!found || !ON_SCREENS.includes(found.row.state) || !needsLease(found.row)) return { rows: [] };
  /** Another call of this screen may have been given one while this one waited. */
  if ((await newestOf(ctx, request.device_id, campaign_id)) !== (own.at(-1)?.id ?? null)) return { rows: [] };
  const rows: LeaseRow[] = [];
  for (const opening of short) {
    const grant = await sizeFor(ctx, { request, found, line: opening.line, lines: all.length });
    if (!grant) break;
    if (grant.due_at !== undefined) found.row = await noteDue(ctx, found.row, grant.due_at);
    rows.push(await insertLease(ctx, request, { campaign_id, own, grant, ...opening }));
  }
  const isGiven = rows.length > 0;
  /** Who holds plays of the next flight to open does not keep others waiting for one after it. */
  const isInVain = !isGiven && short[0] === all[0];
  /** Nor does one whose flight opens only later: by then it comes again, and until then others can play. */
  const isDue = short[0]!.at < now + WAITS_MS;
  if (isGiven || (isInVain && isDue)) await noteTurn(ctx, request.device_id, { campaign_id, isGiven });
  return { rows, isInVain };
}

async function noteDue(
  { tx, tenant_id }: TransactionContext,
  row: CampaignWithCurrency['row'],
  due_at: number,
): Promise<CampaignWithCurrency['row']> {
  const lease_due_at = dateOf(Math.round(due_at));
  await tx
    .update(campaigns)
    .set({ lease_due_at })
    .where(and(eq(campaigns.tenant_id, tenant_id), eq(campaigns.id, row.id)));
  return { ...row, lease_due_at };
}

function openingsOf(lines: readonly DocumentLine[], tz: string, horizon: { from: number; to: number }) {
  const openings = lines.flatMap(line => {
    const at = opensAt(line, tz, horizon);
    return at === null ? [] : [{ line, at }];
  });
  return openings.sort((a, b) => a.at - b.at);
}

/** What it holds for a line, with what was reported or what it says itself of it. */
const heldFor = (own: readonly LeaseRow[], line_id: string, used: LeaseRequest['used']) =>
  own
    .filter(row => row.line_id === line_id)
    .map(({ id, max_plays, reported }) => ({ max_plays, used: Math.max(reported, used.get(id) ?? 0) }));

/** Two nodes that grant of one campaign at once would each give what the other has given. */
const lockCampaign = ({ tx }: TransactionContext, campaign_id: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`leases ${campaign_id}`}, 0))`);

type CampaignWithCurrency = NonNullable<Awaited<ReturnType<typeof campaignOf>>>;
async function campaignOf({ tx, tenant_id }: TransactionContext, id: string) {
  const [found] = await tx
    .select({ row: campaigns, currency: tenants.currency })
    .from(campaigns)
    .innerJoin(tenants, eq(tenants.id, campaigns.tenant_id))
    .where(and(eq(campaigns.tenant_id, tenant_id), eq(campaigns.id, id), isNull(campaigns.deleted_at)));
  return found ?? null;
}

/** The last of those it may still play. */
async function newestOf({ tx, tenant_id, now }: TransactionContext, device_id: string, campaign_id: string) {
  const [row] = rowsOf<{ id: string }>(
    await tx.execute(sql`
      select l.id from leases l where l.tenant_id = ${tenant_id} and l.device_id = ${device_id}
        and l.campaign_id = ${campaign_id} and l.released_at is null and l.returned_at is null
        and l.play_deadline > ${instant(now)}::timestamptz
      order by l.id desc limit 1`),
  );
  return row?.id ?? null;
}

interface Sizing {
  request: LeaseRequest;
  found: CampaignWithCurrency;
  line: DocumentLine;
  /** How many of its lines share what this screen is given. */
  lines: number;
}
async function sizeFor(
  ctx: TransactionContext,
  { request, found, line, lines }: Sizing,
): Promise<Grant | null> {
  const { row, currency } = found;
  const { now } = ctx;
  const counted = await countedOf(ctx, row);
  const capped = (await playsUnderCaps(ctx, [row], 'granted')).get(row.id) ?? null;
  const left = Math.min(leftOf(row, counted, currency), capped ?? Infinity);
  if (left < 1) return null;
  const isPaced = row.pacing !== 'asap' && row.goal !== 'share' && line.sov_s_per_h === undefined;
  const playsPerHour = request.history.plays_per_h;
  const byShare = line.sov_s_per_h === undefined ? playsPerHour : (line.sov_s_per_h * 1_000) / lengthOf(line);
  return grantFor(
    {
      left,
      outstanding: counted.outstanding,
      hours_left: hoursLeft(row, now),
      reserve_h: Math.min(MOST_RESERVE_H, RESERVE_SHARE * hoursIn(row)),
      pace: isPaced ? (row.pacing === 'front' ? frontFactor(row, now) : 1) : null,
      screens: Math.max(1, row.screens_seen ?? 1),
      online: Math.max(1, row.screens_online ?? 1),
      due_at: row.lease_due_at?.getTime() ?? 0,
    },
    {
      plays_per_h: Math.min(playsPerHour, byShare, line.max_per_hour ?? Infinity),
      offline_h: request.history.offline_h,
      before: await waitingBefore(ctx, request.device_id, row.id),
      lines,
    },
    now,
  );
}

/** Those that asked lately in vain, and were given something longer ago than this screen. */
async function waitingBefore(
  { tx, tenant_id, now }: TransactionContext,
  device_id: string,
  campaign_id: string,
) {
  const since = instant(now - WAITS_MS);
  const [row] = rowsOf<{ n: number }>(
    await tx.execute(sql`
      select count(*)::int as n from lease_turns t
      where t.tenant_id = ${tenant_id} and t.campaign_id = ${campaign_id} and t.device_id <> ${device_id}
        and t.waiting_at > ${since}::timestamptz
        and coalesce(t.granted_at, '-infinity') < coalesce((select own.granted_at from lease_turns own
          where own.campaign_id = ${campaign_id} and own.device_id = ${device_id}), '-infinity')`),
  );
  return row?.n ?? 0;
}

async function noteTurn(
  { tx, tenant_id, now }: TransactionContext,
  device_id: string,
  { campaign_id, isGiven }: { campaign_id: string; isGiven: boolean },
): Promise<void> {
  const turn = isGiven ? { waiting_at: null, granted_at: dateOf(now) } : { waiting_at: dateOf(now) };
  await tx
    .insert(leaseTurns)
    .values({ tenant_id, campaign_id, device_id, ...turn })
    .onConflictDoUpdate({ target: [leaseTurns.campaign_id, leaseTurns.device_id], set: turn });
}

interface GrantedLease extends Pick<CampaignRequest, 'campaign_id' | 'own'> {
  grant: Grant;
  line: DocumentLine;
  at: number;
}
/** Its window follows that of the lease before it, so that two of them do not play twice as fast. */
async function insertLease(
  ctx: TransactionContext,
  request: LeaseRequest,
  granted: GrantedLease,
): Promise<LeaseRow> {
  const { grant, line, own, campaign_id } = granted;
  const { device_id, history, version } = request;
  const before = own.filter(row => row.line_id === line.id).map(row => row.window_end.getTime());
  const end = Date.parse(line.ends_at);
  const from = Math.min(Math.max(granted.at, ...before), end - 1);
  const window_end = Math.min(end, from + grant.window_ms);
  const lasts = Math.max(grant.window_ms, history.offline_h * HOUR_MS, LEAST_MS);
  const play_deadline = Math.min(end, from + lasts);
  const row: LeaseRow = {
    ...{ id: uuid7(ctx.now), tenant_id: ctx.tenant_id, campaign_id, line_id: line.id, device_id },
    max_plays: Math.min(MAX_LEASE_PLAYS, grant.plays),
    ...{ reported: 0, returned: 0, manifest_version: version, held_at: null },
    ...{ returned_at: null, released_at: null },
    ...{ window_start: dateOf(from), window_end: dateOf(window_end), play_deadline: dateOf(play_deadline) },
    report_deadline: dateOf(play_deadline + Math.max(LEAST_MS, history.offline_h * HOUR_MS)),
    created_at: dateOf(ctx.now),
  };
  await ctx.tx.insert(leases).values(row);
  return row;
}
