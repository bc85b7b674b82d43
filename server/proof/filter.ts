/** The filter of plays, shared by list, totals and export, so that they always agree. */
import { and, eq, gte, inArray, lt, ne, sql, type SQL } from 'drizzle-orm';
import { dateOf } from '../../shared/clock.ts';
import type { Query } from '../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import {
  PICTURE_GRADES,
  RESULTS,
  type PictureGrade,
  type playTotals,
} from '../../shared/contract/proof/play.ts';
import { plays } from '../db/schema.ts';
import type { TransactionContext } from '../transaction/context.ts';
import { stateFilter } from './account/inSql.ts';
import { matchesNames, playIdOf } from './search.ts';

export type PlayFilter = Query<typeof playTotals>;

const dateAt = (instant: string) => dateOf(Date.parse(instant));

/** `from` is inclusive and `to` exclusive, so that adjacent days never share a play. */
export function playScope(tenant_id: string, filter: PlayFilter): SQL | undefined {
  return and(
    eq(plays.tenant_id, tenant_id),
    filter.from === undefined ? undefined : gte(plays.started_at, dateAt(filter.from)),
    filter.to === undefined ? undefined : lt(plays.started_at, dateAt(filter.to)),
    filter.device_id === undefined ? undefined : eq(plays.device_id, filter.device_id),
    filter.creative_id === undefined ? undefined : eq(plays.creative_id, filter.creative_id),
    filter.campaign_id === undefined ? undefined : eq(plays.campaign_id, filter.campaign_id),
    pictureFilter(filter.picture),
    searchFilter(tenant_id, filter.q),
    filter.zone === undefined ? undefined : sql`${plays.record} ->> 'zone' = ${filter.zone}`,
  );
}

/** Records with the result `not_shown` are listed only on request. */
export function resultFilter(asked: string | undefined): SQL | undefined {
  if (asked === undefined) return ne(plays.result, 'not_shown');
  return inArray(plays.result, wordsOf('result', asked, RESULTS));
}

const pictureFilter = (asked: string | undefined): SQL | undefined =>
  asked === undefined
    ? undefined
    : inArray(plays.picture, wordsOf('picture', asked, PICTURE_GRADES) as PictureGrade[]);

function searchFilter(tenant_id: string, q: string | undefined): SQL | undefined {
  const play_id = playIdOf(q);
  if (play_id !== null) return eq(plays.play_id, play_id);
  const { device_id, creative_id, campaign_id } = plays;
  return matchesNames(tenant_id, q, { device_id, creative_id, campaign_id });
}

function wordsOf(field: string, asked: string, words: readonly string[]): string[] {
  const found = asked.split(',');
  if (found.some(word => !words.includes(word)))
    throw new AppError('VALIDATION', `There is no such ${field}.`, {
      [field]: [`One of ${words.join(', ')}`],
    });
  return found;
}

/** All of a filter: the same for list, totals, export and proofs. */
export const playsOf = async (
  ctx: TransactionContext,
  filter: Omit<PlayFilter, 'states'>,
  { walked = false } = {},
): Promise<SQL | undefined> =>
  and(playScope(ctx.tenant_id, filter), resultFilter(filter.result), await stateFilter(ctx, filter, walked));

/** What is quarantined is listed with its reasons, and counts in no figure but its own. */
export const isNotQuarantined = sql`${plays.state} <> 'quarantined'`;
