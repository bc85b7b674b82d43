/** Emergency alerts (contract §7): from the draft to the end, whoever made them. */
import * as z from 'zod/mini';
import { entity, statesBefore, type Transitions } from '../wire/entity.ts';
import { common, id, instant, int, MAX_INT, sha256, tags, text } from '../wire/wire.ts';
import { alertAreas, geocodes } from './area.ts';
import * as cap from './cap.ts';

export const ALERT_STATES = [
  'draft',
  'pending_approval',
  'scheduled',
  'active',
  'superseded',
  'cancelled',
  'expired',
  'rejected',
  'archived',
] as const;
export type AlertState = (typeof ALERT_STATES)[number];
/**
 * What is drawn in the contract, and: a draft below priority 0 is published without a second person; what is scheduled
 * can be cancelled, superseded or run out before it begins; so can a message that waits for people when its sender
 * cancels or replaces it. `scheduled`, `active` and `expired` follow from the clock.
 */
export const ALERT_TRANSITIONS: Transitions<AlertState> = {
  draft: ['pending_approval', 'scheduled', 'active', 'superseded', 'cancelled'],
  pending_approval: ['draft', 'scheduled', 'active', 'rejected', 'superseded', 'cancelled'],
  scheduled: ['active', 'superseded', 'cancelled', 'expired'],
  active: ['superseded', 'cancelled', 'expired'],
  superseded: ['archived'],
  cancelled: ['archived'],
  expired: ['archived'],
  rejected: ['archived'],
  archived: [],
};
/** Screens hold it. */
export const PUBLISHED: readonly AlertState[] = ['scheduled', 'active'];

export const ALERT_SOURCES = ['manual', 'cap_feed', 'police_api'] as const;
export type AlertSource = (typeof ALERT_SOURCES)[number];
export const TARGET_MODES = ['all', 'geo', 'devices', 'tags', 'mixed'] as const;
export type TargetMode = (typeof TARGET_MODES)[number];
export const SIGNATURES = ['unsigned', 'valid', 'invalid', 'unverifiable'] as const;
/** Screens with this tag are the ones that drills, tests and exercises go to. */
export const TEST_TAG = 'test';
export const ALERT_TEXT = {
  headline: { least: 5, most: 90 },
  description: { least: 0, most: 500 },
  instruction: { least: 0, most: 300 },
  sender_name: { least: 0, most: 90 },
} as const;
const MAX_LANGUAGES = 8;
const MAX_DEVICES = 500;
const MAX_CATEGORIES = 12;
const MAX_EVENT_CHARS = 120;
/** s */
export const MIN_TTL_S = 60;
const MAX_BUFFER_M = 50_000;
const HOUR_S = 3_600;

const language = z
  .string()
  .check(z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8}){0,3}$/, 'A language like en or zh'));
const bounds = (of: keyof typeof ALERT_TEXT) => text(ALERT_TEXT[of].least, ALERT_TEXT[of].most);
const alertText = z.strictObject({
  headline: bounds('headline'),
  description: z._default(bounds('description'), ''),
  instruction: z._default(bounds('instruction'), ''),
  sender_name: z._default(bounds('sender_name'), ''),
});
export type AlertText = z.infer<typeof alertText>;
/** By language; `en` and `zh` are shown together. */
export const alertTexts = z.record(language, alertText).check(
  z.refine(all => Object.keys(all).length > 0, 'A headline in at least one language'),
  z.refine(all => Object.keys(all).length <= MAX_LANGUAGES, `At most ${MAX_LANGUAGES} languages`),
);
/** Imported texts may be longer than drafts; screens cut them. */
const keptTexts = z.record(
  z.string(),
  z.object({
    headline: z.string(),
    description: z.string(),
    instruction: z.string(),
    sender_name: z.string(),
  }),
);
export type AlertTexts = z.infer<typeof keptTexts>;

/**
 * Which screens hold it. `geo`: all, and each shows it where it is in one of the areas. `mixed`: those, and the named
 * and tagged ones wherever they are.
 */
