/** Local content and the feeds it is read from. */
import { sql } from 'drizzle-orm';
import { boolean, index, integer, jsonb, pgTable, text, uniqueIndex, uuid } from 'drizzle-orm/pg-core';
import type { Feed } from '../../../shared/contract/content/feed.ts';
import type { ContentBody, ContentItem } from '../../../shared/contract/content/contentItem.ts';
import { at, commonColumns } from './columns.ts';
import { mediaAssets } from './content.ts';
import { tenant_id } from './tenants.ts';

export const contentFeeds = pgTable(
  'content_feeds',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    name: text('name').notNull(),
    url: text('url').notNull(),
    kind: text('kind').$type<Feed['kind']>().notNull(),
    format: text('format').$type<Feed['format']>().notNull(),
    language: text('language').$type<Feed['language']>().notNull(),
    interval_min: integer('interval_min').notNull(),
    keep_h: integer('keep_h').notNull(),
    mapping: jsonb('mapping').$type<Feed['mapping']>().notNull(),
    auto_publish: boolean('auto_publish').notNull(),
    /** As its last reading or somebody left it; time makes what is ok stale. */
    state: text('state').$type<Feed['state']>().notNull().default('ok'),
    /** What its server named the last answer by. */
    etag: text('etag'),
    last_modified: text('last_modified'),
    checked_at: at('checked_at'),
    ok_at: at('ok_at'),
    /** When it is read next. */
    due_at: at('due_at').notNull().defaultNow(),
    /** In a row. */
    failures: integer('failures').notNull().default(0),
    error: text('error').$type<Feed['error']>(),
    ...commonColumns,
  },
  t => [index('content_feeds_due').on(t.due_at), index('content_feeds_tenant').on(t.tenant_id, t.name)],
);

/** `body`: as the contract has a new item of the kind. */
export interface WaitingEdit {
  body: ContentBody;
  card_id: string;
  /** Where its feed has the picture; null where it comes from none. */
  image_url: string | null;
}

export interface Brought {
  body: ContentBody;
  image_url: string | null;
}

export const contentItems = pgTable(
  'content_items',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    kind: text('kind').$type<ContentItem['kind']>().notNull(),
    /** What somebody did last; the time decides whether what is live is scheduled still, or over. */
    state: text('state').$type<ContentItem['state']>().notNull().default('draft'),
    title: jsonb('title').$type<ContentItem['title']>().notNull(),
    body: jsonb('body').$type<ContentItem['body']>().notNull(),
    image_id: uuid('image_id').references(() => mediaAssets.id),
    cta_url: text('cta_url'),
    geo: jsonb('geo').$type<ContentItem['geo']>(),
    starts_at: at('starts_at'),
    ends_at: at('ends_at'),
    priority: integer('priority').notNull(),
    public: boolean('public').notNull(),
    source: text('source').$type<ContentItem['source']>().notNull().default('manual'),
    feed_id: uuid('feed_id').references(() => contentFeeds.id),
    /** How its feed calls it. */
    guid: text('guid'),
    /** Where its feed has the picture. */
    image_url: text('image_url'),
    reason: text('reason'),
    /** The fields of its kind. */
    details: jsonb('details')
      .$type<Record<string, unknown>>()
      .notNull()
      .default(sql`'{}'::jsonb`),
    /** The slide that screens show of it, as it is now; null until it is published or waits for a review. */
    card_id: uuid('card_id').references(() => mediaAssets.id),
    /** Of the card that was approved, by a review or by whoever published it: screens are given no other. */
    approved_sha256: text('approved_sha256'),
    /** Who wrote of it since it was approved last: none of them decides about it. */
    edited_by: uuid('edited_by')
      .array()
      .notNull()
      .default(sql`'{}'::uuid[]`),
    /** An edit of what was approved in a review, with its card: it waits for a review of its own. */
    waiting: jsonb('waiting').$type<WaitingEdit>(),
    /** What its feed said last; what differs from it was written by somebody here. */
    brought: jsonb('brought').$type<Brought>(),
    /** When the documents that show its kind are made anew; null: nothing is to come. */
    due_at: at('due_at'),
    ...commonColumns,
  },
  t => [
    index('content_items_due').on(t.due_at),
    index('content_items_card').on(t.card_id),
    index('content_items_kind').on(t.tenant_id, t.kind, t.created_at),
    index('content_items_public')
      .on(t.kind, t.state)
      .where(sql`${t.public}`),
    index('content_items_image').on(t.image_id),
    uniqueIndex('content_items_guid').on(t.feed_id, t.guid),
  ],
);
