/** Rules of the codes on screens, in the order they are asked. */
import { and, asc, desc, eq, getTableColumns, gt, inArray, isNull, lt, sql } from 'drizzle-orm';
import { qrRules as contract, type QrRule } from '../../../shared/contract/playout/qrRule.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { dateOf } from '../../../shared/clock.ts';
import { commonFieldsOf, requireFound } from '../../db/rows.ts';
import { campaigns, qrRules, qrScans } from '../../db/schema.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { repository } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { refreshChanged } from '../heads.ts';
import { screensOf } from '../weather/reading.ts';

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
    return rows.map(row => ({ ...row, ...commonFieldsOf(row), scans: scans.get(row.id) ?? 0 }));
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

/** Two that are made at once are numbered one after the other. */
const lockOrder = ({ tx, tenant_id }: TransactionContext) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`qr rules ${tenant_id}`}, 0))`);
const refreshScreens = async (ctx: TransactionContext) => refreshChanged(ctx, await screensOf(ctx));

/** Of a tenant, deleted ones counted. */
const highest = (column: 'number' | 'rank', { tenant_id }: TransactionContext) =>
  sql<number>`(select coalesce(max(${sql.identifier(column)}), 0) + 1 from qr_rules where tenant_id = ${tenant_id})`;

/** Of this tenant; one that was deleted may be restored, and its rule is edited meanwhile. */
async function requireCampaigns(
  { tx, tenant_id }: TransactionContext,
  { campaign_ids = [] }: Partial<Pick<QrRule, 'campaign_ids'>>,
): Promise<void> {
  if (campaign_ids.length === 0) return;
  const found = await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.tenant_id, tenant_id), inArray(campaigns.id, campaign_ids)));
  const text = 'There is no such campaign.';
  if (found.length < new Set(campaign_ids).size)
    throw new AppError('VALIDATION', text, { campaign_ids: [text] });
}

export const qrRuleRepository = repository({
  entity: contract,
  table: qrRules,
  listing: qrRuleListing,
  beforeWrite: lockOrder,
  validate: requireCampaigns,
  insertDefaults: ctx => ({ number: highest('number', ctx) as never, rank: highest('rank', ctx) as never }),
  afterWrite: refreshScreens,
});

/** Changes places with its neighbour; at either end it stays. */
export async function moveRule(
  ctx: TransactionContext,
  id: string,
  to: 'earlier' | 'later',
): Promise<QrRule> {
  await lockOrder(ctx);
  const { tx, tenant_id, now } = ctx;
  const ours = and(eq(qrRules.tenant_id, tenant_id), isNull(qrRules.deleted_at));
  const [found] = await tx
    .select()
    .from(qrRules)
    .where(and(ours, eq(qrRules.id, id)));
  const rule = requireFound(found, contract.singular);
  ctx.auditNote.before = rule;
  const [neighbour] = await tx
    .select({ id: qrRules.id, rank: qrRules.rank })
    .from(qrRules)
    .where(and(ours, to === 'earlier' ? lt(qrRules.rank, rule.rank) : gt(qrRules.rank, rule.rank)))
    .orderBy(to === 'earlier' ? desc(qrRules.rank) : asc(qrRules.rank))
    .limit(1);
  if (neighbour) {
    await setRank(ctx, rule.id, neighbour.rank, now);
    await setRank(ctx, neighbour.id, rule.rank, now);
    await refreshScreens(ctx);
  }
  return qrRuleListing.read(ctx, id);
}
const setRank = ({ tx, tenant_id }: TransactionContext, id: string, rank: number, now: number) =>
  tx
    .update(qrRules)
    .set({ rank, version: sql`${qrRules.version} + 1`, updated_at: dateOf(now) })
    .where(and(eq(qrRules.tenant_id, tenant_id), eq(qrRules.id, id)));
