/** From the frozen text to the last signature: sent, signed in turn, declined, withdrawn, countersigned, ended. */
import { eq } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  contracts as entity,
  ownContracts,
  type ContractDetail,
} from '../../../shared/contract/sales/contract.ts';
import { missingOf } from '../../../shared/contract/sales/contractText.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { requireFound } from '../../db/rows.ts';
import { contracts, signatures } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { keepSealedFrom } from '../../trust/compliance/sealed.ts';
import { mailContract } from './contractMail.ts';
import {
  detailOf,
  findContract,
  hashOf,
  ofTenant,
  ownScope,
  requireAmounts,
  textOf,
  type ContractRow,
} from './contracts.ts';
import { nextNumber } from '../numbers.ts';
import { maySign, requireSignatories, signatoriesOf } from './people.ts';

type Sign = Body<typeof ownContracts.actionEndpoints.sign>;
/** From where it was signed. */
export interface Origin {
  ip: string;
  ua: string | undefined;
}

async function write(
  ctx: TransactionContext,
  { id, version }: ContractRow,
  set: Partial<ContractRow>,
): Promise<ContractRow> {
  const [row] = await ctx.tx
    .update(contracts)
    .set({ ...set, version: version + 1, updated_at: dateOf(ctx.now) })
    .where(eq(contracts.id, id))
    .returning();
  return requireFound(row, 'contract');
}

/** Whose turn it is, if he is still there. */
async function mailNext(ctx: TransactionContext, row: ContractRow): Promise<void> {
  const next = row.parties[row.signed];
  const person = (await signatoriesOf(ctx)).find(({ id }) => id === next?.user_id);
  if (person) await mailContract(ctx, 'sign', row, person);
}
async function mailParties(
  ctx: TransactionContext,
  what: 'active' | 'declined',
  row: ContractRow,
): Promise<void> {
  const people = await signatoriesOf(ctx);
  for (const { user_id } of row.parties) {
    const person = people.find(({ id }) => id === user_id);
    if (person) await mailContract(ctx, what, row, person);
  }
}

/** The text is filled in and frozen; what the template requires and nobody filled in is named. */
export async function send(ctx: TransactionContext, id: string): Promise<ContractDetail> {
  const row = await findContract(ctx, id, { scope: ofTenant(ctx), lock: true });
  requireState(entity.actions.send, row.state);
  const missing = missingOf(row.defined, row.variables);
  if (missing.length > 0) {
    const text = `Fill these in first: ${missing.join(', ')}`;
    throw new AppError('VALIDATION', text, { variables: [text] });
  }
  requireAmounts(row);
  await requireSignatories(ctx, row.parties);
  const number = await nextNumber(ctx.tx, 'contract', ctx);
  const body = await textOf(ctx, { ...row, number });
  const state = entity.actions.send.to;
  const sent = await write(ctx, row, {
    ...{ number, body, body_sha256: hashOf(body), state, sent_at: dateOf(ctx.now) },
  });
  await mailNext(ctx, sent);
  return detailOf(ctx, sent);
}

/** The text that is there is the one that was frozen, and the one that he read. */
function requireRead({ body, body_sha256 }: ContractRow, read: string): void {
  if (hashOf(body) !== body_sha256)
    throw new AppError('RULE', 'The text is not the one that was sent. It cannot be signed.', {
      body: 'changed',
    });
  if (read !== body_sha256)
    throw new AppError('RULE', 'This is not the text that you have read. Read it again.', { body_sha256 });
}
function requireImage({ method, image }: Sign): void {
  const text = 'Required';
  if (method === 'drawn' && image === null) throw new AppError('VALIDATION', text, { image: [text] });
}

async function addSignature(
  ctx: TransactionContext,
  row: ContractRow,
  { party, by, sign, origin }: { party: number | null; by: UserPrincipal; sign: Sign; origin: Origin },
): Promise<void> {
  await ctx.tx.insert(signatures).values({
    ...{ id: uuid7(ctx.now), tenant_id: ctx.tenant_id, contract_id: row.id, party, user_id: by.user_id },
    ...{ name: sign.name, method: sign.method, image: sign.method === 'drawn' ? sign.image : null },
    ...{ body_sha256: sign.body_sha256, ip: origin.ip, ua: origin.ua ?? null, signed_at: dateOf(ctx.now) },
  });
}

