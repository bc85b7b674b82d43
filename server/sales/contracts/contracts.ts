/** Contracts of a tenant: lists, drafts and what everybody reads of one. */
import { createHash } from 'node:crypto';
import { and, asc, eq, getTableColumns, ne, sql, type SQL } from 'drizzle-orm';
import {
  contracts as entity,
  ownContracts,
  type Contract,
  type ContractDetail,
} from '../../../shared/contract/sales/contract.ts';
import { filledIn, notAmountsOf } from '../../../shared/contract/sales/contractText.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { allows } from '../../../shared/contract/wire/access.ts';
import { commonFieldsOf, requireFound, requireVersion } from '../../db/rows.ts';
import { contracts, signatures, tenants } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { repository } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { signedTextOf } from '../../trust/compliance/sealed.ts';
import { moneyText } from '../money.ts';
import { inNumberOrder } from '../numbers.ts';
import { requireSignatories } from './people.ts';
import { publishedTemplate } from './templates.ts';

export type ContractRow = typeof contracts.$inferSelect;
export const hashOf = (body: string) => createHash('sha256').update(body).digest('hex');

const isoOf = (at: Date | null) => at?.toISOString() ?? null;
const toContract = (row: ContractRow): Contract => ({
  ...row,
  sent_at: isoOf(row.sent_at),
  signed_at: isoOf(row.signed_at),
  ...commonFieldsOf(row),
});
const columns = {
  fields: getTableColumns(contracts),
  id: contracts.id,
  sortColumns: {
    number: inNumberOrder(contracts.number),
    title: contracts.title,
    state: contracts.state,
    starts: contracts.starts,
    ends: contracts.ends,
    created_at: contracts.created_at,
    updated_at: contracts.updated_at,
  },
  searchColumns: [contracts.title, contracts.number, contracts.template_name],
  filterColumns: { state: contracts.state },
  deleted_at: contracts.deleted_at,
  created_at: contracts.created_at,
};
export const contractListing = listing(entity)<ContractRow>({
  ...columns,
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(contracts)),
  scope: ({ tenant_id }) => eq(contracts.tenant_id, tenant_id),
  serialize: (_ctx, rows) => rows.map(toContract),
});
/** Of the portal: nothing that is not sent; who reads contracts sees all of them, a signatory his own. */
export function ownScope(ctx: TransactionContext, principal: UserPrincipal | null): SQL | undefined {
  const sent = and(eq(contracts.tenant_id, ctx.tenant_id), ne(contracts.state, 'draft'));
  if (principal && allows(principal.role, 'contracts', 'R')) return sent;
  if (!principal?.is_signatory) return sql`false`;
  return and(sent, sql`${contracts.parties} @> ${JSON.stringify([{ user_id: principal.user_id }])}::jsonb`);
}
export const ownContractListing = listing(ownContracts)<ContractRow>({
  ...columns,
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(contracts)),
  scope: ownScope,
  serialize: (_ctx, rows) => rows.map(toContract),
});

/** Within the rows that the caller may see; `lock`: before a change, which nothing that is deleted takes. */
export async function findContract(
  ctx: TransactionContext,
  id: string,
  { scope, lock = false }: { scope: SQL | undefined; lock?: boolean },
): Promise<ContractRow> {
  const query = ctx.tx
    .select()
    .from(contracts)
    .where(and(eq(contracts.id, id), scope));
  const [row] = await (lock ? query.for('update') : query);
  const found = requireFound(row, 'contract');
  if (lock) {
    if (found.deleted_at !== null) requireFound(null, 'contract');
    ctx.auditNote.before = found;
    ctx.auditNote.target_name = [found.number, found.title].filter(Boolean).join(' ');
  }
  return found;
}
export const ofTenant = ({ tenant_id }: TransactionContext) => eq(contracts.tenant_id, tenant_id);

export async function detailOf(ctx: TransactionContext, row: ContractRow): Promise<ContractDetail> {
  const signed = await ctx.tx
    .select()
    .from(signatures)
    .where(eq(signatures.contract_id, row.id))
    // The tenant, which has no number, signs last.
    .orderBy(asc(signatures.party));
  const body = row.state === 'draft' ? await textOf(ctx, row) : row.body;
  const original = row.body_sha256 === null ? undefined : await signedTextOf(ctx, row);
  /** Where the text that was signed is gone, its signatures can only be compared with each other. */
  const signedHash = original?.body === null ? row.body_sha256 : hashOf(original?.body ?? row.body);
  return {
    ...toContract(row),
    body,
    defined: row.defined,
    signatures: signed.map(one => ({
      ...{ party: one.party, user_id: one.user_id, name: one.name, method: one.method, image: one.image },
      ...{ body_sha256: one.body_sha256, signed_at: one.signed_at.toISOString() },
    })),
    is_intact:
      row.body_sha256 === null ||
      ((original?.isRedactionIntact ?? true) &&
        [row.body_sha256, ...signed.map(one => one.body_sha256)].every(hash => hash === signedHash)),
    is_redacted: original !== undefined,
  };
}

