/** Disputes as they are listed, opened, looked into and decided. */
import { and, asc, eq, getTableColumns } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  DISPUTE_DUE_D,
  disputes as entity,
  UNDECIDED,
  type Dispute,
  type DisputeDetail,
  type DisputeState,
} from '../../../shared/contract/sales/dispute.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { majorOf } from '../../../shared/i18n/format.ts';
import { uuid7 } from '../../../shared/random.ts';
import { commonFieldsOf, requireFound, requireVersion } from '../../db/rows.ts';
import { disputeCredits, disputes } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { requireUndisputed } from '../billing/disputed.ts';
import { refuseField } from '../billing/lines.ts';
import { inNumberOrder, lockBooks } from '../numbers.ts';
import { creditDispute, creditPlays } from './credit.ts';
import { tellOfDispute } from './disputeMail.ts';
import { evidenceOf, gatherEvidence } from './evidence.ts';
import { playsToCredit } from './plays.ts';
import { subjectOf, type Subject } from './subject.ts';

const DAY_MS = 86_400_000;
export type DisputeRow = typeof disputes.$inferSelect;
const isoOf = (at: Date | null) => at?.toISOString() ?? null;

const toDispute = (row: DisputeRow, now: number): Dispute => ({
  ...{ ...row, due_at: row.due_at.toISOString(), ...commonFieldsOf(row) },
  ...{ from: isoOf(row.from), to: isoOf(row.to), decided_at: isoOf(row.decided_at) },
  is_overdue: UNDECIDED.includes(row.state) && row.due_at.getTime() < now,
});
const ofTenant = ({ tenant_id }: TransactionContext) => eq(disputes.tenant_id, tenant_id);
export const disputeListing = listing(entity)<DisputeRow>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(disputes)),
  fields: getTableColumns(disputes),
  id: disputes.id,
  scope: ofTenant,
  sortColumns: {
    due_at: disputes.due_at,
    subject: disputes.subject,
    claimed_minor: disputes.claimed_minor,
    created_at: disputes.created_at,
    updated_at: disputes.updated_at,
  },
  searchColumns: [disputes.subject, disputes.claim],
  filterColumns: {
    state: disputes.state,
    kind: disputes.kind,
    scope: disputes.scope,
    campaign_id: disputes.campaign_id,
    invoice_id: disputes.invoice_id,
    partner_id: disputes.partner_id,
  },
  deleted_at: disputes.deleted_at,
  created_at: disputes.created_at,
  serialize: ({ now }, rows) => rows.map(row => toDispute(row, now)),
});

async function findDispute(ctx: TransactionContext, id: string, lock: boolean): Promise<DisputeRow> {
  const query = ctx.tx
    .select()
    .from(disputes)
    .where(and(eq(disputes.id, id), ofTenant(ctx)));
  const [row] = await (lock ? query.for('update') : query);
  return requireFound(row, entity.singular);
}
/** Before a change of it. */
async function lockDispute(ctx: TransactionContext, id: string): Promise<DisputeRow> {
  const row = await findDispute(ctx, id, true);
  ctx.auditNote.before = row;
  ctx.auditNote.target_name = row.subject;
  return row;
}
async function detailOf(ctx: TransactionContext, row: DisputeRow): Promise<DisputeDetail> {
  const credits = await ctx.tx
    .select()
    .from(disputeCredits)
    .where(and(eq(disputeCredits.tenant_id, ctx.tenant_id), eq(disputeCredits.dispute_id, row.id)))
    .orderBy(asc(inNumberOrder(disputeCredits.number)), asc(disputeCredits.line_id));
  return {
    ...toDispute(row, ctx.now),
    evidence: await evidenceOf(ctx, row.id),
    credits: credits.map(one => ({
      ...{
        id: one.id,
        amount_minor: one.amount_minor,
        plays: one.plays,
        number: one.number,
        partner_id: one.partner_id,
      },
      ...{ invoice_id: one.invoice_id, line_id: one.line_id, credit_note_id: one.credit_note_id },
    })),
  };
}
export const readDispute = async (ctx: TransactionContext, id: string) =>
  detailOf(ctx, await findDispute(ctx, id, false));

async function write(
  ctx: TransactionContext,
  row: DisputeRow,
  set: Partial<DisputeRow>,
): Promise<DisputeRow> {
  const [written] = await ctx.tx
    .update(disputes)
    .set({ ...set, version: row.version + 1, updated_at: dateOf(ctx.now) })
    .where(eq(disputes.id, row.id))
    .returning();
  return requireFound(written, entity.singular);
}

/** What its plays cost, where no amount is typed. */
async function claimOf(
  ctx: TransactionContext,
  subject: Subject,
): Promise<Pick<DisputeRow, 'claimed_plays' | 'claimed_minor'>> {
  const { play_id = null, campaign_id = null, invoice_id = null, line_id = null, from, to } = subject;
  const found = await playsToCredit(ctx, {
    ...{ play_id, campaign_id, invoice_id, line_id, created_at: dateOf(ctx.now) },
    ...{ from: from ?? null, to: to ?? null },
  });
  if (subject.scope === 'partner' || found.length === 0)
    return refuseField('claimed_minor', 'No invoice that was sent holds its plays: name an amount');
  return {
    claimed_minor: found.reduce((sum, { amount_minor }) => sum + amount_minor, 0),
    claimed_plays: found.reduce((sum, { plays }) => sum + plays, 0),
  };
}

