/** Requests of people about their data: taken, begun, refused, answered; those of a user's own beside them. */
import { and, desc, eq, getTableColumns, isNull, or, sql, type SQL } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import * as contract from '../../../shared/contract/trust/compliance.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { commonFieldsOf, requireFound } from '../../db/rows.ts';
import { equals } from '../../db/lists.ts';
import { complianceRequests, users } from '../../db/schema.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { requireState } from '../../resource/repository.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { requireAbove, requireNotLast } from '../../identity/users/roleGuards.ts';
import { lockUser, type UserRow } from '../../identity/users/users.ts';
import { mailAnswer } from './answerMail.ts';
import { erasePerson, lockAccount, removedAccountsOf } from './erase.ts';
import type { Subject } from './personData.ts';
import { EVERYWHERE, reachOf, type Reach } from './reach.ts';
import { pseudonymOf } from './redact.ts';
import { wantedOf, type Wanted } from './wanted.ts';

const DAY_MS = 86_400_000;
type RequestRow = typeof complianceRequests.$inferSelect;
const acts = contract.complianceRequests.actions;

const time = (at: Date | null) => (at === null ? null : instant(at.getTime()));
const answered = (row: RequestRow) => ({
  ...{ kind: row.kind, state: row.state, reason: row.reason },
  ...{ due_at: instant(row.due_at.getTime()), completed_at: time(row.completed_at) },
  ...commonFieldsOf(row),
});
const toRequest = (row: RequestRow): contract.ComplianceRequest => ({
  ...answered(row),
  ...{ subject_email: row.subject_email, subject_id: row.subject_id, note: row.note },
  verified_at: time(row.verified_at),
});

const columns = {
  fields: getTableColumns(complianceRequests),
  id: complianceRequests.id,
  deleted_at: complianceRequests.deleted_at,
  created_at: complianceRequests.created_at,
};
const select = (tx: TransactionContext['tx'], fields: object) =>
  asSelectQuery(tx.select(fields as never).from(complianceRequests));
const ofTenant = ({ tenant_id }: TransactionContext) => eq(complianceRequests.tenant_id, tenant_id);
/** Wherever the user acts: they are decided in the tenant of the account. */
const ofOwn = ({ user_id }: TransactionContext) => equals(complianceRequests.subject_id, user_id);

export const requestListing = listing(contract.complianceRequests)<RequestRow>({
  ...columns,
  from: select,
  scope: ofTenant,
  sortColumns: {
    due_at: complianceRequests.due_at,
    created_at: complianceRequests.created_at,
    subject_email: complianceRequests.subject_email,
  },
  searchColumns: [complianceRequests.subject_email, complianceRequests.note],
  filterColumns: {
    state: complianceRequests.state,
    kind: complianceRequests.kind,
    subject_id: complianceRequests.subject_id,
  },
  serialize: (_ctx, rows) => rows.map(toRequest),
});
export const ownRequestListing = listing(contract.ownPrivacyRequests)<RequestRow>({
  ...columns,
  from: select,
  scope: ofOwn,
  sortColumns: { created_at: complianceRequests.created_at },
  searchColumns: [complianceRequests.note],
  filterColumns: { state: complianceRequests.state },
  serialize: (_ctx, rows) => rows.map(answered),
});

interface NewRequest {
  tenant_id: string;
  kind: contract.RequestKind;
  subject_email: string;
  subject_id: string | null;
  note: string;
  isVerified: boolean;
}
async function insert(ctx: TransactionContext, { isVerified, ...values }: NewRequest): Promise<RequestRow> {
  const { tx, user_id, now } = ctx;
  const days = values.kind === 'opt_out_sale' ? contract.ANSWER_DAYS_CCPA : contract.ANSWER_DAYS;
  const [row] = await tx
    .insert(complianceRequests)
    .values({
      ...values,
      ...{ id: uuid7(now), created_by: user_id },
      ...{ created_at: dateOf(now), updated_at: dateOf(now), due_at: dateOf(now + days * DAY_MS) },
      verified_at: isVerified ? dateOf(now) : null,
    })
    .returning();
  return requireFound(row, 'request');
}

/**
 * The account of an address in this tenant: who has it now, else who had it and had proved it. An address that was only
 * claimed says nothing about who writes from it.
 */
