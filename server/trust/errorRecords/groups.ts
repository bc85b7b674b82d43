/** Errors that browsers reported, like ones together. */
import { and, count, desc, gte, max, min, sql } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import { MAX_ERROR_GROUPS, type clientErrorGroups } from '../../../shared/contract/trust/system.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import type { Db } from '../../db/database.ts';
import { clientErrors } from '../../db/schema.ts';

const DAY_MS = 86_400_000;

export async function errorGroups(
  tx: Db,
  { now, days }: { now: number; days: number },
): Promise<Answer<typeof clientErrorGroups>> {
  const within = and(gte(clientErrors.at, dateOf(now - days * DAY_MS)));
  const like = {
    error_type: clientErrors.error_type,
    context_type: clientErrors.context_type,
    section_context: clientErrors.section_context,
    error_message: clientErrors.error_message,
    http_status_code: clientErrors.http_status_code,
  };
  const found = await tx
    .select({
      ...like,
      id: sql<string>`(max(${clientErrors.id}::text))`,
      count: count(),
      first_at: min(clientErrors.at),
      last_at: max(clientErrors.at),
      of: sql<number>`(count(*) over ())::int`,
      total: sql<number>`(sum(count(*)) over ())::int`,
    })
    .from(clientErrors)
    .where(within)
    .groupBy(...Object.values(like))
    .orderBy(desc(count()), desc(max(clientErrors.at)))
    .limit(MAX_ERROR_GROUPS);
  const { of = 0, total = 0 } = found[0] ?? {};
  return {
    groups: found.map(({ of: _of, total: _total, first_at, last_at, ...group }) => ({
      ...group,
      first_at: instant(first_at?.getTime() ?? now),
      last_at: instant(last_at?.getTime() ?? now),
    })),
    total,
    more: of - found.length,
  };
}
