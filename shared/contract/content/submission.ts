import * as z from 'zod/mini';
import { ALT_TEXT_CHARS, CREATIVE_KINDS, creativeDetails, NOTE_CHARS } from './creative.ts';
import { asset, quarantine } from './media.ts';
import {
  AWAITED,
  SUBMISSION_STATES,
  SUBMISSION_TRANSITIONS,
  type SubmissionState,
} from './submissionState.ts';
import { endpoint } from '../wire/endpoint.ts';
import { entity, statesBefore } from '../wire/entity.ts';
import { common, id, instant, int, name, ok, sha256, text } from '../wire/wire.ts';

const leadsTo = <const S extends SubmissionState>(to: S) => ({
  from: statesBefore<SubmissionState>(SUBMISSION_TRANSITIONS, to),
  to,
});

/** Whoever decides about what nobody looks at takes it into review with the same call. */
const decidedTo = <const S extends (typeof DECISIONS)[number]>(to: S) => ({ from: AWAITED, to });

/** Campaigns and locations follow with their pages. */
export const SUBJECTS = ['creative', 'content_item'] as const;
/** The first goes first. */
export const PRIORITIES = ['high', 'normal', 'low'] as const;
export const SLA_HOURS = 24;
export const SLA_MS = SLA_HOURS * 3_600_000;
export const REASON_CODES = [
  'quality',
  'format',
  'misleading',
  'prohibited',
  'rights',
  'language',
  'other',
] as const;
export const REASON_CHARS = 1_000;
export const DECISIONS = ['approved', 'changes_requested', 'rejected'] as const;

/** What a submitter says of his creative beside its words; local content has its own. */
const { languages, valid_from, valid_until, qr_target, advertiser } = creativeDetails;

/** What is read beside the file. */
export const submittedWords = z.object({
  ...{ name: z.string(), alt_text: z.string(), note: z.string() },
  /** Where its code is to lead. */
  qr_target: z.nullable(z.string()),
  ...{ languages, valid_from, valid_until, advertiser },
});
export type SubmittedWords = z.infer<typeof submittedWords>;
export const SUBMITTED_WORDS = Object.keys(submittedWords.shape) as (keyof SubmittedWords)[];
/** They are texts, lists of texts, or nothing. */
export const isSameWord = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

export const decision = z.object({
  decision: z.enum(DECISIONS),
  reason_code: z.nullable(z.enum(REASON_CODES)),
  reason: z.string(),
  at: instant,
  by: z.nullable(id),
  by_name: z.nullable(z.string()),
  /** Decided by whoever had submitted it: nobody else in the tenant may decide. */
  is_own: z.boolean(),
  /** The file that was looked at. */
  sha256,
  /** The words that were read with it. null: decided before they were stored. */
  words: z.nullable(submittedWords),
  /** When it was submitted again after it; null: not so far. */
  answered_at: z.nullable(instant),
});
export type Decision = z.infer<typeof decision>;

const fields = {
  ...common,
  subject: z.enum(SUBJECTS),
  state: z.enum(SUBMISSION_STATES),
  /** null: it is local content. */
  creative_id: z.nullable(id),
  /** null: it is a creative. */
  content_item_id: z.nullable(id),
  name,
  /** Local content is shown as the slide made of it. */
  kind: z.enum(CREATIVE_KINDS),
  alt_text: z.string(),
  duration_ms: int(1_000, 300_000),
  /** The file that is to be decided; of a creative that is live it may be a newer one. */
  asset,
  /** Of that file, after it was approved or before; null: nobody took it off. */
  quarantine: z.nullable(quarantine),
  /** An approved file of it is live meanwhile. */
  is_newer_file: z.boolean(),
  /** Where its code is to lead. */
  qr_target: z.nullable(z.string()),
  languages,
  valid_from,
  valid_until,
  advertiser,
  note: z.string(),
  priority: z.enum(PRIORITIES),
  /** By when a decision is promised. */
  sla_due: instant,
  decisions: z.array(decision),
};
export const submission = z.object({
  ...fields,
  /** null: somebody of another tenant, or nobody any more. */
  submitter: z.nullable(z.string()),
  assigned_to: z.nullable(id),
  assignee: z.nullable(z.string()),
  /** The file of the decision before, where another stands there now; null: it is the same, or is there no more. */
  asset_before: z.nullable(asset),
});
export type Submission = z.infer<typeof submission>;
/** As its submitter sees it: the decisions without the names of those who took them. */
export const ownSubmission = z.object(fields);
export type OwnSubmission = z.infer<typeof ownSubmission>;