async function accountOf({ tx, tenant_id }: TransactionContext, email: string): Promise<string | null> {
  const isNow = eq(users.email, email);
  const [user] = await tx
    .select({ id: users.id })
    .from(users)
    .where(
      and(eq(users.tenant_id, tenant_id), or(isNow, sql`${users.proven_emails} @> array[${email}]::text[]`)),
    )
    .orderBy(desc(isNow), desc(isNull(users.deleted_at)), desc(users.updated_at), users.id)
    .limit(1);
  return user?.id ?? null;
}

/** Somebody asked by letter or at the desk; the account of that address, where this tenant has one, is joined to it. */
export async function takeRequest(
  ctx: TransactionContext,
  body: Body<typeof contract.complianceRequests.create>,
): Promise<contract.ComplianceRequest> {
  const { tenant_id } = ctx;
  const subject_id = await accountOf(ctx, body.subject_email);
  return toRequest(await insert(ctx, { ...body, tenant_id, subject_id, isVerified: false }));
}

/** In the tenant whose account it is: no other may decide about it. */
export async function askForOwn(
  ctx: TransactionContext,
  { email: subject_email, user_id: subject_id, home_tenant_id }: UserPrincipal,
  { kind, note }: Body<typeof contract.ownPrivacyRequests.create>,
): Promise<contract.OwnPrivacyRequest> {
  const [waiting] = await ctx.tx
    .select({ id: complianceRequests.id, state: complianceRequests.state })
    .from(complianceRequests)
    .where(and(ofOwn(ctx), eq(complianceRequests.kind, kind), isNull(complianceRequests.completed_at)));
  if (waiting && contract.UNANSWERED.includes(waiting.state))
    throw new AppError('RULE', 'You have asked for this already.', { kind: ['asked'] });
  ctx.auditNote.tenant_id = home_tenant_id;
  const values = { kind, note, subject_email, subject_id, tenant_id: home_tenant_id, isVerified: true };
  return answered(await insert(ctx, values));
}

async function lock(
  ctx: TransactionContext,
  id: string,
  scope: (ctx: TransactionContext) => SQL | undefined,
): Promise<RequestRow> {
  const [row] = await ctx.tx
    .select()
    .from(complianceRequests)
    .where(and(eq(complianceRequests.id, id), scope(ctx)))
    .for('update');
  const found = requireFound(row, 'request');
  ctx.auditNote.before = { ...found };
  return found;
}
async function write(
  ctx: TransactionContext,
  row: RequestRow,
  set: Partial<RequestRow>,
): Promise<RequestRow> {
  const [written] = await ctx.tx
    .update(complianceRequests)
    .set({ ...set, version: row.version + 1, updated_at: dateOf(ctx.now) })
    .where(eq(complianceRequests.id, row.id))
    .returning();
  return requireFound(written, 'request');
}

/** Locks the request and the account it is about; whoever decides stands above the person. */
async function lockDecided(ctx: TransactionContext, actor: UserPrincipal, id: string) {
  const row = await lock(ctx, id, ofTenant);
  if (row.subject_id === null) return { row, user: null };
  const user = await lockUser(ctx, row.subject_id);
  requireAbove(actor, user);
  ctx.auditNote.before = { ...row };
  return { row, user };
}

export async function verifyRequest(ctx: TransactionContext, actor: UserPrincipal, id: string) {
  const { row } = await lockDecided(ctx, actor, id);
  requireState(acts.verify, row.state);
  const verified_at = row.verified_at ?? dateOf(ctx.now);
  return toRequest(await write(ctx, row, { state: 'in_progress', verified_at }));
}

export async function refuseRequest(
  ctx: TransactionContext,
  actor: UserPrincipal,
  { id, reason }: { id: string; reason: string },
) {
  const { row } = await lockDecided(ctx, actor, id);
  requireState(acts.refuse, row.state);
  await mailAnswer(ctx, 'refused', { ...row, reason });
  return toRequest(await write(ctx, row, { state: 'refused', reason, completed_at: dateOf(ctx.now) }));
}

