/** Totals of plays that nothing but a time narrows: of years they are read at once, as those of analytics are. */
import { sql } from 'drizzle-orm';
import { rowsOf } from '../../db/rows.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { PlayFilter } from '../filter.ts';
import { addSums, filtersOf, NO_SUMS, rolledAtLeast, type Sums } from '../analytics/source.ts';
import { spanOfParts } from '../analytics/span.ts';
import { isOfAll, summed } from './summed.ts';

/** Bounds that no play lies beyond: a screen may claim any time. */
const [FIRST, LAST] = ['0001-01-01T00:00:00.000Z', '9999-12-31T00:00:00.000Z'];

export const isOfTime = (filter: PlayFilter): boolean =>
  isOfAll(filtersOf(filter)) && filter.state === undefined && filter.picture === undefined;

interface Row extends Sums {
  kind: 'part' | 'device';
  part: number;
}
export async function sumsOfTime(
  { tx, tenant_id }: Pick<TransactionContext, 'tx' | 'tenant_id'>,
  { from = FIRST, to = LAST }: Pick<PlayFilter, 'from' | 'to'>,
) {
  const span = spanOfParts({ from, to, parts: [from] });
  if (from >= to) return { plays: 0, duration_ms: 0, quarantined: 0, screens: 0, not_shown: 0 };
  const until = await rolledAtLeast({ tx, tenant_id });
  const rows = rowsOf<Row>(
    await tx.execute(sql`
      ${summed({ tenant_id, span, until }, ['device'])}
      select * from summed where kind = 'part'
      union all
      select 'device', is_now, part, '', count(*) filter (where plays > 0), 0, 0, 0, 0, 0, 0, 0, 0 from summed
      where kind = 'device' group by 2, 3`),
  );
  const of = (kind: Row['kind']) => rows.filter(row => row.kind === kind).reduce(addSums, NO_SUMS);
  const { plays, duration_ms, quarantined, not_shown } = of('part');
  return { plays, duration_ms, quarantined, screens: of('device').plays, not_shown };
}

/** Of each part, in their order. */
export async function sumsOfParts(
  { tx, tenant_id }: Pick<TransactionContext, 'tx' | 'tenant_id'>,
  { to, parts }: { to: string; parts: string[] },
) {
  const span = spanOfParts({ from: parts[0] ?? to, to, parts });
  const until = await rolledAtLeast({ tx, tenant_id });
  const rows = rowsOf<Row>(
    await tx.execute(sql`${summed({ tenant_id, span, until }, [])} select * from summed where kind = 'part'`),
  );
  const found = new Map(rows.map(row => [row.part, row]));
  return parts.map((_, i) => found.get(i + 1) ?? NO_SUMS);
}
