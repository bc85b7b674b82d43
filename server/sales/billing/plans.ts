/** Price plans of a tenant; those of the platform that are public stand on the pricing page. */
import { and, asc, eq, getTableColumns, isNull, ne } from 'drizzle-orm';
import { plans as entity, type Plan } from '../../../shared/contract/sales/billing/plan.ts';
import type { publicPlans } from '../../../shared/contract/sales/billing/publicPlan.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { Server } from '../../context/server.ts';
import { commonFieldsOf } from '../../db/rows.ts';
import { plans, tenants } from '../../db/schema.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { repository } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';

type Row = typeof plans.$inferSelect;
export const planListing = listing(entity)<Row>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(plans)),
  fields: getTableColumns(plans),
  id: plans.id,
  scope: ({ tenant_id }) => eq(plans.tenant_id, tenant_id),
  sortColumns: {
    name: plans.name,
    code: plans.code,
    price_minor: plans.price_minor,
    created_at: plans.created_at,
    updated_at: plans.updated_at,
  },
  searchColumns: [plans.name, plans.code],
  filterColumns: { interval: plans.interval },
  deleted_at: plans.deleted_at,
  created_at: plans.created_at,
  serialize: (_ctx, rows) => rows.map((row): Plan => ({ ...row, ...commonFieldsOf(row) })),
});

async function requireOwnCode({ tx, tenant_id }: TransactionContext, row: Partial<Row>): Promise<void> {
  if (row.code === undefined) return;
  const others = await tx.$count(
    plans,
    and(
      ...[eq(plans.tenant_id, tenant_id), eq(plans.code, row.code), isNull(plans.deleted_at)],
      row.id === undefined ? undefined : ne(plans.id, row.id),
    ),
  );
  if (others === 0) return;
  const text = 'Another plan has this code';
  throw new AppError('VALIDATION', text, { code: [text] });
}
export const planRepository = repository({
  entity,
  table: plans,
  listing: planListing,
  validate: (ctx, values) => requireOwnCode(ctx, values as Partial<Row>),
});

const PUBLIC_MAX = 24;
/** Of the platform alone, whoever asks. */
export async function listPublicPlans({ tenantTransactions }: Server): Promise<Answer<typeof publicPlans>> {
  return tenantTransactions.acrossTenants(async tx => ({
    items: await tx
      .select({
        ...{ id: plans.id, code: plans.code, name: plans.name, price_minor: plans.price_minor },
        ...{ per_thousand_minor: plans.per_thousand_minor, currency: plans.currency },
        ...{ interval: plans.interval, limits: plans.limits, is_example: plans.is_example },
      })
      .from(plans)
      .innerJoin(tenants, eq(tenants.id, plans.tenant_id))
      .where(and(eq(tenants.kind, 'platform'), eq(plans.is_public, true), isNull(plans.deleted_at)))
      .orderBy(asc(plans.price_minor), asc(plans.id))
      .limit(PUBLIC_MAX),
  }));
}