/** With the plays as they stand at this moment. */
export async function openDispute(
  ctx: TransactionContext,
  input: Body<NonNullable<typeof entity.create>>,
  { email }: UserPrincipal,
): Promise<DisputeDetail> {
  const { tx, tenant_id, user_id, now } = ctx;
  const { kind, claim, claimed_plays, claimed_minor, contact_email } = input;
  const subject = await subjectOf(ctx, input);
  if (subject.scope === 'invoice') {
    const { invoice_id, line_id = null } = subject;
    if (invoice_id) await requireUndisputed(ctx, { invoice_id, line_id });
  }
  const claimed =
    claimed_minor === null
      ? { ...(await claimOf(ctx, subject)), by_plays: true }
      : { claimed_plays, claimed_minor, by_plays: false };
  const [made] = await tx
    .insert(disputes)
    .values({
      ...{ id: uuid7(now), tenant_id, created_by: user_id, created_at: dateOf(now), updated_at: dateOf(now) },
      ...{ ...subject, ...claimed, kind, claim, contact_email },
      due_at: dateOf(now + DISPUTE_DUE_D * DAY_MS),
    })
    .returning();
  const row = requireFound(made, entity.singular);
  ctx.auditNote.target_name = row.subject;
  await gatherEvidence(ctx, row, { by: email, text: '' });
  await tellOfDispute(ctx, row, 'opened', claim);
  return detailOf(ctx, row);
}

/** The claim may be changed only while nobody reviews it; an amount or a number that is typed takes the place of plays. */
export async function changeDispute(
  ctx: TransactionContext,
  { id, expected }: { id: string; expected: number },
  patch: Body<NonNullable<typeof entity.patch>>,
): Promise<DisputeDetail> {
  const row = await lockDispute(ctx, id);
  if (row.version !== expected) requireVersion(await detailOf(ctx, row), expected);
  requireState({ from: ['open', 'evidence_requested'] }, row.state);
  const claimed = { ...row, ...patch };
  const by_plays =
    row.by_plays &&
    claimed.claimed_minor === row.claimed_minor &&
    claimed.claimed_plays === row.claimed_plays;
  /** Plays alone may cost nothing. */
  if (!by_plays && claimed.claimed_minor === 0)
    refuseField('claimed_minor', `Must be at least ${majorOf(1, row.currency)}`);
  return detailOf(ctx, await write(ctx, row, { ...patch, by_plays }));
}

const AFTER_EVIDENCE: Partial<Record<DisputeState, DisputeState>> = {
  open: 'evidence_requested',
  evidence_requested: 'under_review',
};
export async function addEvidence(
  ctx: TransactionContext,
  { id, text }: { id: string; text: string },
  { email }: UserPrincipal,
): Promise<DisputeDetail> {
  const row = await lockDispute(ctx, id);
  requireState(entity.actions.evidence, row.state);
  await gatherEvidence(ctx, row, { by: email, text });
  const written = await write(ctx, row, { state: AFTER_EVIDENCE[row.state] ?? row.state, owner: email });
  await tellOfDispute(ctx, written, row.state === 'open' ? 'asked' : 'added', text);
  return detailOf(ctx, written);
}

type Decision = Body<typeof entity.actionEndpoints.decide>;
/** Before tax; null: nothing. */
function amountOf({ claimed_minor }: DisputeRow, { decision, credit_minor }: Decision): number | null {
  if (decision === 'rejected') return null;
  if (decision === 'accepted' || credit_minor === null) return claimed_minor;
  if (credit_minor >= claimed_minor)
    return refuseField('credit_minor', 'A part is less than what is claimed.');
  return credit_minor;
}
/** What is accepted is credited in the same transaction: it is never decided without its credit, nor credited twice. */
export async function decideDispute(
  ctx: TransactionContext,
  { id, ...body }: { id: string } & Decision,
  { email }: UserPrincipal,
): Promise<DisputeDetail> {
  await lockBooks(ctx.tx, ctx.tenant_id);
  const row = await lockDispute(ctx, id);
  requireState(entity.actions.decide, row.state);
  const { decision, reason } = body;
  const amount_minor = await credit();
  const written = await write(ctx, row, {
    ...{ state: amount_minor === null ? 'rejected' : 'credited', decision, reason, owner: email },
    ...{ decided_at: dateOf(ctx.now), credited_minor: amount_minor },
  });
  await tellOfDispute(ctx, written, decision, reason);
  return detailOf(ctx, written);

  async function credit(): Promise<number | null> {
    if (row.by_plays && decision === 'accepted') return creditPlays(ctx, row, reason);
    const amount_minor = amountOf(row, body);
    if (amount_minor !== null) await creditDispute(ctx, row, { amount_minor, reason });
    return amount_minor;
  }
}

export async function closeDispute(ctx: TransactionContext, id: string): Promise<DisputeDetail> {
  const row = await lockDispute(ctx, id);
  requireState(entity.actions.close, row.state);
  return detailOf(ctx, await write(ctx, row, { state: entity.actions.close.to }));
}
