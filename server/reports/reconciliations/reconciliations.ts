/** Reconciliations as they are kept: compared when a file comes, settled by whoever reads the differences. */
import { and, eq, getTableColumns } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  reconciliations as entity,
  type Reconciliation,
  type ReconciliationDetail,
} from '../../../shared/contract/reports/reconciliation.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { readPartnerFile, type FileColumns, type FileFault } from '../../../shared/reports/partnerFile.ts';
import { reconcile } from '../../../shared/reports/reconcile.ts';
import { csvRows } from '../../../shared/web/csvRows.ts';
import { commonFieldsOf, requireFound, requireRestorable, requireVersion } from '../../db/rows.ts';
import { partners, reconciliations } from '../../db/schema.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { MAX_LINES, ourSpots, refuseMany } from './ourSpots.ts';

type Row = typeof reconciliations.$inferSelect;
type ComparisonInput = Pick<
  Reconciliation,
  'partner_id' | 'first_day' | 'last_day' | 'tz' | 'keyed_by' | 'counted_in' | 'tolerance_pct'
> &
  FileColumns;

const { compared: _compared, ...LISTED } = getTableColumns(reconciliations);
const toRow = ({ as_of, ...row }: Omit<Row, 'compared'>): Reconciliation => ({
  ...{ ...row, as_of: as_of.toISOString(), ...commonFieldsOf(row) },
});
const ofTenant = ({ tenant_id }: TransactionContext) => eq(reconciliations.tenant_id, tenant_id);
export const reconciliationListing = listing(entity)<Omit<Row, 'compared'>>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(reconciliations)),
  fields: LISTED,
  id: reconciliations.id,
  scope: ofTenant,
  sortColumns: {
    created_at: reconciliations.created_at,
    partner_name: reconciliations.partner_name,
    first_day: reconciliations.first_day,
    diff_pct: reconciliations.diff_pct,
  },
  searchColumns: [reconciliations.partner_name, reconciliations.file_name],
  filterColumns: { state: reconciliations.state, partner_id: reconciliations.partner_id },
  deleted_at: reconciliations.deleted_at,
  created_at: reconciliations.created_at,
  serialize: (_ctx, rows) => rows.map(toRow),
});

const detailOf = ({ compared, ...row }: Row): ReconciliationDetail => ({ ...toRow(row), compared });
async function find(ctx: TransactionContext, id: string, lock: boolean): Promise<Row> {
  const query = ctx.tx
    .select()
    .from(reconciliations)
    .where(and(eq(reconciliations.id, id), ofTenant(ctx)));
  const [row] = await (lock ? query.for('update') : query);
  return requireFound(row, entity.singular);
}
export const readReconciliation = async (ctx: TransactionContext, id: string) =>
  detailOf(await find(ctx, id, false));

/** Named by its line, so that whoever sent the file can mend it. */
function refuseFile({ fault, line, what }: FileFault): never {
  const message = {
    empty: 'It has no lines below its heads.',
    column: `It has no column ${what}.`,
    day: `Line ${line}: ${what} is no day like 2026-03-05.`,
    number: `Line ${line}: ${what} is no number.`,
    currency: `Line ${line}: ${what} is no currency like EUR.`,
  }[fault];
  throw new AppError('VALIDATION', message, { csv: [message] });
}

/** A file of another month would agree with everything. */
function refuseOtherDays({ first_day, last_day }: ComparisonInput): never {
  const message = `No line of it is of the days from ${first_day} to ${last_day}.`;
  throw new AppError('VALIDATION', message, { csv: [message] });
}

/** Against our figures of this moment: what comes late is in the next comparison. */
async function compare(ctx: TransactionContext, input: ComparisonInput, csv: string) {
  const file = readPartnerFile(csvRows(csv), input);
  if (file.fault) return refuseFile(file.fault);
  const { first_day, last_day } = input;
  if (!file.rows.some(({ day }) => first_day <= day && day <= last_day)) refuseOtherDays(input);
  const { lines, ...sums } = reconcile(await ourSpots(ctx, input), file.rows, input);
  if (lines.length > MAX_LINES) refuseMany();
  const { matched, explained } = sums;
  const state: Row['state'] =
    matched === lines.length ? 'matched' : matched + explained === lines.length ? 'explained' : 'open';
  return { ...sums, lines: lines.length, compared: lines, state, as_of: dateOf(ctx.now) };
}

export async function createReconciliation(
  ctx: TransactionContext,
  { csv, ...input }: Body<NonNullable<typeof entity.create>>,
): Promise<ReconciliationDetail> {
  const { tx, tenant_id, user_id, now } = ctx;
  const [found] = await tx
    .select({ name: partners.name })
    .from(partners)
    .where(and(eq(partners.tenant_id, tenant_id), eq(partners.id, input.partner_id)));
  const partner = requireFound(found, 'partner');
  const [made] = await tx
    .insert(reconciliations)
    .values({
      ...{ id: uuid7(now), tenant_id, created_by: user_id, created_at: dateOf(now), updated_at: dateOf(now) },
      ...{ ...input, partner_name: partner.name, ...(await compare(ctx, input, csv)) },
    })
    .returning();
  ctx.auditNote.target_name = partner.name;
  return detailOf(requireFound(made, entity.singular));
}

async function lock(ctx: TransactionContext, id: string): Promise<Row> {
  const row = await find(ctx, id, true);
  const { compared: _lines, ...before } = row;
  ctx.auditNote.before = before;
  ctx.auditNote.target_name = row.partner_name;
  return row;
}
async function lockKept(ctx: TransactionContext, id: string): Promise<Row> {
  const row = await lock(ctx, id);
  if (row.deleted_at !== null) requireFound(null, entity.singular);
  return row;
}
async function write(ctx: TransactionContext, row: Row, set: Partial<Row>): Promise<ReconciliationDetail> {
  const [written] = await ctx.tx
    .update(reconciliations)
    .set({ ...set, version: row.version + 1, updated_at: dateOf(ctx.now) })
    .where(eq(reconciliations.id, row.id))
    .returning();
  return detailOf(requireFound(written, entity.singular));
}

export async function importFile(
  ctx: TransactionContext,
  { id, csv, file_name }: { id: string } & Body<typeof entity.actionEndpoints.import>,
): Promise<ReconciliationDetail> {
  const row = await lockKept(ctx, id);
  requireState(entity.actions.import, row.state);
  return write(ctx, row, { ...(await compare(ctx, row, csv)), file_name, note: null });
}
export async function settleReconciliation(
  ctx: TransactionContext,
  { id, note }: { id: string; note: string },
  verb: 'explain' | 'dispute',
): Promise<ReconciliationDetail> {
  const row = await lockKept(ctx, id);
  const act = entity.actions[verb];
  requireState(act, row.state);
  return write(ctx, row, { state: act.to, note });
}
export async function removeReconciliation(
  ctx: TransactionContext,
  id: string,
  expected: number,
): Promise<void> {
  const row = await lockKept(ctx, id);
  if (row.version !== expected) requireVersion(detailOf(row), expected);
  await write(ctx, row, { deleted_at: dateOf(ctx.now) });
}
export async function restoreReconciliation(
  ctx: TransactionContext,
  id: string,
): Promise<ReconciliationDetail> {
  const row = await lock(ctx, id);
  requireRestorable(row.deleted_at, ctx.now);
  return write(ctx, row, { deleted_at: null });
}