/** The decision before the one that is awaited or was just taken: what has changed is compared with it. */
export const decisionBefore = ({
  state,
  decisions,
}: Pick<OwnSubmission, 'state' | 'decisions'>): Decision | undefined =>
  decisions.at(DECISIONS.some(one => one === state) ? -2 : -1);

/** The decision that stands; none where it waits again, or was withdrawn since. */
export const standingDecision = ({
  state,
  decisions,
}: Pick<OwnSubmission, 'state' | 'decisions'>): Decision | undefined => {
  const last = decisions.at(-1);
  return last?.decision === state ? last : undefined;
};

const listOptions = {
  sorts: ['name', 'sla_due', 'priority', 'created_at', 'updated_at'],
  enums: {
    status: { state: SUBMISSION_STATES },
    subject: { subject: SUBJECTS },
    kind: { kind: CREATIVE_KINDS },
    priority: { priority: PRIORITIES },
  },
  ids: ['creative_id', 'content_item_id'],
} as const;
/** Whoever looked names the version that he saw: what has changed since is not decided unseen. */
const decides = { access: { level: 'A' }, versioned: 'optional' } as const;
const withReason = z.strictObject({ reason_code: z.enum(REASON_CODES), reason: text(10, REASON_CHARS) });

/** What waits for a decision, and what was decided. */
export const submissions = entity({
  path: '/api/submissions',
  area: 'submissions',
  row: submission,
  listOptions: { ...listOptions, defaultSort: 'sla_due' },
  actions: {
    /** Whoever takes it over reviews it; somebody else may take it over from him. */
    assign: {
      summary: 'Take it into review, or hand it to somebody who may decide',
      from: AWAITED,
      to: 'in_review',
      versioned: 'optional',
      /** Nobody named: whoever calls. */
      body: z.strictObject({ user_id: z.optional(id) }),
    },
    prioritise: {
      summary: 'Say how urgent it is',
      from: AWAITED,
      body: z.strictObject({ priority: z.enum(PRIORITIES) }),
    },
    approve: {
      ...decidedTo('approved'),
      summary: 'Let its file be shown',
      ...decides,
      body: z.strictObject({ reason: z._default(text(0, REASON_CHARS), '') }),
    },
    'request-changes': {
      ...decidedTo('changes_requested'),
      summary: 'Ask its submitter for a change, with the reason',
      ...decides,
      body: withReason,
    },
    reject: {
      ...decidedTo('rejected'),
      summary: 'Refuse it for good, with the reason',
      ...decides,
      body: withReason,
    },
  },
});

/** Whoever asks again has something to look at anew. */
export const NOTHING_CHANGED = 'Nothing has changed';

/** A draft may still lack its alternative text; what is submitted has one. */
const details = {
  ...{ name, alt_text: text(1, ALT_TEXT_CHARS), note: z.optional(text(0, NOTE_CHARS)) },
  ...z.partial(z.object({ languages, valid_from, valid_until, qr_target, advertiser })).shape,
};
/** One's own; contract §3 has them as `submissions?mine=1`, but one address has one area. */
export const ownSubmissions = entity({
  path: '/api/own-submissions',
  area: 'submit',
  row: ownSubmission,
  /** An own draft, with what it is called and what it shows. */
  create: z.strictObject({ creative_id: id, ...details }),
  patch: z.partial(z.strictObject(details)),
  listOptions: { ...listOptions, defaultSort: '-created_at' },
  actions: {
    withdraw: { ...leadsTo('withdrawn'), summary: 'Take it back before somebody looks at it', confirm: true },
    resubmit: {
      summary: 'Ask again after a change, with other words, and with another file where one was uploaded',
      from: ['changes_requested'],
      to: 'pending',
      body: z.partial(z.strictObject({ creative_id: id, ...details })),
    },
  },
  access: { level: 'S' },
});

/** A file uploaded and never submitted. */
export const discardDraft = endpoint({
  method: 'POST',
  path: '/api/own-submissions/discard',
  access: { who: 'user', area: 'submit', level: 'S' },
  summary: 'Throw an own draft away',
  body: z.strictObject({ creative_id: id }),
  answer: ok,
});
