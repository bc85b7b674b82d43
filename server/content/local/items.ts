/** Local content of a tenant: its list, and rows as the contract has them. */
import { and, eq, sql } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import * as contract from '../../../shared/contract/content/contentItem.ts';
import type { ContentBody, ContentItem } from '../../../shared/contract/content/contentItem.ts';
import { fieldsOf, KIND_FIELDS } from '../../../shared/contract/content/contentKinds.ts';
import type { Db } from '../../db/database.ts';
import { commonFieldsOf, requireFound } from '../../db/rows.ts';
import { contentItems, mediaAssets } from '../../db/schema.ts';
import { asSelectQuery, listing, type SelectedFields } from '../../resource/listing.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { toAsset } from '../media/assets.ts';
import { stateAt, stateColumn } from './state.ts';
import { wordCheck } from './words.ts';

export type ContentRow = typeof contentItems.$inferSelect;
interface Row {
  item: ContentRow;
  image: typeof mediaAssets.$inferSelect | null;
}
const from = (tx: Db, selected: SelectedFields) =>
  asSelectQuery(
    tx
      .select(selected as never)
      .from(contentItems)
      .leftJoin(mediaAssets, eq(mediaAssets.id, contentItems.image_id)),
  );

const ALL_KIND_FIELDS = Object.values(KIND_FIELDS).flatMap(fields => Object.keys(fields));
/** Those of another kind are null. */
const NO_DETAILS = Object.fromEntries(ALL_KIND_FIELDS.map(name => [name, null]));
const orNull = (time: Date | null) => (time === null ? null : instant(time.getTime()));

const toItem = (ctx: TransactionContext, { item, image }: Row, fails_check: boolean) =>
  ({
    ...{ kind: item.kind, state: stateAt(item, ctx.now), title: item.title, body: item.body },
    ...{ image_id: item.image_id, image: image && toAsset(ctx, image) },
    ...{ cta_url: item.cta_url, geo: item.geo, priority: item.priority, public: item.public },
    ...{ starts_at: orNull(item.starts_at), ends_at: orNull(item.ends_at) },
    languages: contract.CONTENT_LANGUAGES.filter(language => item.title[language] !== ''),
    ...{ source: item.source, feed_id: item.feed_id, reason: item.reason },
    ...{ edit_waits: item.waiting !== null, waiting: item.waiting?.body ?? null },
    fails_check,
    ...NO_DETAILS,
    ...item.details,
    ...commonFieldsOf(item),
  }) as ContentItem;

type BodyColumns = Pick<
  ContentRow,
  | 'kind'
  | 'title'
  | 'body'
  | 'image_id'
  | 'cta_url'
  | 'geo'
  | 'starts_at'
  | 'ends_at'
  | 'priority'
  | 'public'
  | 'details'
>;
/** The item as a body of its kind would make it. */
export function bodyOfRow(row: BodyColumns): Record<string, unknown> {
  const { kind, title, body, image_id, cta_url, geo, priority, details } = row;
  const window = { starts_at: orNull(row.starts_at), ends_at: orNull(row.ends_at) };
  return { kind, title, body, image_id, cta_url, geo, priority, public: row.public, ...window, ...details };
}
/** News that name no start are shown from when they were published. */
const startOf = (body: ContentBody) =>
  body.kind === 'news' && body.starts_at === null ? body.published_at : body.starts_at;
/** With what an edit that waits has changed already. */
export const newestBodyOf = (row: ContentRow): Record<string, unknown> => row.waiting?.body ?? bodyOfRow(row);
const toDate = (time: string | null) => (time === null ? null : dateOf(Date.parse(time)));
export function columnsOf(body: ContentBody) {
  const { kind, title, body: text, image_id, cta_url, geo, ends_at, priority } = body;
  const own = fieldsOf(kind);
  const details = Object.fromEntries(Object.entries(body).filter(([name]) => own.includes(name)));
  const window = { starts_at: toDate(startOf(body)), ends_at: toDate(ends_at) };
  return {
    ...{ kind, title, body: text, image_id, cta_url, geo, priority, public: body.public },
    ...window,
    details,
  };
}

/** As the audit log names it. */
export const titleOf = ({ title }: Pick<ContentItem, 'title'>) => (title.en === '' ? title.zh : title.en);

const words = (column: typeof contentItems.title | typeof contentItems.body) =>
  sql`coalesce(nullif(${column} ->> 'en', ''), ${column} ->> 'zh')`;
/** Both languages as one text, which is searched. */
export const eachLanguage = (column: typeof contentItems.title | typeof contentItems.body) =>
  sql`(${column} ->> 'en') || ' ' || (${column} ->> 'zh')`;

/** The title as a list shows it. */
export const titleWords = words(contentItems.title);

export const contentListing = listing(contract.contentItems)<Row>({
  from,
  fields: { item: contentItems, image: mediaAssets },
  id: contentItems.id,
  scope: ({ tenant_id }) => eq(contentItems.tenant_id, tenant_id),
  sortColumns: {
    title: titleWords,
    kind: contentItems.kind,
    priority: contentItems.priority,
    starts_at: contentItems.starts_at,
    ends_at: contentItems.ends_at,
    created_at: contentItems.created_at,
    updated_at: contentItems.updated_at,
  },
  searchColumns: [
    eachLanguage(contentItems.title),
    eachLanguage(contentItems.body),
    sql`${contentItems.details}::text`,
  ],
  filterColumns: {
    kind: contentItems.kind,
    state: stateColumn,
    source: contentItems.source,
    feed_id: contentItems.feed_id,
  },
  deleted_at: contentItems.deleted_at,
  created_at: contentItems.created_at,
  serialize: async (ctx, rows) => {
    const refused = await wordCheck(ctx);
    return rows.map(row => toItem(ctx, row, refused(row.item).length > 0));
  },
});

export async function lockItemRow({ tx, tenant_id }: TransactionContext, id: string): Promise<ContentRow> {
  const [row] = await tx
    .select()
    .from(contentItems)
    .where(and(eq(contentItems.id, id), eq(contentItems.tenant_id, tenant_id)))
    .for('update');
  return requireFound(row, 'content item');
}
/** Locks an item of the tenant before a change, and notes it for the audit log. */
export async function lockItem(ctx: TransactionContext, id: string): Promise<ContentRow> {
  const found = await lockItemRow(ctx, id);
  ctx.auditNote.before = found;
  ctx.auditNote.target_name = titleOf(found);
  return found;
}
