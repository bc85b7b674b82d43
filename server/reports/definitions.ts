/** Reports that are kept. When each is due next is written with every change of it. */
import { and, eq, getTableColumns } from 'drizzle-orm';
import { dateOf } from '../../shared/clock.ts';
import {
  reportDefinitions as contract,
  type ReportDefinition,
} from '../../shared/contract/reports/definition.ts';
import { commonFieldsOf } from '../db/rows.ts';
import { reportDefinitions } from '../db/schema.ts';
import { asSelectQuery, listing } from '../resource/listing.ts';
import { repository } from '../resource/repository.ts';
import type { TransactionContext } from '../transaction/context.ts';
import { nextTime, requireTimetable, timeOf } from './content/period.ts';

export type DefinitionRow = typeof reportDefinitions.$inferSelect;

export const definitionListing = listing(contract)<DefinitionRow>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(reportDefinitions)),
  fields: getTableColumns(reportDefinitions),
  id: reportDefinitions.id,
  scope: ctx => eq(reportDefinitions.tenant_id, ctx.tenant_id),
  sortColumns: {
    name: reportDefinitions.name,
    created_at: reportDefinitions.created_at,
    updated_at: reportDefinitions.updated_at,
    next_at: reportDefinitions.next_at,
  },
  searchColumns: [reportDefinitions.name],
  filterColumns: {
    status: reportDefinitions.status,
    preset: reportDefinitions.preset,
    schedule: reportDefinitions.schedule,
    period: reportDefinitions.period,
  },
  deleted_at: reportDefinitions.deleted_at,
  created_at: reportDefinitions.created_at,
  serialize: (_ctx, rows) =>
    rows.map(row => ({ ...row, next_at: row.next_at?.toISOString() ?? null, ...commonFieldsOf(row) })),
});

const rows = repository({
  entity: contract,
  table: reportDefinitions,
  listing: definitionListing,
  /** A patch is checked as the whole it leads to: its period may name days that stand in the row. */
  validate: (ctx, values) => {
    timeOf(values, ctx.now);
    requireTimetable(values);
  },
});

export const nextOf = (row: Omit<DefinitionRow, 'next_at'>, now: number): Date | null => {
  const next = row.status === 'active' && row.deleted_at === null ? nextTime(row, now) : null;
  return next === null ? null : dateOf(Date.parse(next));
};

async function planNext(ctx: TransactionContext, id: string): Promise<ReportDefinition> {
  const one = and(eq(reportDefinitions.id, id), eq(reportDefinitions.tenant_id, ctx.tenant_id));
  const [row] = await ctx.tx.select().from(reportDefinitions).where(one);
  if (row)
    await ctx.tx
      .update(reportDefinitions)
      .set({ next_at: nextOf(row, ctx.now) })
      .where(one);
  return definitionListing.read(ctx, id);
}
const planned = async (ctx: TransactionContext, written: Promise<object>) =>
  planNext(ctx, ((await written) as ReportDefinition).id);

export const definitionRepository: typeof rows = {
  ...rows,
  create: (ctx, values) => planned(ctx, rows.create(ctx, values)),
  change: (ctx, id, expected, values) => planned(ctx, rows.change(ctx, id, expected, values)),
  restore: (ctx, id) => planned(ctx, rows.restore(ctx, id)),
  act: (ctx, id, action) => planned(ctx, rows.act(ctx, id, action)),
};
