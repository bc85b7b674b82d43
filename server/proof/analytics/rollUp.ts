/**
 * Hours of plays, kept from what was received. For every hour it holds that its rows are the plays of that hour which
 * were received until the tenant's `plays_rolled_until`: a step moves that time on and makes each hour anew that
 * something received meanwhile belongs to, however long ago it was played.
 */
import { eq, sql, type SQL } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import { CELLS_PER_DEGREE } from '../../../shared/contract/proof/analytics.ts';
import { cutoffOf } from '../../../shared/retention/cutoff.ts';
import type { Server } from '../../context/server.ts';
import { msOf, rowsOf } from '../../db/rows.ts';
import { playHours, screenHours, tenants } from '../../db/schema.ts';
import { isDelivered } from '../delivered.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';

const PAUSE_MS = 60_000;
/** A transaction that began before this time has ended: nothing is received earlier than a step has looked. */
export const SETTLED_MS = 5 * 60_000;
/** Plays that one step looks at, so that the first one after an update is no long transaction. */
const STEP_PLAYS = 50_000;

/** Of a play `p`: `lat:lng`, the lower corner of a cell in whole parts of a degree. */
export const cellOf = sql`(
  floor((p.record -> 'geo' -> 'fix' ->> 'lat')::float8 * ${sql.raw(String(CELLS_PER_DEGREE))})::int || ':' ||
  floor((p.record -> 'geo' -> 'fix' ->> 'lng')::float8 * ${sql.raw(String(CELLS_PER_DEGREE))})::int)`;

/** One play or many under the same names: what the hours hold and what is read beside them. */
export const playDimensions = sql`p.device_id, p.creative_id, p.campaign_id, p.record ->> 'zone' as zone, p.result, ${cellOf} as cell`;
export const playMeasures = sql`count(*)::int as plays, sum(p.duration_ms)::bigint as duration_ms,
  (count(*) filter (where p.state = 'quarantined'))::int as quarantined, (count(*) filter (where ${isDelivered}))::int as delivered`;

/** A `select` of screens and hours, under the names `device_id` and `hour`. */
export type ScreenHours = SQL;
/** Screens and hours in which plays of a condition on `p` began. */
export const screenHoursOf = (isOne: SQL): ScreenHours =>
  sql`select distinct p.device_id, date_trunc('hour', p.started_at, 'UTC') as hour from plays p where ${isOne}`;

/**
 * Rows of a table of hours at these screens and hours, as `r`. Each is looked up by its screen: `offset 0` keeps the
 * planner from reading all rows of the tenant for each of them, as it does on tables that were never counted.
 */
const rowsAt = (table: typeof playHours | typeof screenHours, hours: SQL) =>
  sql`${hours} cross join lateral (
    select r.ctid, r.* from ${table} r where r.device_id = h.device_id and r.hour = h.hour offset 0) as r`;

/** Makes these hours of these screens anew from their plays. Whoever changes the state of plays names their hours here. */
export async function recomputeHours(
  { tx, tenant_id, now }: TransactionContext,
  hours: ScreenHours,
): Promise<void> {
  const [tenant] = await tx
    .select({ retention: tenants.retention })
    .from(tenants)
    .where(eq(tenants.id, tenant_id));
  /** Of an hour whose plays are deleted by now, the row is all that is left: it is never made again. */
  const cutoff = instant(cutoffOf('plays', now, tenant?.retention));
  const remade = sql`(select * from (${hours}) as named where hour >= ${cutoff}::timestamptz) as h`;
  for (const table of [playHours, screenHours])
    await tx.execute(sql`
      delete from ${table} where ctid = any (array(
        select r.ctid from ${rowsAt(table, remade)} where r.tenant_id = ${tenant_id}))`);
  /** `offset 0`: each hour is looked up by its screen; the planner would rather read all plays of the tenant. */
  await tx.execute(sql`
    insert into play_hours (tenant_id, hour, device_id, creative_id, campaign_id, zone, result, cell,
      plays, duration_ms, quarantined, delivered)
    select p.tenant_id, h.hour, ${playDimensions}, ${playMeasures}
    from tenants t cross join ${remade} cross join lateral (
      select * from plays p where p.device_id = h.device_id and p.tenant_id = t.id
        and p.started_at >= h.hour and p.started_at < h.hour + interval '1 hour'
        and p.received_at <= t.plays_rolled_until offset 0) as p
    where t.id = ${tenant_id}
    group by 1, 2, 3, 4, 5, 6, 7, 8, p.state = 'quarantined'`);
  await tx.execute(sql`
    insert into screen_hours (tenant_id, device_id, hour, shown_ms, main_ms)
    select r.tenant_id, r.device_id, r.hour, coalesce(sum(r.duration_ms) filter (where r.quarantined = 0), 0),
      sum(r.duration_ms) filter (where r.zone in ('full', 'main') and r.result <> 'not_shown')
    from ${rowsAt(playHours, remade)} where r.tenant_id = ${tenant_id}
    group by 1, 2, 3`);
  await markWholeHours({ tx, tenant_id }, remade);
}

