/** Grants a screen leases for a campaign, if it is its turn and the goal leaves one. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import { ON_SCREENS } from '../../../shared/contract/sales/campaign.ts';
import type { DocumentLine } from '../../../shared/contract/playout/flights.ts';
import { MAX_LEASE_PLAYS } from '../../../shared/contract/playout/lease.ts';
import type { Grant } from '../../../shared/playout/leases/size.ts';
import { uuid7 } from '../../../shared/random.ts';
import { rowsOf } from '../../db/rows.ts';
import { campaigns, leases, leaseTurns, tenants } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { needsLease } from '../../../shared/contract/sales/needsLease.ts';
import {
  grantOf,
  isInVainFor,
  leaseTimes,
  leastLeft,
  openingsOf,
  shortOpenings,
  WAITS_MS,
  type Opening,
} from '../../../shared/sales/leaseGrant.ts';
import type { LockedCaps } from '../budgets/used.ts';
import { countedOf, leasedCampaign, limitsLeft } from './needs.ts';
import type { History } from '../../proof/analytics/history.ts';

export type LeaseRow = typeof leases.$inferSelect;

export interface LeaseRequest {
  device_id: string;
  tz: string;
  version: number;
  history: History;
  /** Plays begun under each lease it holds, by its own word. */
  used: ReadonlyMap<string, number>;
  /** Asked for by the first campaign that it is short of. */
  caps: () => Promise<LockedCaps>;
}
interface CampaignRequest {
  campaign_id: string;
  lines: readonly DocumentLine[];
  /** What it may still play of this campaign. */
  own: readonly LeaseRow[];
}

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
  const { history, used } = request;
  const all = openingsOf(wanted.lines, { tz: request.tz, offline_h: history.offline_h }, now);
  /** With what was reported or what it says itself. */
  const short = shortOpenings(all, own, ({ id, reported }) => Math.max(reported, used.get(id) ?? 0));
  if (short.length === 0) return { rows: [] };
  const caps = await request.caps();
  await lockCampaign(ctx, campaign_id);
  const found = await campaignOf(ctx, campaign_id);
  if (!found || !ON_SCREENS.includes(found.row.state) || !needsLease(found.row)) return { rows: [] };
  /** Another call of this screen may have been given one while this one waited. */
  if ((await newestOf(ctx, request.device_id, campaign_id)) !== (own.at(-1)?.id ?? null)) return { rows: [] };
  const rows: LeaseRow[] = [];
  for (const opening of short) {
    const grant = await sizeFor(ctx, { request, caps, found, line: opening.line, lines: all.length });
    if (!grant) break;
    if (grant.due_at !== undefined) found.row = await noteDue(ctx, found.row, grant.due_at);
    const lease = await insertLease(ctx, request, { campaign_id, own, grant, opening });
    caps.note(campaign_id, lease.max_plays);
    rows.push(lease);
  }
  const isGiven = rows.length > 0;
  const isInVain = isInVainFor(all, short, rows.length);
  /** Nobody is kept waiting by one whose flight opens only later: by then it comes again, and until then others can play. */
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
  caps: LockedCaps;
  found: CampaignWithCurrency;
  line: DocumentLine;
  /** How many of its lines share what this screen is given. */
  lines: number;
}
async function sizeFor(
  ctx: TransactionContext,
  { request, caps, found, line, lines }: Sizing,
): Promise<Grant | null> {
  const { row, currency } = found;
  const counted = await countedOf(ctx, row);
  const limits = [...limitsLeft(row, counted, { currency, now: ctx.now }), ...caps.limitsOf(row.id)];
  if (leastLeft(limits) < 1) return null;
  return grantOf(
    leasedCampaign(row),
    { limits, outstanding: counted.outstanding, due_at: row.lease_due_at?.getTime() ?? 0 },
    line,
    { history: request.history, before: await waitingBefore(ctx, request.device_id, row.id), lines },
    ctx.now,
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
  opening: Opening;
}
async function insertLease(
  ctx: TransactionContext,
  request: LeaseRequest,
  { grant, opening, own, campaign_id }: GrantedLease,
): Promise<LeaseRow> {
  const { device_id, history, version } = request;
  const { line } = opening;
  const windowEnds = own.filter(row => row.line_id === line.id).map(row => row.window_end.getTime());
  const times = leaseTimes(grant, opening, { windowEnds, offline_h: history.offline_h });
  const row: LeaseRow = {
    ...{ id: uuid7(ctx.now), tenant_id: ctx.tenant_id, campaign_id, line_id: line.id, device_id },
    max_plays: Math.min(MAX_LEASE_PLAYS, grant.plays),
    ...{ reported: 0, returned: 0, manifest_version: version, held_at: null },
    ...{ returned_at: null, released_at: null },
    ...{ window_start: dateOf(times.window_start), window_end: dateOf(times.window_end) },
    ...{ play_deadline: dateOf(times.play_deadline), report_deadline: dateOf(times.report_deadline) },
    created_at: dateOf(ctx.now),
  };
  await ctx.tx.insert(leases).values(row);
  return row;
}
