import * as z from 'zod/mini';
import { CATEGORIES } from './library/categories.ts';
import { asset, quarantine } from './media.ts';
import type { slideContent } from './slide.ts';
import { entity, statesBefore, type Transitions } from '../wire/entity.ts';
import { common, id, int, localDate, name, sha256, text, webUrl } from '../wire/wire.ts';

export const CREATIVE_KINDS = ['image', 'video', 'slide'] as const;
export type CreativeKind = (typeof CREATIVE_KINDS)[number];
export const CREATIVE_STATES = [
  'draft',
  'submitted',
  'in_review',
  'approved',
  'changes_requested',
  'rejected',
  'archived',
] as const;
export type CreativeState = (typeof CREATIVE_STATES)[number];
/**
 * OPEN-LIFE-02. What was sent back is a draft again as soon as it is worked on, and so is what its submitter withdraws. A
 * newer file of an approved creative waits beside it, so that the old one stays live: it changes no state.
 */
export const CREATIVE_TRANSITIONS: Transitions<CreativeState> = {
  draft: ['submitted'],
  submitted: ['in_review', 'draft'],
  in_review: ['approved', 'changes_requested', 'rejected'],
  approved: ['archived'],
  changes_requested: ['draft'],
  rejected: [],
  archived: [],
};
/** What its submitter says to whoever decides. */
export const NOTE_CHARS = 2_000;
export const ALT_TEXT_CHARS = 250;
const ADVERTISER_CHARS = 120;

/** Those of the people in front of the screen. */
export const CREATIVE_LANGUAGES = ['en', 'zh'] as const;
export const MAX_CATEGORIES = 5;
/** The way its file is upright. */
export const ORIENTATIONS = ['landscape', 'portrait', 'square'] as const;
/** Of an approved creative; any other is `fine`, since no screen shows it. */
export const CHECK_RESULTS = ['failing', 'fine'] as const;
const distinct = <T extends string>() =>
  z.refine<T[]>(all => new Set(all).size === all.length, 'Each only once');
/** Where its code leads: https alone, since strangers scan it on the street. */
export const qrTarget = webUrl.check(
  /** A name before an at sign reads like the host that it is not. */
  z.refine(value => /^https:\/\/[^/?#@]+([/?#]|$)/i.test(value), 'A web address like https://example.org/'),
);
/** What is said of a creative beside its file. */
export const creativeDetails = {
  languages: z.array(z.enum(CREATIVE_LANGUAGES)).check(distinct()),
  /** IAB Content Taxonomy 1.0. */
  cats: z.array(z.enum(CATEGORIES)).check(z.maxLength(MAX_CATEGORIES), distinct()),
  /** First and last day it may be shown, by the calendar of each screen; null: no bound. */
  valid_from: z.nullable(localDate),
  valid_until: z.nullable(localDate),
  qr_target: z.nullable(qrTarget),
  /** Whom it advertises for, as campaigns name him; empty: nobody. */
  advertiser: text(0, ADVERTISER_CHARS),
};

/** Checked when it was made (slideCalls.ts): with its schema, every page that names a playlist would carry it. */
const checkedSlide = z.record(z.string(), z.unknown()) as unknown as typeof slideContent;

export const creative = z.object({
  ...common,
  name,
  kind: z.enum(CREATIVE_KINDS),
  state: z.enum(CREATIVE_STATES),
  /** Why it was approved without a review. */
  approval_reason: z.nullable(z.string()),
  /** Of the file that was approved; screens are given no other. null: none was. */
  approved_sha256: z.nullable(sha256),
  /** A newer file of it waits for a decision, while this one stays live. */
  has_newer_file: z.boolean(),
  /** It was approved, and now breaks a rule that nobody has waived: what shows it goes on until somebody takes it off. */
  fails_check: z.boolean(),
  /** null: its file may be shown. */
  quarantine: z.nullable(quarantine),
  asset,
  /** Of its file as it is shown. */
  orientation: z.enum(ORIENTATIONS),
  duration_ms: int(1_000, 300_000),
  alt_text: text(0, ALT_TEXT_CHARS),
  ...creativeDetails,
  /** What a slide was made of; null for a file that was uploaded. */
  slide: z.nullable(checkedSlide),
  /** Playlists that use it. */
  used_in: z.array(z.object({ id, name: z.string() })),
});
export type Creative = z.infer<typeof creative>;

export const creativePatch = z.partial(
  z.strictObject({
    name,
    alt_text: text(0, ALT_TEXT_CHARS),
    duration_ms: int(3_000, 120_000),
    ...creativeDetails,
  }),
);
export const creatives = entity({
  path: '/api/creatives',
  bulk: ['delete', 'restore', 'submit', 'archive'],
  area: 'creatives',
  row: creative,
  patch: creativePatch,
  removable: true,
  listOptions: {
    sorts: ['name', 'kind', 'state', 'duration_ms', 'bytes', 'created_at', 'updated_at'],
    defaultSort: '-created_at',
    enums: {
      kind: { kind: CREATIVE_KINDS },
      status: { state: CREATIVE_STATES },
      checks: { checks: CHECK_RESULTS },
    },
    ids: ['asset_id', 'created_by'],
    /** One of its languages, one of its categories. */
    texts: ['language', 'category'],
  },
  actions: {
    submit: {
      summary: 'Ask for approval',
      from: statesBefore(CREATIVE_TRANSITIONS, 'submitted'),
      to: 'submitted',
      body: z.strictObject({ note: z._default(text(0, NOTE_CHARS), '') }),
    },
    /** The file of a creative just uploaded, which is used nowhere, becomes the newer file of this one. */
    replace: {
      summary: 'Ask for approval of a newer file, while the old one stays live',
      from: ['approved'],
      body: z.strictObject({ creative_id: id, note: z._default(text(0, NOTE_CHARS), '') }),
    },
    duplicate: { summary: 'Make a copy with a name of its own', body: z.strictObject({ name }) },
    archive: {
      summary: 'Offer it for no more playlists',
      from: statesBefore(CREATIVE_TRANSITIONS, 'archived'),
      to: 'archived',
      confirm: true,
    },
  },
});
