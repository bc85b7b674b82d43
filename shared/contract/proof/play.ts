/** The play record, its canonical bytes and its chain (contract §6). */
import * as z from 'zod/mini';
import { playPlace } from '../playout/fence.ts';
import { endpoint } from '../wire/endpoint.ts';
import { byId, enumValue, id, instant, int, logOf, logQuery, MAX_INT, sha256, text } from '../wire/wire.ts';

const MAX_VERSION_CHARS = 100;
const MAX_SEARCH_CHARS = 120;

export const RESULTS = [
  'completed',
  'partial',
  'interrupted',
  'interrupted_by_alert',
  'failed',
  'not_shown',
] as const;
export const PLAY_KINDS = ['programmatic', 'direct', 'house', 'alert', 'filler'] as const;
export const MAX_BATCH = 500;
/** Which part of the screen: all of it, or one of two that play at once. */
export const PLAY_ZONES = ['full', 'main', 'side', 'ticker'] as const;
export type PlayZone = (typeof PLAY_ZONES)[number];

export const playRecord = z.strictObject({
  play_id: id,
  device_id: id,
  key_id: z.string(),
  /** Ledger epoch: a new one begins at first start and after storage loss, re-pairing or a conflict. */
  epoch: id,
  /** From 1, without gaps within an epoch, across reboots. */
  seq: int(1, MAX_INT),
  boot_id: id,
  prev_hash: sha256,
  record_hash: sha256,
  kind: z.enum(PLAY_KINDS),
  creative_id: id,
  creative_sha256: sha256,
  playlist_id: z.nullable(id),
  playlist_version: z.nullable(int(1, MAX_INT)),
  item_id: z.nullable(id),
  /** In whose name it played; left out in the loop's own. */
  campaign_id: z.optional(id),
  /** Left out where the play was not sold by place. */
  geo: z.optional(playPlace),
  /** Under which lease; left out where none was needed. */
  lease_id: z.optional(id),
  zone: z.enum(PLAY_ZONES),
  planned_at: instant,
  started_wall_ms: z.number(),
  started_mono_ms: z.number(),
  ended_mono_ms: z.number(),
  /** Visible on screen, from the monotonic clock. */
  duration_ms: z.number().check(z.minimum(0)),
  expected_ms: int(0, MAX_INT),
  result: z.enum(RESULTS),
  completion: z.number().check(z.minimum(0), z.maximum(1)),
  frames: z.strictObject({ rendered: int(0, MAX_INT), dropped: int(0, MAX_INT) }),
  visible_share: z.number().check(z.minimum(0), z.maximum(1)),
  volume: int(0, 100),
  network: z.enum(['online', 'offline']),
  player_version: z.string().check(z.maxLength(MAX_VERSION_CHARS)),
  manifest_version: int(0, MAX_INT),
  clock: z.strictObject({
    offset_ms: z.number(),
    uncertainty_ms: z.number(),
    source: z.enum(['server', 'none']),
    synced_at_mono: z.nullable(z.number()),
    quality: z.enum(['A', 'B', 'C', 'D']),
    /** Time of the last fix of the position less the wall clock's time when it came; left out where there is none. */
    gps_offset_ms: z.optional(int(-MAX_INT, MAX_INT)),
  }),
  /** What was on screen in the middle of the play: 4 × 4 cells of light, and where in the video. Left out where none was taken. */
  picture: z.optional(
    z.strictObject({
      media_ms: z.nullable(int(0, MAX_INT)),
      light: z.string().check(z.regex(/^[0-9a-f]{32}$/)),
    }),
  ),
  /** Set after a `conflict` verdict: the record's ledger key in the abandoned epoch. */
  previous_key: z.optional(z.strictObject({ epoch: id, seq: int(1, MAX_INT) })),
});
export type PlayRecord = z.infer<typeof playRecord>;

/** Records with the verdicts accepted, duplicate and quarantined are stored: the device deletes exactly these. */
export const VERDICTS = ['accepted', 'duplicate', 'quarantined', 'conflict', 'rejected'] as const;
export type Verdict = (typeof VERDICTS)[number];
export const isSettled = (verdict: Verdict) =>
  verdict === 'accepted' || verdict === 'duplicate' || verdict === 'quarantined';

