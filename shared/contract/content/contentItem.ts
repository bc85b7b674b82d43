import * as z from 'zod/mini';
import { CONTENT_KINDS, KIND_BLANKS, KIND_FIELDS, type ContentKind } from './contentKinds.ts';
import { asset } from './media.ts';
import { entity, statesBefore, type Transitions } from '../wire/entity.ts';
import { bilingual, common, id, instant, int, text, webUrl } from '../wire/wire.ts';

export const CONTENT_STATES = [
  'draft',
  'in_review',
  'scheduled',
  'live',
  'paused',
  'expired',
  'rejected',
  'archived',
] as const;
export type ContentState = (typeof CONTENT_STATES)[number];
/**
 * Between scheduled, live and expired the clock decides; everything else is somebody's act. Whoever may publish decides
 * by publishing; what is sent for review goes back to a draft where a change is asked for.
 */
export const CONTENT_TRANSITIONS: Transitions<ContentState> = {
  draft: ['in_review', 'scheduled', 'archived'],
  in_review: ['scheduled', 'draft', 'rejected', 'archived'],
  scheduled: ['live', 'archived'],
  live: ['paused', 'expired', 'archived'],
  paused: ['live', 'expired', 'archived'],
  expired: ['archived'],
  rejected: ['archived'],
  archived: [],
};
const leadsTo = <const S extends ContentState>(to: S) => ({
  from: statesBefore<ContentState>(CONTENT_TRANSITIONS, to),
  to,
});
/** What can still be changed. */
export const EDITABLE_STATES: readonly ContentState[] = ['draft', 'in_review', 'scheduled', 'live', 'paused'];

export const CONTENT_SOURCES = ['manual', 'feed', 'import'] as const;
export const CONTENT_LANGUAGES = ['en', 'zh'] as const;
export const TITLE_CHARS = 90;
export const BODY_CHARS = 400;
export const RADIUS_M = { min: 100, max: 200_000 } as const;
export const MAX_PRIORITY = 100;
const HOUR_MS = 3_600_000;
export const NEWS_HOURS = 72;
export const NEWS_MS = NEWS_HOURS * HOUR_MS;

const degrees = (most: number) => z.number().check(z.minimum(-most), z.maximum(most));
/** Where it concerns somebody; a screen within the radius is there. */
const point = z.strictObject({
  lat: degrees(90),
  lng: degrees(180),
  radius_m: int(RADIUS_M.min, RADIUS_M.max),
});
/** What all kinds hold. */
const SHARED = {
  title: bilingual(TITLE_CHARS).check(
    z.refine(({ en, zh }) => en !== '' || zh !== '', { error: 'Required' }),
  ),
  body: bilingual(BODY_CHARS),
  image_id: z.nullable(id),
  cta_url: z.nullable(webUrl),
  geo: z.nullable(point),
  /** null: as soon as it is published. */
  starts_at: z.nullable(instant),
  /** null: until somebody ends it. */
  ends_at: z.nullable(instant),
  /** The lower goes first. */
  priority: int(0, MAX_PRIORITY),
  /** May be read without sign-in, where its kind has a public page. */
  public: z.boolean(),
};
const SHARED_BLANKS = {
  body: { en: '', zh: '' },
  image_id: null,
  cta_url: null,
  geo: null,
  starts_at: null,
  ends_at: null,
  priority: 50,
  public: false,
} as const;
export const BLANKS = { ...SHARED_BLANKS, ...KIND_BLANKS };
type Blanks = typeof BLANKS;

type Shape = Record<string, z.core.$ZodType>;
type WithBlanks<S extends Shape> = {
  [K in keyof S]: K extends keyof Blanks ? z.ZodMiniDefault<S[K]> : S[K];
};
const withBlanks = <S extends Shape>(shape: S): WithBlanks<S> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      name,
      name in BLANKS ? z._default(schema, BLANKS[name as keyof Blanks] as never) : schema,
    ]),
  ) as WithBlanks<S>;

type Values = Readonly<Record<string, unknown>>;
const isBefore = (a: unknown, b: unknown) => typeof a === 'string' && typeof b === 'string' && a < b;
const isAbove = (a: unknown, b: unknown) => typeof a === 'number' && typeof b === 'number' && a > b;
const rule = (field: string, error: string, isBroken: (item: Values) => boolean) =>
  z.refine<Values>(item => !isBroken(item), { path: [field], error });
const MONEY = ['price_was_minor', 'price_now_minor', 'pay_min_minor', 'pay_max_minor'];
const WINDOW = rule('ends_at', 'Not before it starts', item => isBefore(item['ends_at'], item['starts_at']));
/** What one field says of another. */
const RULES = [
  WINDOW,
  rule('event_ends_at', 'Not before it starts', item =>
    isBefore(item['event_ends_at'], item['event_starts_at']),
  ),
  rule('pay_max_minor', 'Not below the least', item => isAbove(item['pay_min_minor'], item['pay_max_minor'])),
  rule(
    'currency',
    'Required',
    item => item['currency'] === null && MONEY.some(name => typeof item[name] === 'number'),
  ),
];
/** News are shown from when they were published on, and for 72 hours at most. */
const NEWS_RULES = [
  rule('starts_at', 'Not before it was published', item => isBefore(item['starts_at'], item['published_at'])),
  rule(
    'ends_at',
    `At most ${NEWS_HOURS} hours after it was published`,
    ({ ends_at, published_at }) =>
      typeof published_at === 'string' &&
      (typeof ends_at !== 'string' || Date.parse(ends_at) > Date.parse(published_at) + NEWS_MS),
  ),
];

