/** Templates of contracts: what a text names is defined, and what is published stays as it is. */
import { and, eq, getTableColumns, isNull, max } from 'drizzle-orm';
import { undefinedIn } from '../../../shared/contract/sales/contractText.ts';
import {
  contractTemplates as entity,
  type ContractTemplate,
} from '../../../shared/contract/sales/contractTemplate.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { commonFieldsOf, requireFound } from '../../db/rows.ts';
import { contractTemplates } from '../../db/schema.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { repository, type Repository } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';

type Row = typeof contractTemplates.$inferSelect;

export const templateListing = listing(entity)<Row>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(contractTemplates)),
  fields: getTableColumns(contractTemplates),
  id: contractTemplates.id,
  scope: ({ tenant_id }) => eq(contractTemplates.tenant_id, tenant_id),
  sortColumns: {
    name: contractTemplates.name,
    edition: contractTemplates.edition,
    state: contractTemplates.state,
    created_at: contractTemplates.created_at,
    updated_at: contractTemplates.updated_at,
  },
  searchColumns: [contractTemplates.name],
  filterColumns: { state: contractTemplates.state, language: contractTemplates.language },
  deleted_at: contractTemplates.deleted_at,
  created_at: contractTemplates.created_at,
  serialize: (_ctx, rows) => rows.map(row => ({ ...row, ...commonFieldsOf(row) })),
});

function validate({ body = '', variables = [], state = 'draft', deleted_at = null }: Partial<Row>): void {
  if (state !== 'draft' && deleted_at === null)
    throw new AppError('STATE', `This is ${state}.`, { status: state });
  const unknown = undefinedIn(body, variables);
  if (unknown.length === 0) return;
  const text = `Define these names, or take them out: ${unknown.join(', ')}`;
  throw new AppError('VALIDATION', text, { body: [text] });
}

const stored = repository({
  entity,
  table: contractTemplates,
  listing: templateListing,
  stateColumn: 'state',
  validate: (_ctx, values) => validate(values as Partial<Row>),
});

export const templateRepository: Repository = {
  ...stored,
  async act(ctx, id, act) {
    return act === entity.actions.clone ? cloneTemplate(ctx, id) : stored.act(ctx, id, act);
  },
};

/** A draft of the next edition under the same name. */
async function cloneTemplate(ctx: TransactionContext, id: string): Promise<object> {
  const { name, language, body, variables } = await templateListing.read(ctx, id);
  const [last] = await ctx.tx
    .select({ edition: max(contractTemplates.edition) })
    .from(contractTemplates)
    .where(and(eq(contractTemplates.tenant_id, ctx.tenant_id), eq(contractTemplates.name, name)));
  const copy = (await stored.create(ctx, { name, language, body, variables })) as ContractTemplate;
  await ctx.tx
    .update(contractTemplates)
    .set({ edition: (last?.edition ?? 0) + 1 })
    .where(eq(contractTemplates.id, copy.id));
  return templateListing.read(ctx, copy.id);
}

/** One that contracts may be made from. */
export async function publishedTemplate({ tx, tenant_id }: TransactionContext, id: string): Promise<Row> {
  const [row] = await tx
    .select()
    .from(contractTemplates)
    .where(
      and(
        eq(contractTemplates.id, id),
        eq(contractTemplates.tenant_id, tenant_id),
        isNull(contractTemplates.deleted_at),
      ),
    )
    .for('share');
  if (row?.state === 'published') return requireFound(row, 'contract template');
  const text = 'There is no such published template.';
  throw new AppError('VALIDATION', text, { template_id: [text] });
}
