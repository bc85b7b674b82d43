/** Budgets of a tenant: two that are open, and one that is closed; and what somebody asked for. */
import { budgetRequests, budgets } from '../../../../../server/db/schema.ts';
import { uuid7 } from '../../../../../shared/random.ts';
import type { TestServer } from '../../server.ts';

export type BudgetRows = Record<'active' | 'other' | 'closed' | 'request', string>;
export async function addBudgets(
  { db, server }: Pick<TestServer, 'db' | 'server'>,
  tenant_id: string,
): Promise<BudgetRows> {
  const now = server.clock.now();
  const row = (state: 'active' | 'closed') => ({
    ...{ id: uuid7(now), tenant_id, name: 'Harbour month', scope: 'tenant' as const, state },
    ...{ period: 'month' as const, currency: 'EUR', amount_minor: 100_000, hard_cap: false },
  });
  const rows = [row('active'), row('active'), row('closed')];
  await db.insert(budgets).values(rows);
  const [active = '', other = '', closed = ''] = rows.map(({ id }) => id);
  const request = uuid7(now);
  await db.insert(budgetRequests).values({
    ...{ id: request, tenant_id, budget_id: active, currency: 'EUR', amount_minor: 10_000 },
    reason: 'The fair lasts a week longer.',
  });
  return { active, other, closed, request };
}