/** As it would be sent now. */
export async function textOf(ctx: TransactionContext, row: ContractRow): Promise<string> {
  const [tenant] = await ctx.tx
    .select({ name: tenants.name })
    .from(tenants)
    .where(eq(tenants.id, ctx.tenant_id));
  const { value_minor, currency, language } = row;
  return filledIn(row.body, {
    ...Object.fromEntries(row.variables.map(({ key, value }) => [key, value])),
    number: row.number ?? '',
    provider: tenant?.name ?? '',
    customer: row.parties.map(({ name }) => name).join(', '),
    starts: row.starts,
    ends: row.ends ?? '',
    value: value_minor === null ? '' : moneyText(value_minor, currency, language),
  });
}

const FROM_TEMPLATE = 'of the template, or answered with the single contract';
const stored = repository({
  entity,
  table: contracts,
  listing: contractListing,
  stateColumn: 'state',
  internalColumns: { body: FROM_TEMPLATE, defined: FROM_TEMPLATE, noticed_at: 'the server’s own clock' },
  validate: async (ctx, values) => validate(ctx, values as Partial<ContractRow>),
  /** What was sent binds those who sign it: it is withdrawn or terminated. */
  async beforeRemove(ctx, id) {
    const { state } = await findContract(ctx, id, { scope: ofTenant(ctx) });
    if (state !== 'draft') throw new AppError('STATE', `This is ${state}.`, { status: state });
  },
});

/** What is of kind money is an amount, also in a draft that was made before this was asked of it. */
export function requireAmounts({ defined, variables }: Pick<ContractRow, 'defined' | 'variables'>): void {
  const wrong = notAmountsOf(defined, variables);
  if (wrong.length === 0) return;
  const text = `Must be an amount, such as 1,250.00 EUR: ${wrong.join(', ')}`;
  throw new AppError('VALIDATION', text, { variables: [text] });
}

/** Only drafts change; a date that lies before another is named. */
async function validate(ctx: TransactionContext, row: Partial<ContractRow>): Promise<void> {
  const { state = 'draft', deleted_at = null, starts, ends, parties, variables = [], defined } = row;
  if (state !== 'draft' && deleted_at === null)
    throw new AppError('STATE', `This is ${state}.`, { status: state });
  if (starts && ends && ends <= starts)
    throw new AppError('VALIDATION', 'The end lies before the start', {
      ends: ['The end lies before the start'],
    });
  if (parties) await requireSignatories(ctx, parties);
  if (!defined) return;
  requireAmounts({ defined, variables });
  const unknown = variables.filter(({ key }) => !defined.some(one => one.key === key));
  if (unknown.length === 0) return;
  const text = `The template does not name ${unknown.map(({ key }) => key).join(', ')}.`;
  throw new AppError('VALIDATION', text, { variables: [text] });
}

/** It takes the text of its template with it, and a row to fill in for each name. */
export async function createContract(
  ctx: TransactionContext,
  { template_id, currency, variables, ...values }: Body<NonNullable<typeof entity.create>>,
): Promise<ContractDetail> {
  const template = await publishedTemplate(ctx, template_id);
  const [tenant] = await ctx.tx
    .select({ currency: tenants.currency })
    .from(tenants)
    .where(eq(tenants.id, ctx.tenant_id));
  const valueOf = (key: string) => variables.find(one => one.key === key)?.value ?? '';
  const unknown = variables.filter(({ key }) => !template.variables.some(one => one.key === key));
  const made = (await stored.create(ctx, {
    ...values,
    currency: currency ?? requireFound(tenant, 'tenant').currency,
    ...{ template_id, template_name: template.name, template_edition: template.edition },
    ...{ language: template.language, body: template.body, defined: template.variables },
    variables: [...template.variables.map(({ key }) => ({ key, value: valueOf(key) })), ...unknown],
  })) as Contract;
  return readContract(ctx, made.id);
}
/** Who is refused for his version gets the whole contract, as its page reads it. */
async function requireStanding(ctx: TransactionContext, id: string, expected: number): Promise<void> {
  const row = await findContract(ctx, id, { scope: ofTenant(ctx) });
  if (row.deleted_at === null && row.version !== expected) requireVersion(await detailOf(ctx, row), expected);
}
export async function changeContract(
  ctx: TransactionContext,
  { id, expected }: { id: string; expected: number },
  patch: Body<NonNullable<typeof entity.patch>>,
): Promise<ContractDetail> {
  await requireStanding(ctx, id, expected);
  await stored.change(ctx, id, expected, patch);
  return readContract(ctx, id);
}
export const readContract = async (ctx: TransactionContext, id: string) =>
  detailOf(ctx, await findContract(ctx, id, { scope: ofTenant(ctx) }));
export async function removeContract(ctx: TransactionContext, id: string, expected: number) {
  await requireStanding(ctx, id, expected);
  return stored.remove(ctx, id, expected);
}
export async function restoreContract(ctx: TransactionContext, id: string): Promise<ContractDetail> {
  await stored.restore(ctx, id);
  return readContract(ctx, id);
}
