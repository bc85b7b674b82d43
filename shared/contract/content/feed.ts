import * as z from 'zod/mini';
import { CONTENT_LANGUAGES } from './contentItem.ts';
import { CONTENT_KINDS } from './contentKinds.ts';
import { endpoint } from '../wire/endpoint.ts';
import { entity } from '../wire/entity.ts';
import { common, instant, int, name, OUTBOUND_FAULTS, text, webUrl } from '../wire/wire.ts';

export const FEED_FORMATS = ['rss', 'atom', 'json'] as const;
/** ok: read within two intervals. stale: not since then. failing: so often in a row that it is asked more rarely. */
export const FEED_STATES = ['ok', 'stale', 'failing', 'paused'] as const;
export type FeedState = (typeof FEED_STATES)[number];
/** Why a feed could not be read: its address, the way there, its answer, what stands in it, or our own disk. */
export const FEED_FAULTS = [...OUTBOUND_FAULTS, 'doctype', 'broken', 'format', 'unkept'] as const;
export type FeedFault = (typeof FEED_FAULTS)[number];
export const FEED_INTERVAL_MIN = { least: 5, most: 1_440 } as const;
/** An entry is shown for so many hours after it was published; news for 72 at most. */
export const FEED_KEEP_H = { least: 1, most: 2_160 } as const;
/** From so many failures on it is `failing`. */
export const FAILURES_UNTIL_FAILING = 3;

/** Fields of an item that a feed can fill. */
export const MAPPED_FIELDS = [
  ...['title', 'body', 'cta_url', 'image', 'published_at'],
  ...['address', 'category', 'venue', 'event_starts_at', 'event_ends_at', 'ticket_url', 'best_time'],
  ...['merchant', 'code', 'terms', 'employer', 'apply_url', 'source_name'],
] as const;
const MAX_MAPPINGS = 30;
/** A field, and the part of an entry that fills it, or the text it has where that part is missing. */
const mapping = z.strictObject({
  field: z.enum(MAPPED_FIELDS),
  from: text(0, 80),
  value: text(0, 200),
});
export type Mapping = z.infer<typeof mapping>;
const source = {
  url: webUrl,
  kind: z.enum(CONTENT_KINDS),
  format: z.enum(FEED_FORMATS),
  /** What its texts are written in. */
  language: z.enum(CONTENT_LANGUAGES),
  keep_h: int(FEED_KEEP_H.least, FEED_KEEP_H.most),
  /** Beside what entries of its format usually fill. */
  mapping: z.array(mapping).check(z.maxLength(MAX_MAPPINGS)),
};
const editable = {
  name,
  ...source,
  interval_min: int(FEED_INTERVAL_MIN.least, FEED_INTERVAL_MIN.most),
  /** Otherwise its items wait for a review. */
  auto_publish: z.boolean(),
};
export const feed = z.object({
  ...common,
  ...editable,
  state: z.enum(FEED_STATES),
  checked_at: z.nullable(instant),
  ok_at: z.nullable(instant),
  /** When it is read next; null while it is paused. */
  due_at: z.nullable(instant),
  /** Why it could not be read the last time. */
  error: z.nullable(z.enum(FEED_FAULTS)),
  items: z.int(),
});
export type Feed = z.infer<typeof feed>;

export const feedCreate = z.strictObject({
  ...editable,
  interval_min: z._default(editable.interval_min, 60),
  keep_h: z._default(editable.keep_h, 72),
  mapping: z._default(editable.mapping, []),
  auto_publish: z._default(editable.auto_publish, false),
});
/** Its kind stays: its items are of that kind. */
export const feedPatch = z.partial(z.omit(z.strictObject(editable), { kind: true }));

export const feeds = entity({
  path: '/api/feeds',
  bulk: ['delete', 'restore', 'refresh', 'pause', 'resume'],
  area: 'content',
  /** A feed goes on being read and shown after a visit to a tenant is over. */
  writes: { crossing: 'tree' },
  row: feed,
  create: feedCreate,
  patch: feedPatch,
  removable: true,
  listOptions: {
    sorts: ['name', 'kind', 'checked_at', 'created_at'],
    defaultSort: 'name',
    enums: { status: { state: FEED_STATES }, kind: { kind: CONTENT_KINDS } },
  },
  actions: {
    /** Within seconds: nobody waits for a stranger's server. */
    refresh: { summary: 'Read it as soon as possible', from: ['ok', 'stale', 'failing'] },
    pause: {
      summary: 'Read it no more for now',
      from: ['ok', 'stale', 'failing'],
      to: 'paused',
      undo: 'resume',
    },
    resume: { summary: 'Read it again', from: ['paused'], to: 'ok', undo: 'pause' },
  },
});

/** What its first entries would become, and why those that would not be taken are refused. */
export const feedPreview = endpoint({
  method: 'POST',
  path: '/api/feeds/preview',
  access: { who: 'user', area: 'content', level: 'W', transactions: 'own' },
  summary: 'Read a feed once and show what its entries would become',
  limit: 'feed_previews',
  body: z.strictObject(source),
  changesNothing: true,
  answer: z.object({
    /** Parts of its entries that a mapping may name. */
    parts: z.array(z.string()),
    items: z.array(
      z.object({
        title: z.string(),
        body: z.string(),
        ends_at: z.nullable(instant),
        image: z.boolean(),
        problems: z.record(z.string(), z.array(z.string())),
      }),
    ),
  }),
});