/** An erasure is done by erasing; nothing else may be called so. The account may have come since it was asked for. */
export async function completeRequest(ctx: TransactionContext, actor: UserPrincipal, id: string) {
  const { row } = await lockDecided(ctx, actor, id);
  requireState(acts.complete, row.state);
  if (row.kind === 'erasure' && (row.subject_id ?? (await accountOf(ctx, row.subject_email))) !== null)
    throw new AppError('RULE', 'Erase the person, or refuse with the reason.', { kind: ['erase'] });
  await mailAnswer(ctx, 'completed', row);
  return toRequest(await write(ctx, row, { state: 'completed', completed_at: dateOf(ctx.now) }));
}

export async function withdrawRequest(ctx: TransactionContext, id: string) {
  const row = await lock(ctx, id, ofOwn);
  ctx.auditNote.tenant_id = row.tenant_id;
  requireState(contract.ownPrivacyRequests.actions.withdraw, row.state);
  return answered(await write(ctx, row, { state: 'withdrawn', completed_at: dateOf(ctx.now) }));
}

/** What the person asked for himself is done everywhere, whoever carries it out. */
const reachOfErasure = (actor: UserPrincipal, { subject_id, created_by }: RequestRow): Reach =>
  created_by === subject_id ? EVERYWHERE : reachOf(actor);

const unknownAccount = () =>
  new AppError('RULE', 'There is no account of this address.', { subject_email: ['unknown'] });

/** By somebody above the person, and never of the last who may manage a tenant. */
async function requireErasable(ctx: TransactionContext, actor: UserPrincipal, id: string) {
  const row = await lock(ctx, id, ofTenant);
  const subject_id = row.subject_id ?? (await accountOf(ctx, row.subject_email));
  const user = subject_id === null ? null : await lockUser(ctx, subject_id);
  if (user) requireAbove(actor, user);
  requireState(acts.erase, row.state);
  if (row.kind !== 'erasure')
    throw new AppError('RULE', 'This request asks for no erasure.', { kind: ['erasure'] });
  if (user === null) throw unknownAccount();
  await requireNotLast(ctx, user);
  return { row, user, reach: reachOfErasure(actor, { ...row, subject_id }) };
}

/**
 * In a transaction before: the person's calls end, so that none of them writes into a table that was looked through.
 * Answers what is to be looked for; null where the erasure will be refused, or was done.
 */
export async function lockForErasure(
  ctx: TransactionContext,
  actor: UserPrincipal,
  id: string,
): Promise<Wanted | null> {
  try {
    const { user, reach } = await requireErasable(ctx, actor, id);
    await lockAccount(ctx, user);
    return await wantedOf(ctx.tx, user, reach);
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

export async function eraseOfRequest(ctx: TransactionContext, actor: UserPrincipal, id: string) {
  const { row, user, reach } = await requireErasable(ctx, actor, id);
  await mailAnswer(ctx, 'erased', { ...row, subject_email: user.email });
  for (const account of [user, ...(await removedAccountsOf(ctx.tx, user, reach))])
    await erasePerson(ctx, account, await wantedOf(ctx.tx, account, reach));
  const subject_email = pseudonymOf(user.id).email;
  /** The log of this very act names nobody either. */
  ctx.auditNote.before = { state: row.state };
  const erased = { state: 'completed' as const, completed_at: dateOf(ctx.now), subject_email };
  return toRequest(await write(ctx, row, { ...erased, subject_id: user.id }));
}

/** Whose data a request for a copy is about, once it is certain who asks; of nobody above whoever makes it. */
export async function subjectOf(ctx: TransactionContext, actor: UserPrincipal, id: string): Promise<Subject> {
  const { row, user } = await lockDecided(ctx, actor, id);
  requireState({ from: ['in_progress', 'completed'] }, row.state);
  if (!contract.COPY_KINDS.includes(row.kind))
    throw new AppError('RULE', 'This request asks for no copy.', { kind: ['copy'] });
  if (user === null) throw unknownAccount();
  return subjectFrom(user, reachOf(actor));
}

const subjectFrom = ({ id, email, email_verified_at }: UserRow, reach: Reach): Subject => ({
  ...{ id, email, isProven: email_verified_at !== null, reach },
});
export async function ownSubject(ctx: TransactionContext, user_id: string): Promise<Subject> {
  const [user] = await ctx.tx.select().from(users).where(eq(users.id, user_id));
  return subjectFrom(requireFound(user, 'user'), EVERYWHERE);
}
