/** Disputes: whoever pays says that plays are wrong, and what becomes of it (contract §6). */
import * as z from 'zod/mini';
import { entity, type Transitions } from '../wire/entity.ts';
import { common, currency, email, id, instant, int, localDate, MAX_INT, text } from '../wire/wire.ts';

export const DISPUTE_KINDS = [
  ...(['undercount', 'overcount', 'wrong_creative', 'wrong_place'] as const),
  ...(['late', 'brand_safety', 'clock', 'duplicate'] as const),
] as const;
export const DISPUTE_SCOPES = ['campaign', 'invoice', 'partner'] as const;
export type DisputeScope = (typeof DISPUTE_SCOPES)[number];
export const DISPUTE_STATES = [
  ...(['open', 'evidence_requested', 'under_review'] as const),
  ...(['accepted', 'partly', 'rejected', 'credited', 'closed'] as const),
] as const;
export type DisputeState = (typeof DISPUTE_STATES)[number];
export const DISPUTE_TRANSITIONS: Transitions<DisputeState> = {
  open: ['evidence_requested'],
  evidence_requested: ['under_review'],
  under_review: ['accepted', 'partly', 'rejected'],
  /** Both are passed through in the step that credits. */
  accepted: ['credited'],
  partly: ['credited'],
  rejected: [],
  credited: ['closed'],
  closed: [],
};
export const DECISIONS = ['accepted', 'partly', 'rejected'] as const;
/** Nobody has decided it yet. */
export const UNDECIDED: readonly DisputeState[] = ['open', 'evidence_requested', 'under_review'];
/** Until then it should be decided. */
export const DISPUTE_DUE_D = 10;
/** Money leaves by it: the password is asked for again. */
export const DECIDE_REAUTH_MIN = 5;
/** Plays that stand one by one in a piece of evidence; all of them are counted. */
export const EVIDENCE_PLAYS = 100;
const CLAIM_MAX = 2_000;
const TEXT_MAX = 5_000;
const MAX_CLAIM_MINOR = 1_000_000_000;

const amount = int(1, MAX_CLAIM_MINOR);
const editable = {
  claim: text(10, CLAIM_MAX),
  claimed_plays: z.nullable(int(1, MAX_INT)),
  /** Before tax; a few plays may cost less than the smallest unit, an amount that is typed is never nothing. */
  claimed_minor: int(0, MAX_CLAIM_MINOR),
  /** Whoever pays: is told of each step. */
  contact_email: z.nullable(email),
};
export const dispute = z.object({
  ...common,
  ...editable,
  /** It claims what its plays cost: accepted, they are credited one by one. Otherwise an amount alone is. */
  by_plays: z.boolean(),
  kind: z.enum(DISPUTE_KINDS),
  scope: z.enum(DISPUTE_SCOPES),
  state: z.enum(DISPUTE_STATES),
  /** What it is about, as it was called when it was opened. */
  subject: z.string(),
  campaign_id: z.nullable(id),
  invoice_id: z.nullable(id),
  line_id: z.nullable(id),
  partner_id: z.nullable(id),
  dealid: z.nullable(z.string()),
  play_id: z.nullable(id),
  /** When its plays began; `to` is exclusive. */
  from: z.nullable(instant),
  to: z.nullable(instant),
  currency,
  due_at: instant,
  is_overdue: z.boolean(),
  /** E-mail of whoever asked for evidence or decided last. */
  owner: z.nullable(z.string()),
  decision: z.nullable(z.enum(DECISIONS)),
  reason: z.nullable(z.string()),
  decided_at: z.nullable(instant),
  credited_minor: z.nullable(int(0, MAX_INT)),
});
export type Dispute = z.infer<typeof dispute>;

const count = int(0, MAX_INT);
/** Plays as they stood when the evidence was gathered; what is judged later does not change it. */
export const evidenceFacts = z.object({
  plays: count,
  states: z.record(z.string(), count),
  clock: z.record(z.string(), count),
  place: z.record(z.string(), count),
  /** Held by a signed root. */
  proven: count,
  ledgers: count,
  /** Numbers that no record has, within the ledgers of these plays. */
  missing: count,
});
export type EvidenceFacts = z.infer<typeof evidenceFacts>;
export const evidencePlay = z.object({
  play_id: id,
  device_name: z.string(),
  started_at: instant,
  result: z.string(),
  state: z.string(),
  reasons: z.array(z.string()),
  duration_ms: count,
  clock_quality: z.string(),
  uncertainty_ms: count,
  place_grade: z.nullable(z.string()),
  has_root: z.boolean(),
  record_hash: z.string(),
});
export type EvidencePlay = z.infer<typeof evidencePlay>;
export const disputeEvidence = z.object({
  id,
  at: instant,
  /** E-mail of who gave it. */
  by: z.string(),
  /** Empty: the plays alone. */
  text: z.string(),
  /** null: words alone. */
  facts: z.nullable(evidenceFacts),
  plays: z.array(evidencePlay),
});
export type DisputeEvidence = z.infer<typeof disputeEvidence>;
export const disputeCredit = z.object({
  id,
  amount_minor: count,
  /** null: an amount alone. */
  plays: z.nullable(count),
  invoice_id: z.nullable(id),
  line_id: z.nullable(id),
  credit_note_id: z.nullable(id),
  /** Of the credit note; null: it stands in the report of the partner. */
  number: z.nullable(z.string()),
  partner_id: z.nullable(id),
});
export const disputeDetail = z.extend(dispute, {
  evidence: z.array(disputeEvidence),
  credits: z.array(disputeCredit),
});
export type DisputeDetail = z.infer<typeof disputeDetail>;

