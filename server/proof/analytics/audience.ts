/** How many people were before screens. Screens send only hours with enough of them; the bound holds here once more. */
import { sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { LEAST_K, type AgeGroup, type Gender } from '../../../shared/contract/playout/audience.ts';
import type { analyticsAudience } from '../../../shared/contract/proof/analytics.ts';
import type { Answer, Query } from '../../../shared/contract/wire/endpoint.ts';
import { hourIn } from '../../../shared/i18n/format.ts';
import { msOf, rowsOf } from '../../db/rows.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { basisOf } from './basis.ts';
import { daySpan, type AnalyticsSpan } from './span.ts';

const HOURS = 24;
const atLeastK = (people: number) => (people < LEAST_K ? null : people);

interface HourRow {
  at: number;
  is_now: boolean;
  people: number;
  screen_hours: number;
}
/** `age` null: how many screens counted anybody. */
interface GroupRow {
  age: AgeGroup | null;
  gender: Gender | null;
  n: number;
}

type Tenant = Pick<TransactionContext, 'tx' | 'tenant_id'>;
type Found = [hours: HourRow[], groups: GroupRow[]];
async function readSums({ tx, tenant_id }: Tenant, { before, from, to }: AnalyticsSpan): Promise<Found> {
  const since = (time: string) =>
    sql`tenant_id = ${tenant_id} and hour >= ${time}::timestamptz and hour < ${to}::timestamptz`;
  const hours = await tx.execute(sql`
    select ${msOf(sql`hour`)} as at, hour >= ${from}::timestamptz as is_now, people::float8 as people, screens as screen_hours
    from audience_sums where ${since(before)} and age = '' and screens > 0`);
  const groups = await tx.execute(sql`
    select null as age, null as gender, count(distinct device_id)::float8 as n from audience_counts where ${since(from)}
    union all
    select age, gender, sum(people)::float8 from audience_sums where ${since(from)} and age <> '' and screens > 0 group by 1, 2`);
  return [rowsOf<HourRow>(hours), rowsOf<GroupRow>(groups)];
}
async function readCounts({ tx, tenant_id }: Tenant, span: AnalyticsSpan, device_id: string): Promise<Found> {
  const counted = (from: string) => sql`audience_counts a
    where a.tenant_id = ${tenant_id} and a.hour >= ${from}::timestamptz and a.hour < ${span.to}::timestamptz
      and a.device_id = ${device_id}::uuid`;
  const hours = await tx.execute(sql`
    select ${msOf(sql`a.hour`)} as at, a.hour >= ${span.from}::timestamptz as is_now,
      sum(a.people)::float8 as people, count(*)::int as screen_hours
    from ${counted(span.before)} group by a.hour`);
  const groups = await tx.execute(sql`
    with counted as (select a.* from ${counted(span.from)})
    select null as age, null as gender, count(distinct device_id)::float8 as n from counted
    union all
    select g.age, g.gender, sum(g.people)::float8 from counted,
      jsonb_to_recordset(counted.groups) as g(age text, gender text, people int) group by 1, 2`);
  return [rowsOf<HourRow>(hours), rowsOf<GroupRow>(groups)];
}

export async function audienceFigures(
  ctx: TransactionContext,
  query: Query<typeof analyticsAudience>,
): Promise<Answer<typeof analyticsAudience>> {
  const { tx, tenant_id } = ctx;
  const span = daySpan(query, ctx.now);
  /** Of all screens the sums are read, of one its counts. */
  const [hourRows, groupRows] =
    query.device_id === undefined
      ? await readSums({ tx, tenant_id }, span)
      : await readCounts({ tx, tenant_id }, span, query.device_id);
  const now = hourRows.filter(row => row.is_now);
  const people = (rows: readonly HourRow[]) => atLeastK(rows.reduce((sum, row) => sum + row.people, 0));
  const hourOf = hourIn(span.tz);
  return {
    ...(await basisOf(ctx, span, query.device_id)),
    people: people(now),
    before_people: people(hourRows.filter(row => !row.is_now)),
    screens: groupRows.find(({ age }) => age === null)?.n ?? 0,
    hours: Array.from({ length: HOURS }, (_, hour) => {
      const rows = now.filter(({ at }) => hourOf(instant(at)) === hour);
      return {
        hour,
        people: people(rows),
        screen_hours: rows.reduce((sum, row) => sum + row.screen_hours, 0),
      };
    }),
    groups: groupRows.flatMap(({ age, gender, n }) =>
      age === null || gender === null ? [] : [{ age, gender, people: atLeastK(n) }],
    ),
  };
}
