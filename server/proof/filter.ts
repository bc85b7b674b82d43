/** The filter of plays, shared by list, totals and export, so that they always agree. */
import { and, eq, gte, inArray, lt, ne, or, sql, type AnyColumn, type SQL } from 'drizzle-orm';
import { dateOf } from '../../shared/clock.ts';
import type { Query } from '../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import {
  PICTURE_GRADES,
  RESULTS,
  type PictureGrade,
  type playTotals,
} from '../../shared/contract/proof/play.ts';
import { id } from '../../shared/contract/wire/wire.ts';
import { titleWords } from '../content/local/items.ts';
import { containsText } from '../db/lists.ts';
import { rowsOf } from '../db/rows.ts';
import { campaigns, contentItems, creatives, devices, plays } from '../db/schema.ts';
import type { TransactionContext } from '../transaction/context.ts';
import { stateFilter } from './account/inSql.ts';

type Tenant = Pick<TransactionContext, 'tx' | 'tenant_id'>;
export type PlayFilter = Query<typeof playTotals>;

const dateAt = (instant: string) => dateOf(Date.parse(instant));

/** `from` is inclusive and `to` exclusive, so that adjacent days never share a play. */
export async function playScope({ tx, tenant_id }: Tenant, filter: PlayFilter): Promise<SQL | undefined> {
  return and(
    eq(plays.tenant_id, tenant_id),
    filter.from === undefined ? undefined : gte(plays.started_at, dateAt(filter.from)),
    filter.to === undefined ? undefined : lt(plays.started_at, dateAt(filter.to)),
    filter.device_id === undefined ? undefined : eq(plays.device_id, filter.device_id),
    filter.creative_id === undefined ? undefined : eq(plays.creative_id, filter.creative_id),
    filter.campaign_id === undefined ? undefined : eq(plays.campaign_id, filter.campaign_id),
    pictureFilter(filter.picture),
    await searchFilter({ tx, tenant_id }, filter.q),
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

/** The play that a text names by its id; null where it names none. */
export function playIdOf(q: string | undefined): string | null {
  const found = id.safeParse(q?.trim().toLowerCase());
  return found.success ? found.data : null;
}

type Column = AnyColumn | SQL;
interface NamedColumns {
  device_id: Column;
  creative_id: Column;
  campaign_id: Column;
}
/** Hours of plays by the same names as `searchFilter` finds plays. */
export function matchesNames(
  tenant_id: string,
  q: string | undefined,
  { device_id, creative_id, campaign_id }: NamedColumns,
): SQL | undefined {
  const words = q?.trim();
  if (words === undefined || words === '') return undefined;
  return sql`(${device_id} in (select ${devices.id} from ${devices}
      where ${devices.tenant_id} = ${tenant_id} and ${containsText(words, devices.name)})
    or ${creative_id} in (select ${creatives.id} from ${creatives}
      where ${creatives.tenant_id} = ${tenant_id} and ${containsText(words, creatives.name)})
    or ${creative_id} in (select ${contentItems.id} from ${contentItems}
      where ${contentItems.tenant_id} = ${tenant_id} and ${containsText(words, titleWords)})
    or ${campaign_id} in (select ${campaigns.id} from ${campaigns}
      where ${campaigns.tenant_id} = ${tenant_id} and ${containsText(words, campaigns.name)}))`;
}
/** Names are looked up first: where nothing is called so, no play is read, and ids lead into an index. */
async function searchFilter({ tx, tenant_id }: Tenant, q: string | undefined): Promise<SQL | undefined> {
  const play_id = playIdOf(q);
  if (play_id !== null) return eq(plays.play_id, play_id);
  const words = q?.trim();
  if (words === undefined || words === '') return undefined;
  const found = rowsOf<{ kind: 'device' | 'creative' | 'campaign'; id: string }>(
    await tx.execute(sql`
      select 'device' as kind, ${devices.id} as id from ${devices}
      where ${devices.tenant_id} = ${tenant_id} and ${containsText(words, devices.name)}
      union all
      select 'creative', ${creatives.id} from ${creatives}
      where ${creatives.tenant_id} = ${tenant_id} and ${containsText(words, creatives.name)}
      union all
      select 'creative', ${contentItems.id} from ${contentItems}
      where ${contentItems.tenant_id} = ${tenant_id} and ${containsText(words, titleWords)}
      union all
      select 'campaign', ${campaigns.id} from ${campaigns}
      where ${campaigns.tenant_id} = ${tenant_id} and ${containsText(words, campaigns.name)}`),
  );
  const columns = { device: plays.device_id, creative: plays.creative_id, campaign: plays.campaign_id };
  const named = Object.entries(columns).flatMap(([kind, column]) => {
    const ids = found.filter(row => row.kind === kind).map(({ id: one }) => one);
    return ids.length === 0 ? [] : [sql`${column} = any(${sql.param(ids)}::uuid[])`];
  });
  return named.length === 0 ? sql`false` : or(...named);
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
  and(await playScope(ctx, filter), resultFilter(filter.result), await stateFilter(ctx, filter, walked));

/** What is quarantined is listed with its reasons, and counts in no figure but its own. */
export const isNotQuarantined = sql`${plays.state} <> 'quarantined'`;