/** Of these hours and of those beside them. */
async function markWholeHours(
  { tx, tenant_id }: Pick<TransactionContext, 'tx' | 'tenant_id'>,
  remade: SQL,
): Promise<void> {
  const playedAt = (hour: SQL) => sql`exists (
    select from screen_hours o where o.device_id = s.device_id and o.hour = ${hour} and o.main_ms is not null)`;
  const isWhole = sql`(s.main_ms is not null and ${playedAt(sql`s.hour - interval '1 hour'`)}
    and ${playedAt(sql`s.hour + interval '1 hour'`)})`;
  const beside = sql`(
    select distinct h.device_id, h.hour + k * interval '1 hour' as hour from ${remade}, generate_series(-1, 1) as k) as h`;
  await tx.execute(sql`
    update screen_hours s set is_whole = ${isWhole}
    where s.ctid = any (array(select r.ctid from ${rowsAt(screenHours, beside)} where r.tenant_id = ${tenant_id}))
      and s.is_whole <> ${isWhole}`);
}

interface Step {
  until: string;
  hours: ScreenHours;
}
/** What was received since the last step, up to `before`; null where nothing was. */
async function nextStep(ctx: TransactionContext, before: number): Promise<Step | null> {
  const { tx, tenant_id } = ctx;
  const [tenant] = await tx
    .select({ since: tenants.plays_rolled_until })
    .from(tenants)
    .where(eq(tenants.id, tenant_id))
    .for('no key update');
  if (tenant?.since && tenant.since.getTime() > before) return stepBack(tenant_id, tenant.since, before);
  const since = tenant?.since?.toISOString() ?? '-infinity';
  const isNew = sql`p.tenant_id = ${tenant_id} and p.received_at > ${since}::timestamptz`;
  const [last] = rowsOf<{ until: number | null }>(
    await tx.execute(sql`
      select ${msOf(sql`max(received_at)`)} as until from (
        select p.received_at from plays p where ${isNew} and p.received_at <= ${instant(before)}::timestamptz
        order by p.received_at limit ${STEP_PLAYS}) as found`),
  );
  if (!last || last.until === null) return null;
  const until = instant(last.until);
  return { until, hours: screenHoursOf(sql`${isNew} and p.received_at <= ${until}::timestamptz`) };
}

/**
 * The clock was ahead and has been set right: what comes now is received before the time that is rolled up until, and
 * would be in no figure. That time goes back, and what was received after it is read play by play until it is due again.
 */
function stepBack(tenant_id: string, since: Date, before: number): Step {
  const until = instant(before);
  const isAfter = sql`p.tenant_id = ${tenant_id} and p.received_at > ${until}::timestamptz
    and p.received_at <= ${since.toISOString()}::timestamptz`;
  return { until, hours: screenHoursOf(isAfter) };
}

/** Whether something was rolled up. */
async function rollUpOnce(ctx: TransactionContext): Promise<boolean> {
  const step = await nextStep(ctx, ctx.now - SETTLED_MS);
  if (!step) return false;
  await ctx.tx
    .update(tenants)
    .set({ plays_rolled_until: dateOf(Date.parse(step.until)) })
    .where(eq(tenants.id, ctx.tenant_id));
  await recomputeHours(ctx, step.hours);
  return true;
}

type OnFault = (error: unknown) => void;
/** Of all tenants; what fails in one holds up no other. */
export async function rollUpPlays(server: Server, onFault: OnFault): Promise<void> {
  const before = instant(server.clock.now() - SETTLED_MS);
  const due = await server.tenantTransactions.acrossTenants(tx =>
    tx
      .select({ id: tenants.id })
      .from(tenants)
      .where(
        sql`${tenants.plays_rolled_until} > ${before}::timestamptz or exists (
          select from plays p where p.tenant_id = ${tenants.id} and p.received_at <= ${before}::timestamptz
            and p.received_at > coalesce(${tenants.plays_rolled_until}, '-infinity'::timestamptz))`,
      ),
  );
  for (const { id } of due)
    try {
      while (await inTenant(server, { tenant_id: id, user_id: null }, rollUpOnce));
    } catch (error) {
      onFault(error);
    }
}

/** Returns what ends it. */
export const startRollUps = (server: Server, onFault: OnFault): (() => void) =>
  server.periodic.start('play_hours', PAUSE_MS, report => rollUpPlays(server, report), onFault);