/** A play, a campaign, an invoice or a line of it, or a partner. */
const subject = {
  play_id: z._default(z.nullable(id), null),
  campaign_id: z._default(z.nullable(id), null),
  invoice_id: z._default(z.nullable(id), null),
  line_id: z._default(z.nullable(id), null),
  partner_id: z._default(z.nullable(id), null),
  /** Of the partner's; without one: all of its plays. */
  dealid: z._default(z.nullable(text(1, 64)), null),
  /** In the tenant's zone; a campaign and a partner need them, an invoice has its own. */
  first_day: z._default(z.nullable(localDate), null),
  last_day: z._default(z.nullable(localDate), null),
};
type Subject = { [K in keyof typeof subject]?: string | null };
const NAMED = ['play_id', 'campaign_id', 'invoice_id', 'partner_id'] as const;
const namesOne = z.refine<Subject>(body => NAMED.filter(key => body[key]).length === 1, {
  path: ['campaign_id'],
  error: 'Required',
});
const hasDays = z.refine<Subject>(
  ({ campaign_id, partner_id, first_day, last_day }) =>
    (!campaign_id && !partner_id) || (Boolean(first_day) && Boolean(last_day)),
  { path: ['last_day'], error: 'Required' },
);
const inOrder = z.refine<Subject>(
  ({ first_day, last_day }) => !first_day || !last_day || first_day <= last_day,
  { path: ['last_day'], error: 'The last day is before the first' },
);
const hasAmount = z.refine<Subject & { claimed_minor?: number | null }>(
  ({ partner_id, claimed_minor }) => !partner_id || Boolean(claimed_minor),
  { path: ['claimed_minor'], error: 'Required' },
);
export const disputeCreate = z
  .strictObject({
    ...subject,
    kind: z.enum(DISPUTE_KINDS),
    claim: editable.claim,
    claimed_plays: z._default(editable.claimed_plays, null),
    /** Without one: what its plays cost on the invoices that were sent, where they are invoiced. */
    claimed_minor: z._default(z.nullable(amount), null),
    contact_email: z._default(editable.contact_email, null),
    /** What is claimed is in the currency of what is owed, which it is where none is named. */
    currency: z.optional(currency),
  })
  .check(namesOne, hasDays, inOrder, hasAmount);

export const disputePatch = z.partial(z.strictObject(editable));

export const decideBody = z
  .strictObject({
    decision: z.enum(DECISIONS),
    reason: text(10, CLAIM_MAX),
    /** Where a part of it is accepted. */
    credit_minor: z._default(z.nullable(amount), null),
  })
  .check(
    z.refine(({ decision, credit_minor }) => decision !== 'partly' || credit_minor !== null, {
      path: ['credit_minor'],
      error: 'Required',
    }),
  );

export const disputes = entity({
  path: '/api/programmatic/disputes',
  bulk: ['close'],
  area: 'billing',
  /** What is found is sent to the address that it names. */
  writes: { crossing: 'tree' },
  row: dispute,
  detail: disputeDetail,
  create: disputeCreate,
  /** Until it is under review. */
  patch: disputePatch,
  listOptions: {
    sorts: ['due_at', 'subject', 'claimed_minor', 'created_at', 'updated_at'],
    defaultSort: '-created_at',
    enums: {
      status: { state: DISPUTE_STATES },
      kind: { kind: DISPUTE_KINDS },
      scope: { scope: DISPUTE_SCOPES },
    },
    ids: ['campaign_id', 'invoice_id', 'partner_id'],
  },
  actions: {
    /** First it asks for evidence, then it holds what came; each time the plays are read again. */
    evidence: {
      summary: 'Ask for evidence, or add what has come',
      from: UNDECIDED,
      body: z.strictObject({ text: text(3, TEXT_MAX) }),
    },
    decide: {
      summary: 'Accept it, whole or in part, and credit it, or reject it',
      from: ['under_review'],
      access: { level: 'A', reauth_min: DECIDE_REAUTH_MIN },
      body: decideBody,
    },
    close: { summary: 'Close what was credited', from: ['credited'], to: 'closed', confirm: true },
  },
});
