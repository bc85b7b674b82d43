/**
 * Hours of plays, kept from what was received. For every hour it holds that its rows are the plays of that hour which
 * were received until the tenant's `plays_rolled_until`: a step moves that time on and makes each hour anew that
 * something received meanwhile belongs to, however long ago it was played.
 */
import { eq, sql } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import { CELLS_PER_DEGREE } from '../../../shared/contract/proof/analytics.ts';
import { cutoffOf } from '../../../shared/retention/cutoff.ts';
import type { Server } from '../../context/server.ts';
import { msOf, rowsOf } from '../../db/rows.ts';
import { tenants } from '../../db/schema.ts';
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

/** Makes these hours anew from their plays. Whoever changes the state of plays names their hours here. */
export async function recomputeHours(
  { tx, tenant_id, now }: TransactionContext,
  hours: readonly string[],
): Promise<void> {
  if (hours.length === 0) return;
  const [tenant] = await tx
    .select({ retention: tenants.retention })
    .from(tenants)
    .where(eq(tenants.id, tenant_id));
  /** Of an hour whose plays are deleted by now, the row is all that is left: it is never made again. */
  const cutoff = cutoffOf('plays', now, tenant?.retention);
  const remade = hours.filter(hour => Date.parse(hour) >= cutoff);
  if (remade.length === 0) return;
  const named = sql`${sql.param(remade)}::timestamptz[]`;
  const isRemade = sql`tenant_id = ${tenant_id} and hour = any(${named})`;
  await tx.execute(sql`delete from play_hours where ${isRemade}`);
  await tx.execute(sql`delete from screen_hours where ${isRemade}`);
  await tx.execute(sql`
    insert into play_hours (tenant_id, hour, device_id, creative_id, campaign_id, zone, result, cell,
      plays, duration_ms, quarantined, delivered)
    select p.tenant_id, h.hour, ${playDimensions}, ${playMeasures}
    from unnest(${named}) as h(hour)
    join tenants t on t.id = ${tenant_id}
    join plays p on p.tenant_id = t.id and p.started_at >= h.hour and p.started_at < h.hour + interval '1 hour'
      and p.received_at <= t.plays_rolled_until
    group by 1, 2, 3, 4, 5, 6, 7, 8, p.state = 'quarantined'`);
  await tx.execute(sql`
    insert into screen_hours (tenant_id, device_id, hour, shown_ms)
    select tenant_id, device_id, hour, sum(duration_ms) from play_hours where ${isRemade} and quarantined = 0
    group by 1, 2, 3`);
}

interface Step {
  until: string;
  hours: string[];
}
/** What was received since the last step, up to `before`; null where nothing was. */
async function nextStep(ctx: TransactionContext, before: number): Promise<Step | null> {
  const { tx, tenant_id } = ctx;
  const [tenant] = await tx
    .select({ since: tenants.plays_rolled_until })
    .from(tenants)
    .where(eq(tenants.id, tenant_id))
    .for('no key update');
  if (tenant?.since && tenant.since.getTime() > before) return stepBack(ctx, tenant.since, before);
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
  const touched = rowsOf<{ hour: number }>(
    await tx.execute(sql`
      select distinct ${msOf(sql`date_trunc('hour', p.started_at, 'UTC')`)} as hour from plays p
      where ${isNew} and p.received_at <= ${until}::timestamptz`),
  );
  return { until, hours: touched.map(({ hour }) => instant(hour)) };
}

/**
 * The clock was ahead and has been set right: what comes now is received before the time that is rolled up until, and
 * would be in no figure. That time goes back, and what was received after it is read play by play until it is due again.
 */
async function stepBack({ tx, tenant_id }: TransactionContext, since: Date, before: number): Promise<Step> {
  const until = instant(before);
  const touched = rowsOf<{ hour: number }>(
    await tx.execute(sql`
      select distinct ${msOf(sql`date_trunc('hour', p.started_at, 'UTC')`)} as hour from plays p
      where p.tenant_id = ${tenant_id} and p.received_at > ${until}::timestamptz
        and p.received_at <= ${since.toISOString()}::timestamptz`),
  );
  return { until, hours: touched.map(({ hour }) => instant(hour)) };
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
