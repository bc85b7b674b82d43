/** Rules of the codes on screens, in the order they are asked. */
import { and, eq, getTableColumns, inArray, sql } from 'drizzle-orm';
import { qrRules as contract, type QrRule } from '../../../shared/contract/playout/rules/qrRule.ts';
import { commonFieldsOf } from '../../db/rows.ts';
import { qrRules, qrScans } from '../../db/schema.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { repository } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { lockOrder, moveInOrder, nextNumber, refreshScreens, type Move } from '../ranked.ts';
import { requireCampaigns } from '../ruleScope.ts';

type Row = typeof qrRules.$inferSelect;

export const qrRuleListing = listing(contract)<Row>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(qrRules)),
  fields: getTableColumns(qrRules),
  id: qrRules.id,
  scope: ({ tenant_id }) => eq(qrRules.tenant_id, tenant_id),
  searchColumns: [qrRules.name],
  filterColumns: { status: qrRules.status },
  deleted_at: qrRules.deleted_at,
  created_at: qrRules.created_at,
  async serialize(ctx, rows) {
    const scans = await scansOf(
      ctx,
      rows.map(({ id }) => id),
    );
    return rows.map(row => ({ ...row, scans: scans.get(row.id) ?? 0, ...commonFieldsOf(row) }));
  },
});

async function scansOf({ tx, tenant_id }: TransactionContext, ids: string[]): Promise<Map<string, number>> {
  if (ids.length === 0) return new Map();
  const rows = await tx
    .select({ id: qrScans.rule_id, scans: sql<number>`sum(${qrScans.count})::int` })
    .from(qrScans)
    .where(and(eq(qrScans.tenant_id, tenant_id), inArray(qrScans.rule_id, ids)))
    .groupBy(qrScans.rule_id);
  return new Map(rows.map(({ id, scans }) => [id, scans]));
}

const lockRules = lockOrder('qr rules');

export const qrRuleRepository = repository({
  entity: contract,
  table: qrRules,
  listing: qrRuleListing,
  beforeWrite: lockRules,
  validate: requireCampaigns,
  insertDefaults: ctx => ({
    number: nextNumber(qrRules, 'number', ctx) as never,
    rank: nextNumber(qrRules, 'rank', ctx) as never,
  }),
  afterWrite: refreshScreens,
});

export async function moveRule(ctx: TransactionContext, id: string, to: Move): Promise<QrRule> {
  await lockRules(ctx);
  await moveInOrder(ctx, qrRules, { id, to, singular: contract.singular });
  return qrRuleListing.read(ctx, id);
}