const bodyOf = <const K extends ContentKind>(kind: K, more: readonly ReturnType<typeof rule>[] = []) =>
  z
    .strictObject({ kind: z.literal(kind), ...withBlanks(SHARED), ...withBlanks(KIND_FIELDS[kind]) })
    .check(...RULES, ...more);
/** An item of each kind, whole. */
export const CONTENT_BODIES = {
  local_discovery: bodyOf('local_discovery'),
  entertainment: bodyOf('entertainment'),
  tourism: bodyOf('tourism'),
  deals: bodyOf('deals'),
  jobs: bodyOf('jobs'),
  news: bodyOf('news', NEWS_RULES),
} as const;
export const contentItemCreate = z.discriminatedUnion('kind', [
  CONTENT_BODIES.local_discovery,
  CONTENT_BODIES.entertainment,
  CONTENT_BODIES.tourism,
  CONTENT_BODIES.deals,
  CONTENT_BODIES.jobs,
  CONTENT_BODIES.news,
]);
export type ContentBody = z.infer<typeof contentItemCreate>;

const allKindFields = {
  ...KIND_FIELDS.local_discovery,
  ...KIND_FIELDS.entertainment,
  ...KIND_FIELDS.tourism,
  ...KIND_FIELDS.deals,
  ...KIND_FIELDS.jobs,
  ...KIND_FIELDS.news,
};
/** Fields of another kind are refused once its row is known, as are values that contradict those it has. */
export const contentItemPatch = z.partial(z.strictObject({ ...SHARED, ...allKindFields }));

type Nullable<S extends Shape> = {
  [K in keyof S]: S[K] extends z.ZodMiniNullable ? S[K] : z.ZodMiniNullable<S[K]>;
};
const nullable = <S extends Shape>(shape: S): Nullable<S> =>
  Object.fromEntries(
    Object.entries(shape).map(([name, schema]) => [
      name,
      schema instanceof z.ZodMiniNullable ? schema : z.nullable(schema),
    ]),
  ) as Nullable<S>;
export const contentItem = z.object({
  ...common,
  kind: z.enum(CONTENT_KINDS),
  state: z.enum(CONTENT_STATES),
  ...SHARED,
  image: z.nullable(asset),
  /** Those its title is written in. */
  languages: z.array(z.enum(CONTENT_LANGUAGES)),
  source: z.enum(CONTENT_SOURCES),
  feed_id: z.nullable(id),
  /** Why it was rejected. */
  reason: z.nullable(z.string()),
  /** An edit of what was approved waits for a review of its own; screens show what was approved. */
  edit_waits: z.boolean(),
  /** It has words that the rules refuse by now. */
  fails_check: z.boolean(),
  /** That edit, whole: what is changed next builds on it. */
  waiting: z.nullable(z.record(z.string(), z.unknown())),
  /** null where its kind has no such field. */
  ...nullable(allKindFields),
});
export type ContentItem = z.infer<typeof contentItem>;

/** Local content: what screens show of the place they are in, beside advertising. */
export const contentItems = entity({
  path: '/api/content-items',
  bulk: ['delete', 'restore', 'review', 'publish', 'pause', 'resume', 'expire', 'archive'],
  area: 'content',
  row: contentItem,
  create: contentItemCreate,
  patch: contentItemPatch,
  removable: true,
  listOptions: {
    sorts: ['title', 'kind', 'priority', 'starts_at', 'ends_at', 'created_at', 'updated_at'],
    defaultSort: '-created_at',
    enums: {
      kind: { kind: CONTENT_KINDS },
      status: { state: CONTENT_STATES },
      source: { source: CONTENT_SOURCES },
    },
    ids: ['feed_id'],
  },
  actions: {
    review: { ...leadsTo('in_review'), summary: 'Ask somebody to look at it' },
    /** It is scheduled, or live where its start has come. */
    publish: {
      from: leadsTo('scheduled').from,
      summary: 'Let screens show it in its time',
      versioned: 'optional',
    },
    reject: {
      ...leadsTo('rejected'),
      summary: 'Keep it from the screens, with the reason',
      versioned: 'optional',
      body: z.strictObject({ reason: text(10, 1_000) }),
    },
    pause: { ...leadsTo('paused'), summary: 'Show it no more for now', undo: 'resume' },
    resume: { from: ['paused'], to: 'live', summary: 'Show it again', undo: 'pause' },
    expire: { ...leadsTo('expired'), summary: 'End it now', confirm: true },
    archive: { ...leadsTo('archived'), summary: 'Put it away for good', confirm: true },
  },
});