const target = z.strictObject({
  mode: z.enum(TARGET_MODES),
  areas: z._default(alertAreas, []),
  /** Codes for which the tenant's table has no place reach nobody. */
  geocodes: z._default(geocodes, []),
  device_ids: z._default(z.array(id).check(z.maxLength(MAX_DEVICES)), []),
  tags: z._default(tags, []),
  exclude_device_ids: z._default(z.array(id).check(z.maxLength(MAX_DEVICES)), []),
  /** m; a screen so near to an area shows it, too. */
  buffer_m: z._default(int(0, MAX_BUFFER_M), 0),
});
export const alertTarget = target.check(
  z.refine(({ mode, areas, geocodes: codes }) => mode !== 'geo' || areas.length + codes.length > 0, {
    error: 'An area on the map or a code',
    path: ['areas'],
  }),
  z.refine(({ mode, device_ids }) => mode !== 'devices' || device_ids.length > 0, {
    error: 'At least one screen',
    path: ['device_ids'],
  }),
  z.refine(({ mode, tags: named }) => mode !== 'tags' || named.length > 0, {
    error: 'At least one tag',
    path: ['tags'],
  }),
);
export type AlertTarget = z.infer<typeof alertTarget>;

/** What was odd about a document that was read all the same. */
export const alertWarning = z.object({ code: z.string(), message: z.string() });
export type AlertWarning = z.infer<typeof alertWarning>;

const editable = {
  status: z.enum(cap.SHOWN_STATUSES),
  priority: z.literal(cap.PRIORITIES),
  category: z.array(z.enum(cap.CATEGORIES)).check(z.minLength(1), z.maxLength(MAX_CATEGORIES)),
  event: text(1, MAX_EVENT_CHARS),
  urgency: z.enum(cap.URGENCIES),
  severity: z.enum(cap.SEVERITIES),
  certainty: z.enum(cap.CERTAINTIES),
  response_types: z.array(z.enum(cap.RESPONSE_TYPES)).check(z.maxLength(cap.RESPONSE_TYPES.length)),
  texts: alertTexts,
  template: z.enum(cap.TEMPLATES),
  /** One chime where the screen is allowed sound. */
  sound: z.boolean(),
  /** null: with its publication. */
  effective_at: z.nullable(instant),
  onset_at: z.nullable(instant),
  /** s it holds from then on. */
  ttl_s: int(MIN_TTL_S, cap.MAX_TTL_S),
  /** s a screen shows it at most, all times together; null: as long as it holds. */
  max_display_s: z.nullable(int(5, cap.MAX_TTL_S)),
  target: alertTarget,
  /** A test or exercise goes to all screens of its target, not only to those tagged `test`. */
  forced: z.boolean(),
};
/** Priority, template and lifetime follow from the rest where they are left out. */
export const alertCreate = z.strictObject({
  ...editable,
  status: z._default(editable.status, 'Actual'),
  priority: z.optional(editable.priority),
  category: z._default(editable.category, ['Safety']),
  response_types: z._default(editable.response_types, []),
  template: z.optional(editable.template),
  sound: z._default(editable.sound, true),
  effective_at: z._default(editable.effective_at, null),
  onset_at: z._default(editable.onset_at, null),
  ttl_s: z.optional(editable.ttl_s),
  max_display_s: z._default(editable.max_display_s, null),
  forced: z._default(editable.forced, false),
});
export const alertPatch = z.partial(z.strictObject(editable));

const capKey = z.object({ sender: z.string(), identifier: z.string(), sent: instant });
export type CapKey = z.infer<typeof capKey>;