const NOT_YOURS = 'Only those who are named as parties sign it.';
async function lockAsParty(
  ctx: TransactionContext,
  by: UserPrincipal,
  id: string,
): Promise<{ row: ContractRow; party: number }> {
  const row = await findContract(ctx, id, { scope: ownScope(ctx, by), lock: true });
  if (!maySign(ctx, by)) throw new AppError('FORBIDDEN', NOT_YOURS);
  const party = row.parties.findIndex(({ user_id }) => user_id === by.user_id);
  if (party < 0) throw new AppError('FORBIDDEN', NOT_YOURS);
  return { row, party };
}

/** Without a name: browsers report the texts of errors, and people of other tenants read what browsers report. */
const NOT_YOUR_TURN = 'It is another party’s turn to sign.';

export async function sign(
  ctx: TransactionContext,
  by: UserPrincipal,
  { id, sign: signed, origin }: { id: string; sign: Sign; origin: Origin },
): Promise<ContractDetail> {
  const { row, party } = await lockAsParty(ctx, by, id);
  requireState(ownContracts.actions.sign, row.state);
  if (party < row.signed) throw new AppError('STATE', 'You have signed it already.', { status: row.state });
  if (party > row.signed)
    throw new AppError('RULE', NOT_YOUR_TURN, {
      turn: row.signed,
    });
  requireImage(signed);
  requireRead(row, signed.body_sha256);
  await addSignature(ctx, row, { party, by, sign: signed, origin });
  const next = await write(ctx, row, { state: 'partially_signed', signed: row.signed + 1 });
  await mailNext(ctx, next);
  return detailOf(ctx, next);
}

export async function decline(
  ctx: TransactionContext,
  by: UserPrincipal,
  { id, reason }: { id: string; reason: string },
): Promise<ContractDetail> {
  const { row, party } = await lockAsParty(ctx, by, id);
  requireState(ownContracts.actions.decline, row.state);
  /** His signature binds him; the provider may still withdraw. */
  if (party < row.signed)
    throw new AppError('STATE', 'You have signed it: it can no longer be declined.', { status: row.state });
  const declined = await write(ctx, row, { state: ownContracts.actions.decline.to, reason });
  await mailParties(ctx, 'declined', declined);
  return detailOf(ctx, declined);
}

/** After all of the customer, and by nobody of them. */
export async function countersign(
  ctx: TransactionContext,
  by: UserPrincipal,
  { id, sign: signed, origin }: { id: string; sign: Sign; origin: Origin },
): Promise<ContractDetail> {
  const row = await findContract(ctx, id, { scope: ofTenant(ctx), lock: true });
  requireState(entity.actions.countersign, row.state);
  if (row.signed < row.parties.length)
    throw new AppError('RULE', NOT_YOUR_TURN, {
      turn: row.signed,
    });
  if (row.parties.some(({ user_id }) => user_id === by.user_id))
    throw new AppError('RULE', 'Somebody else signs for the tenant: you have signed for the customer.', {
      is_party: true,
    });
  requireImage(signed);
  requireRead(row, signed.body_sha256);
  await addSignature(ctx, row, { party: null, by, sign: signed, origin });
  const { to: state } = entity.actions.countersign;
  const active = await write(ctx, row, { state, signed: row.signed + 1, signed_at: dateOf(ctx.now) });
  await mailParties(ctx, 'active', active);
  return detailOf(ctx, active);
}

export async function end(
  ctx: TransactionContext,
  { id, verb, reason }: { id: string; verb: 'withdraw' | 'terminate'; reason: string },
): Promise<ContractDetail> {
  const row = await findContract(ctx, id, { scope: ofTenant(ctx), lock: true });
  requireState(entity.actions[verb], row.state);
  if (verb === 'terminate') await keepSealedFrom(ctx.tx, id, ctx.now);
  return detailOf(ctx, await write(ctx, row, { state: entity.actions[verb].to, reason }));
}
