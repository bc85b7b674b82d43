/** Gaps, forks and clock grades of a screen's ledger, day by day in the tenant's zone. */
import { and, eq, gte, lt, sql, type SQL } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { Answer, Query } from '../../../shared/contract/wire/endpoint.ts';
import {
  MAX_NAMED_GAPS,
  type IntegrityDay,
  type playIntegrity,
} from '../../../shared/contract/proof/integrity.ts';
import { isReckonable } from '../groups.ts';
import { isInCalendar } from '../../../shared/contract/wire/wire.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { dayStart } from '../../../shared/i18n/format.ts';
import { requireFound, rowsOf } from '../../db/rows.ts';
import { devices, plays, tenants } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

const ISO_DAY_CHARS = 10;
const DAY_MS = 86_400_000;

export async function integrityOf(
  ctx: TransactionContext,
  { device_id, day, days: count }: Query<typeof playIntegrity>,
): Promise<Answer<typeof playIntegrity>> {
  if (!isInCalendar(day) || !isReckonable(day))
    throw new AppError('VALIDATION', 'There is no such day.', { day: ['A day like 2026-11-01'] });
  const tz = await zoneOf(ctx, device_id);
  const starts = Array.from({ length: count + 1 }, (_, n) => dayStart(day, tz, n));
  const bounds = sql.join(
    starts.slice(0, count).map(start => sql`${start}::timestamptz`),
    sql`, `,
  );
  const bucket = sql`width_bucket(${plays.started_at}, array[${bounds}])`;
  const scope = and(
    ...[eq(plays.tenant_id, ctx.tenant_id), eq(plays.device_id, device_id)],
    gte(plays.started_at, dateOf(Date.parse(starts[0] ?? ''))),
    lt(plays.started_at, dateOf(Date.parse(starts[count] ?? ''))),
  );
  const counted = await countsOf(ctx, scope, bucket);
  const gaps = await gapsOf(ctx, scope, bucket);
  const forks = await forksOf(ctx, scope, bucket);
  const dayName = (n: number) =>
    dateOf(Date.parse(`${day}T00:00:00.000Z`) + n * DAY_MS)
      .toISOString()
      .slice(0, ISO_DAY_CHARS);
  return {
    tz,
    days: Array.from({ length: count }, (_, n): IntegrityDay => {
      const of = <T extends { n: number }>(rows: readonly T[]) => rows.filter(row => row.n === n + 1);
      const [sums] = of(counted);
      return {
        day: dayName(n),
        ...{ records: sums?.records ?? 0, quarantined: sums?.quarantined ?? 0, rooted: sums?.rooted ?? 0 },
        grades: { A: sums?.a ?? 0, B: sums?.b ?? 0, C: sums?.c ?? 0, D: sums?.d ?? 0 },
        gaps: of(gaps)[0]?.gaps ?? 0,
        missing: of(gaps).map(({ epoch, first_seq, last_seq }) => ({ epoch, first_seq, last_seq })),
        forks: of(forks).map(({ epoch, seq }) => ({ epoch, seq })),
      };
    }),
  };
}

async function zoneOf({ tx, tenant_id }: TransactionContext, device_id: string): Promise<string> {
  const [row] = await tx
    .select({ tz: tenants.tz })
    .from(devices)
    .innerJoin(tenants, eq(tenants.id, devices.tenant_id))
    .where(and(eq(devices.tenant_id, tenant_id), eq(devices.id, device_id)));
  return requireFound(row, 'screen').tz;
}

const whole = (expression: SQL) => sql<number>`${expression}`.mapWith(Number);
function countsOf({ tx }: TransactionContext, scope: SQL | undefined, bucket: SQL) {
  const graded = (grade: string) => whole(sql`count(*) filter (where ${plays.clock_grade} = ${grade})`);
  return tx
    .select({
      n: whole(bucket),
      records: whole(sql`count(*)`),
      quarantined: whole(sql`count(*) filter (where ${plays.state} = 'quarantined')`),
      rooted: whole(sql`count(*) filter (where ${plays.root_id} is not null)`),
      ...{ a: graded('A'), b: graded('B'), c: graded('C'), d: graded('D') },
    })
    .from(plays)
    .where(scope)
    .groupBy(sql`1`);
}

interface Gap {
  n: number;
  /** Of the day. */
  gaps: number;
  epoch: string;
  first_seq: number;
  last_seq: number;
}
/**
 * Records whose predecessor is not there; the gap reaches back to the one before, or to the ledger's beginning. The
 * records of the time are compared with their neighbours, and only where one is missing is the ledger asked: row-level
 * security keeps `q.seq = seq - 1` out of the index, so without statistics each record read the whole ledger.
 */
async function gapsOf({ tx }: TransactionContext, scope: SQL | undefined, bucket: SQL): Promise<Gap[]> {
  const rows = await tx.execute(sql`
    with numbered as (
      select ${bucket} as n, device_id, epoch, seq, started_at, lag(seq) over (partition by epoch order by seq) as neighbour
      from ${plays} where ${scope} and seq > 1
    ), missing as (
      select n, (count(*) over (partition by n))::int as gaps, p.epoch, (coalesce(earlier.seq, 0) + 1)::float8 as first_seq,
        row_number() over (partition by n order by p.started_at, p.seq) as nth, (p.seq - 1)::float8 as last_seq
      from numbered p left join lateral (select q.seq from plays q
        where q.device_id = p.device_id and q.epoch = p.epoch and q.seq < p.seq order by q.seq desc limit 1) as earlier on true
      where p.neighbour is distinct from p.seq - 1 and coalesce(earlier.seq, 0) < p.seq - 1
    )
    select n, epoch, first_seq, last_seq, gaps from missing where nth <= ${MAX_NAMED_GAPS} order by n, nth`);
  return rowsOf<Gap>(rows);
}

/** A screen that met another record at its number writes on in a new epoch and names the number it left. */
async function forksOf({ tx }: TransactionContext, scope: SQL | undefined, bucket: SQL) {
  const rows = await tx.execute(sql`
    select min(${bucket}) as n, ${plays.record} -> 'previous_key' ->> 'epoch' as epoch,
      min((${plays.record} -> 'previous_key' ->> 'seq')::float8) as seq
    from ${plays} where ${scope} and jsonb_exists(${plays.record}, 'previous_key')
    group by 2 order by 1, 2`);
  return rowsOf<{ n: number; epoch: string; seq: number }>(rows);
}