export const alert = z.object({
  ...common,
  ...editable,
  /** In the first of its languages, English before others. */
  name: z.string(),
  texts: keptTexts,
  event: z.string(),
  status: z.enum(cap.CAP_STATUSES),
  /** An imported one may be for no place at all: it reaches nobody. */
  target,
  /** Less than a draft may have where a message came shortly before its end or after it. */
  ttl_s: int(0, MAX_INT),
  max_display_s: z.nullable(int(0, MAX_INT)),
  state: z.enum(ALERT_STATES),
  source: z.enum(ALERT_SOURCES),
  msg_type: z.enum(cap.MESSAGE_TYPES),
  scope: z.enum(cap.CAP_SCOPES),
  /** Unique in the tenant; null until it is published. */
  cap_key: z.nullable(capKey),
  references: z.array(capKey),
  incidents: z.array(z.string()),
  /** The version before it, and the first of all. */
  supersedes_id: z.nullable(id),
  root_id: id,
  alert_version: int(1, MAX_INT),
  /** When it ends if nothing ends it sooner; null until it is published. */
  expires_at: z.nullable(instant),
  published_at: z.nullable(instant),
  submitted_by: z.nullable(id),
  approved_by: z.nullable(id),
  /** Names of those who wrote it, asked for its approval and approved it; null: nobody, or nobody of this tenant. */
  people: z.object({
    author: z.nullable(z.string()),
    submitter: z.nullable(z.string()),
    approver: z.nullable(z.string()),
  }),
  /** Priority 0, and nobody else of the tenant could have approved it. */
  approved_alone: z.boolean(),
  /** Of the document it was read from. */
  raw_sha256: z.nullable(sha256),
  sig_status: z.enum(SIGNATURES),
  warnings: z.array(alertWarning),
  /** Why it was rejected or cancelled. */
  reason: z.nullable(z.string()),
  /** The partner it came from. */
  agency: z.nullable(z.string()),
  /** Screens that hold it in their set, that have shown it and that have acknowledged it; 0 in drafts. */
  reach: z.object({ screens: int(0, MAX_INT), shown: int(0, MAX_INT), acknowledged: int(0, MAX_INT) }),
});
export type Alert = z.infer<typeof alert>;

const why = z.strictObject({ reason: text(3, 1_000) });
const before = (to: AlertState) => statesBefore(ALERT_TRANSITIONS, to);
/** A decision holds for the words that were read, where the call names their version. */
const A = { access: { level: 'A' }, versioned: 'optional' } as const;
export const alerts = entity({
  path: '/api/alerts',
  bulk: ['delete', 'restore', 'submit', 'withdraw', 'archive'],
  area: 'alerts',
  row: alert,
  create: alertCreate,
  /** Of drafts alone; what is published is replaced by an update. */
  patch: alertPatch,
  removable: true,
  listOptions: {
    sorts: [
      'state',
      'priority',
      'event',
      'effective_at',
      'expires_at',
      'published_at',
      'created_at',
      'updated_at',
    ],
    /** By `state`: what counts now, then what waits, then what is over. */
    defaultSort: 'state',
    enums: {
      status: { state: ALERT_STATES },
      source: { source: ALERT_SOURCES },
      kind: { status: cap.CAP_STATUSES },
    },
    ids: ['root_id'],
  },
  actions: {
    submit: {
      summary: 'Ask for the second approval',
      from: before('pending_approval'),
      to: 'pending_approval',
      versioned: 'optional',
    },
    /** By who wrote it or asked for its approval, or who may decide: 403 FORBIDDEN, `details.reason` `not_own`. */
    withdraw: { summary: 'Make it a draft again', from: ['pending_approval'], to: 'draft', versioned: true },
    /** By another than who made it. Where nobody else could, by himself with his password, and flagged as that. */
    approve: { summary: 'Approve and publish it', from: ['pending_approval'], confirm: true, ...A },
    reject: {
      summary: 'Refuse it, with the reason',
      from: ['pending_approval'],
      to: 'rejected',
      body: why,
      ...A,
    },
    /** Priority 0 waits for a second person: 403 FORBIDDEN, `details.reason` `needs_approval`. */
    publish: { summary: 'Give it to the screens', from: ['draft'], confirm: true, ...A },
    /** The answer is the new draft. Once published it takes the place of this one. */
    update: { summary: 'Draft the next version', from: PUBLISHED },
    cancel: {
      summary: 'Take it off the screens',
      from: PUBLISHED,
      to: 'cancelled',
      body: why,
      confirm: true,
      ...A,
    },
    /** The answer is the all-clear: a banner of ten minutes on the screens that hold the alert. */
    'all-clear': {
      summary: 'Say that the danger is over, in the place of the alert',
      from: PUBLISHED,
      body: z.strictObject({ texts: z.optional(alertTexts) }),
      confirm: true,
      ...A,
    },
    /** The answer is the drill: an exercise of its own, on the screens tagged `test`, for ten minutes. */
    test: {
      summary: 'Show it on test screens as a drill',
      from: ['draft', 'pending_approval', ...PUBLISHED],
    },
    archive: { summary: 'Put it away', from: before('archived'), to: 'archived' },
  },
});
/** s that an all-clear and a drill hold. */
export const SHORT_TTL_S = HOUR_S / 6;
