/** Which plays a list, a total or an export is about: one rule, so that the three always agree. */
import { and, eq, gte, inArray, lt, ne, type SQL } from 'drizzle-orm';
import { dateOf } from '../../shared/clock.ts';
import type { Query } from '../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import { RESULTS, type playTotals } from '../../shared/contract/proof/play.ts';
import { plays } from '../db/schema.ts';

export type PlayFilter = Query<typeof playTotals>;

const dateAt = (instant: string) => dateOf(Date.parse(instant));

/** `from` counts, `to` does not: two days side by side never share a play. */
export function scope(tenant_id: string, filter: PlayFilter): SQL | undefined {
  return and(
    eq(plays.tenant_id, tenant_id),
    filter.from === undefined ? undefined : gte(plays.started_at, dateAt(filter.from)),
    filter.to === undefined ? undefined : lt(plays.started_at, dateAt(filter.to)),
    filter.device_id === undefined ? undefined : eq(plays.device_id, filter.device_id),
    filter.creative_id === undefined ? undefined : eq(plays.creative_id, filter.creative_id),
  );
}

/** An intent that was never shown is no play; it stands in a list only where it is asked for. */
export function results(asked: string | undefined): SQL | undefined {
  if (asked === undefined) return ne(plays.result, 'not_shown');
  const words = asked.split(',');
  const unknown = words.filter(word => !(RESULTS as readonly string[]).includes(word));
  if (unknown.length > 0)
    throw new AppError('VALIDATION', 'There is no such result.', {
      result: [`One of ${RESULTS.join(', ')}`],
    });
  return inArray(plays.result, words);
}