/** Each record is validated on its own against playRecord, so that an invalid one cannot block the rest. */
export const sendPlays = endpoint({
  method: 'POST',
  path: '/api/player/plays',
  access: { who: 'device' },
  summary: 'Hand in play records; each gets a verdict',
  limit: 'plays',
  body: z.strictObject({
    epoch: id,
    checkpoint: z.strictObject({ seq: int(1, MAX_INT), hash: sha256, sig: z.string() }),
    records: z.array(z.record(z.string(), z.unknown())).check(z.minLength(1), z.maxLength(MAX_BATCH)),
  }),
  bodyLimit: 2_097_152,
  gzip: true,
  answer: z.object({
    verdicts: z.array(
      z.object({
        epoch: z.string(),
        seq: z.number(),
        verdict: z.enum(VERDICTS),
        reason: z.optional(z.string()),
      }),
    ),
    /** Signed by the server: proof that the records were received. */
    receipt: z.object({
      batch_id: id,
      device_id: id,
      epoch: id,
      first_seq: z.number(),
      last_seq: z.number(),
      head_hash: z.string(),
      received_at: instant,
      key_id: z.string(),
      sig: z.string(),
    }),
  }),
});

/** As the server judged it when it came; what it rejects is never stored. */
export const JUDGED_STATES = ['accepted', 'late', 'quarantined'] as const;
/** Of what was accepted and counts: on an invoice that was sent, disputed by whoever pays for it, credited to him. */
export const ACCOUNT_STATES = ['billed', 'disputed', 'credited'] as const;
export const PLAY_STATES = [...JUDGED_STATES, ...ACCOUNT_STATES] as const;
export type PlayState = (typeof PLAY_STATES)[number];
export type AccountState = (typeof ACCOUNT_STATES)[number];
export const isAccountState = (state: PlayState): state is AccountState =>
  (ACCOUNT_STATES as readonly PlayState[]).includes(state);

/**
 * How sure it is that a play was where it was sold: `inside` with the whole circle of its fix, `edge` with its middle,
 * `unknown` where the campaign plays then, `outside` otherwise.
 */
export const PLACE_GRADES = ['inside', 'edge', 'unknown', 'outside'] as const;
export type PlaceGrade = (typeof PLACE_GRADES)[number];

/**
 * What was on screen in the middle of a play: `same` as the file that was checked, `black` where that is not, `frozen`
 * where it is what the file shows at another time, `wrong` otherwise.
 */
export const PICTURE_GRADES = ['same', 'black', 'frozen', 'wrong'] as const;
export type PictureGrade = (typeof PICTURE_GRADES)[number];

/** A play for the console. */
export const play = z.object({
  id,
  device_id: id,
  device_name: z.string(),
  creative_id: id,
  creative_name: z.string(),
  playlist_id: z.nullable(id),
  /** null: it belongs to no campaign. */
  campaign_id: z.nullable(id),
  campaign_name: z.nullable(z.string()),
  zone: z.enum(PLAY_ZONES),
  epoch: id,
  seq: z.number(),
  result: z.enum(RESULTS),
  state: z.enum(PLAY_STATES),
  reasons: z.array(z.string()),
  /** Numbers of the invoice it stands on, and of the note that credits it. */
  invoice: z.nullable(z.string()),
  credit_note: z.nullable(z.string()),
  started_at: instant,
  received_at: instant,
  duration_ms: z.number(),
  expected_ms: z.number(),
  completion: z.number(),
  visible_share: z.number(),
  /** Whether it counts, by the rule that was in force when it was received. */
  counts: z.boolean(),
  min_completion_pct: z.number(),
  min_visible_pct: z.number(),
  /** Of its start, as the server rates it, and by how much it may be wrong. */
  clock_quality: z.enum(['A', 'B', 'C', 'D']),
  uncertainty_ms: z.number(),
  /** By how much satellites contradict it; null: they do not, or there is no fix that could. */
  gps_apart_ms: z.nullable(z.number()),
  /** A signed root holds it, so it can be proven. */
  has_root: z.boolean(),
  /** null: it was not sold by place. */
  place_grade: z.nullable(z.enum(PLACE_GRADES)),
  /** What was on screen beside the file that was checked; null: not compared. */
  picture: z.nullable(z.enum(PICTURE_GRADES)),
  record_hash: z.string(),
});
export type Play = z.infer<typeof play>;

