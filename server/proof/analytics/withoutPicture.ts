/** Which screens in service played nothing in a time: no hour of theirs has plays around it, so uptime counts none. */
import { sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { msOf, rowsOf } from '../../db/rows.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { AnalyticsSpan } from './span.ts';

/** The others are counted. */
const MOST_NAMED = 20;

interface Row {
  id: string;
  name: string;
  last_seen: number;
  total: number;
}

/** Each screen is looked up by itself, first in its hours and then in its plays, and no further than its first one. */
export async function screensWithoutPicture(
  { tx, tenant_id, now }: TransactionContext,
  { span: { from, to }, device_id }: { span: AnalyticsSpan; device_id: string | undefined },
) {
  if (from >= instant(now)) return { total: 0, screens: [] };
  const isOne = device_id === undefined ? sql`true` : sql`d.id = ${device_id}`;
  const rows = rowsOf<Row>(
    await tx.execute(sql`
      select d.id, d.name, ${msOf(sql`d.last_seen_at`)} as last_seen, (count(*) over ())::int as total
      from devices d
      where d.tenant_id = ${tenant_id} and ${isOne} and d.state = 'active' and d.deleted_at is null
        and d.last_seen_at is not null and d.created_at < ${to}::timestamptz
        and coalesce(
          (select true from screen_hours h where h.device_id = d.id and h.hour >= ${from}::timestamptz
            and h.hour <= ${to}::timestamptz - interval '1 hour' and h.shown_ms > 0 limit 1),
          (select true from plays p where p.device_id = d.id and p.started_at >= ${from}::timestamptz
            and p.started_at < ${to}::timestamptz and p.result <> 'not_shown' and p.duration_ms > 0 limit 1)) is null
      order by d.name, d.id limit ${MOST_NAMED}`),
  );
  return {
    total: rows[0]?.total ?? 0,
    screens: rows.map(({ id, name, last_seen }) => ({ id, name, last_seen_at: instant(last_seen) })),
  };
}