/** What narrows list, totals, export, proofs and the figures of analytics alike, beside their span of time. */
export const playFilter = {
  device_id: z.optional(id),
  creative_id: z.optional(id),
  campaign_id: z.optional(id),
  result: z.optional(z.string().check(z.regex(/^[a-z_]+(,[a-z_]+)*$/))),
  zone: z.optional(z.enum(PLAY_ZONES)),
  /** Part of the name of the screen, the creative or the campaign, or the whole id of one play. */
  q: z.optional(text(0, MAX_SEARCH_CHARS)),
};
/** Its span may be left open. */
export const playSpanFilter = {
  ...{ from: z.optional(instant), to: z.optional(instant), ...playFilter },
  picture: z.optional(z.string().check(z.regex(/^[a-z]+(,[a-z]+)*$/))),
  state: z.optional(z.enum(PLAY_STATES)),
};
export const PLAY_SORTS = [
  'started_at',
  'device_name',
  'creative_name',
  'duration_ms',
  'received_at',
] as const;
export const NEWEST_FIRST = '-started_at';
/** A cursor holds a name. */
export const MAX_CURSOR_CHARS = 1_000;
const playsQuery = z.extend(logQuery, {
  ...playSpanFilter,
  cursor: z.optional(z.string().check(z.maxLength(MAX_CURSOR_CHARS))),
  sort: enumValue(PLAY_SORTS.flatMap(sort => [sort, `-${sort}`])),
});
const access = { who: 'user', area: 'prog_logs', level: 'R' } as const;
export const listPlays = endpoint({
  method: 'GET',
  path: '/api/programmatic/plays',
  access,
  summary: 'Plays, newest first unless another order is asked for',
  query: playsQuery,
  answer: logOf(play),
});
export const readPlay = endpoint({
  method: 'GET',
  path: '/api/programmatic/plays/:id',
  access,
  summary: 'One play as the list has it',
  params: byId,
  answer: play,
});
/** Time buckets of totals. */
export const GROUPS_BY = ['hour', 'day'] as const;
/** Hours of a month, including one in which the clock is set back. */
export const MAX_GROUPS = 745;

/** Totals over the same filter as list and export; records with `not_shown` and quarantined plays count apart. */
export const playTotals = endpoint({
  method: 'GET',
  path: '/api/programmatic/plays/summary',
  access,
  summary: 'Totals of the plays a filter names',
  query: z.object({
    ...playSpanFilter,
    group_by: z.optional(z.enum(GROUPS_BY)),
    /** Time zone of the buckets; default UTC. */
    tz: z.optional(z.string().check(z.maxLength(60))),
    /** With how many of them stand in each state. */
    states: z.optional(z.literal('true')),
  }),
  answer: z.object({
    plays: z.int(),
    not_shown: z.int(),
    duration_ms: z.number(),
    quarantined: z.int(),
    screens: z.int(),
    states: z.optional(z.record(z.enum(PLAY_STATES), z.int())),
    /** With `group_by`: every hour or day of the range, including empty ones. */
    groups: z.optional(z.array(z.object({ at: instant, plays: z.int(), duration_ms: z.number() }))),
  }),
});
export const exportPlays = endpoint({
  method: 'GET',
  path: '/api/programmatic/plays/export',
  access: { ...access, transactions: 'own' },
  summary: 'All plays a filter names, as CSV or JSON lines',
  limit: 'export',
  query: z.object({
    ...playSpanFilter,
    format: z._default(z.enum(['csv', 'jsonl']), 'csv'),
    tz: z.optional(z.string()),
  }),
  answer: 'text',
});
