/** Submissions: the queue of whoever decides, and each submitter's own. */
import { and, eq, inArray, isNull, sql, type SQL } from 'drizzle-orm';
import { alias, type AnyPgColumn } from 'drizzle-orm/pg-core';
import { equals } from '../../db/lists.ts';
import { dateOf, instant } from '../../../shared/clock.ts';
import * as contract from '../../../shared/contract/content/submission.ts';
import type { Decision, OwnSubmission, Submission } from '../../../shared/contract/content/submission.ts';
import { OPEN_SUBMISSIONS } from '../../../shared/contract/content/submissionState.ts';
import { rolesWith } from '../../../shared/contract/wire/access.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { Db } from '../../db/database.ts';
import { commonFieldsOf, requireFound } from '../../db/rows.ts';
import { contentItems, creatives, mediaAssets, submissions, users } from '../../db/schema.ts';
import { withEditor } from '../../resource/editors.ts';
import { asSelectQuery, listing, type SelectedFields } from '../../resource/listing.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import {
  isQuarantined,
  quarantineColumn,
  quarantineFor,
  type QuarantineRow,
} from '../creatives/quarantine.ts';
import { titleOf, titleWords } from '../local/items.ts';
import { creativeLength } from '../media/ingest.ts';
import { toAsset } from '../media/assets.ts';

/** Who may decide in a tenant of his own. */
export const DECIDERS = rolesWith('submissions', 'A');

const submitters = alias(users, 'submitters');
const assignees = alias(users, 'assignees');
export const personName = (user: Record<'first_name' | 'last_name' | 'email', AnyPgColumn>) =>
  sql<
    string | null
  >`coalesce(nullif(concat_ws(' ', ${user.first_name}, ${user.last_name}), ''), ${user.email})`;

const fields = {
  submission: submissions,
  creative: creatives,
  item: contentItems,
  ...{ asset: mediaAssets, quarantine: quarantineColumn },
  submitter: personName(submitters),
  assignee: personName(assignees),
};
interface Row {
  submission: typeof submissions.$inferSelect;
  creative: typeof creatives.$inferSelect | null;
  item: typeof contentItems.$inferSelect | null;
  asset: typeof mediaAssets.$inferSelect;
  quarantine: QuarantineRow;
  submitter: string | null;
  assignee: string | null;
}
const from = (tx: Db, selected: SelectedFields) =>
  asSelectQuery(
    tx
      .select(selected as never)
      .from(submissions)
      .leftJoin(creatives, eq(creatives.id, submissions.creative_id))
      .leftJoin(contentItems, eq(contentItems.id, submissions.content_item_id))
      .innerJoin(mediaAssets, eq(mediaAssets.id, submissions.asset_id))
      .leftJoin(submitters, eq(submitters.id, submissions.created_by))
      .leftJoin(assignees, eq(assignees.id, submissions.assigned_to)),
  );

const withoutName = (quarantine: OwnSubmission['quarantine']) =>
  quarantine && { ...quarantine, by_name: null };
const toOwn = (
  ctx: TransactionContext,
  { submission, creative, item, asset, quarantine }: Row,
): OwnSubmission => ({
  subject: submission.subject,
  state: submission.state,
  creative_id: submission.creative_id,
  content_item_id: submission.content_item_id,
  name: creative?.name ?? (item && titleOf(item)) ?? '',
  kind: (creative?.kind ?? 'slide') as OwnSubmission['kind'],
  alt_text: creative?.alt_text ?? '',
  duration_ms: creativeLength(asset.duration_ms ?? creative?.duration_ms ?? null),
  asset: toAsset(ctx, asset, quarantine !== null),
  quarantine: withoutName(quarantineFor(ctx, quarantine)),
  is_newer_file: submission.is_newer_file,
  qr_target: submission.is_newer_file ? submission.qr_target : (creative?.qr_target ?? null),
  languages: creative?.languages ?? [],
  valid_from: creative?.valid_from ?? null,
  valid_until: creative?.valid_until ?? null,
  advertiser: creative?.advertiser ?? '',
  note: submission.note,
  priority: submission.priority,
  sla_due: submission.sla_due.toISOString(),
  decisions: submission.decisions.map(one => ({ ...toDecision(one), by: null, by_name: null })),
  ...commonFieldsOf(submission),
});
/** Of what was decided before its words were stored they are not known. */
const toDecision = (one: Decision): Decision => ({
  ...one,
  words: one.words ?? null,
  answered_at: one.answered_at ?? null,
});

/** The file of the decision before; a slide is withheld with a picture in it. */
interface FileBefore {
  asset: typeof mediaAssets.$inferSelect;
  isQuarantined: boolean;
}
const toSubmission = (ctx: TransactionContext, row: Row, before: FileBefore | undefined): Submission => ({
  ...toOwn(ctx, row),
  quarantine: quarantineFor(ctx, row.quarantine),
  decisions: row.submission.decisions.map(toDecision),
  submitter: row.submitter,
  assigned_to: row.submission.assigned_to,
  assignee: row.assignee,
  asset_before: before === undefined ? null : toAsset(ctx, before.asset, before.isQuarantined),
});

const hashBefore = ({ submission, asset }: Row): string | undefined => {
  const before = contract.decisionBefore(submission);
  return before?.sha256 === asset.sha256 ? undefined : before?.sha256;
};
/** Files that were decided about before, by their hash: those of the tenant that are still there. */
async function filesBefore(
  { tx, tenant_id }: TransactionContext,
  rows: readonly Row[],
): Promise<Map<string, FileBefore>> {
  const hashes = rows.flatMap(row => hashBefore(row) ?? []);
  if (hashes.length === 0) return new Map();
  const found = await tx
    .select({ asset: mediaAssets, isQuarantined })
    .from(mediaAssets)
    .where(
      and(
        ...[eq(mediaAssets.tenant_id, tenant_id), isNull(mediaAssets.deleted_at)],
        inArray(mediaAssets.sha256, hashes),
      ),
    );
  return new Map(found.map(one => [one.asset.sha256, one]));
}
async function toSubmissions(ctx: TransactionContext, rows: readonly Row[]): Promise<Submission[]> {
  const before = await filesBefore(ctx, rows);
  return rows.map(row => toSubmission(ctx, row, before.get(hashBefore(row) ?? '')));
}

const subjectName = sql<string>`coalesce(${creatives.name}, ${titleWords})`;
/** As words of the contract go: high, normal, low. */
const urgency = sql`array_position(${sql.raw(`array['${contract.PRIORITIES.join("','")}']`)}, ${submissions.priority})`;
const common = {
  from,
  fields,
  id: submissions.id,
  sortColumns: {
    name: subjectName,
    /** What was decided waits for nobody, and comes after all that does. */
    sla_due: sql`case when ${inArray(submissions.state, OPEN_SUBMISSIONS)} then ${submissions.sla_due} end`,
    priority: urgency,
    created_at: submissions.created_at,
    updated_at: submissions.updated_at,
  },
  searchColumns: [subjectName, submissions.note, mediaAssets.filename],
  filterColumns: {
    state: submissions.state,
    subject: submissions.subject,
    kind: sql`coalesce(${creatives.kind}, 'slide')`,
    priority: submissions.priority,
    creative_id: submissions.creative_id,
    content_item_id: submissions.content_item_id,
  },
  deleted_at: submissions.deleted_at,
  created_at: submissions.created_at,
};
const inTenant = ({ tenant_id }: TransactionContext): SQL => eq(submissions.tenant_id, tenant_id);
export const isOwn = ({ user_id }: TransactionContext): SQL => equals(submissions.created_by, user_id);

export const submissionListing = listing(contract.submissions)<Row>({
  ...common,
  scope: inTenant,
  searchColumns: [...common.searchColumns, personName(submitters)],
  serialize: toSubmissions,
});
export const ownSubmissionListing = listing(contract.ownSubmissions)<Row>({
  ...common,
  scope: ctx => and(inTenant(ctx), isOwn(ctx)),
  serialize: (ctx, rows) => rows.map(row => toOwn(ctx, row)),
});

export type SubmissionRow = typeof submissions.$inferSelect;
/** Locks the submission before a change, and its subject before it, as whoever begins with the subject does; `own`: one's own alone. */
export async function lockSubmission(
  ctx: TransactionContext,
  id: string,
  own?: 'own',
): Promise<SubmissionRow> {
  const which = and(eq(submissions.id, id), inTenant(ctx), own && isOwn(ctx));
  const { creative_id, content_item_id } = submissions;
  const [subject] = await ctx.tx.select({ creative_id, content_item_id }).from(submissions).where(which);
  if (subject) await lockSubject(ctx, subject);
  const [row] = await ctx.tx.select().from(submissions).where(which).for('update');
  const found = requireFound(row, 'submission');
  ctx.auditNote.before = found;
  return found;
}

/** What it is about stays the same for as long as there is a submission. */
async function lockSubject(
  { tx, tenant_id }: TransactionContext,
  { creative_id, content_item_id }: Pick<SubmissionRow, 'creative_id' | 'content_item_id'>,
): Promise<void> {
  const table = creative_id === null ? contentItems : creatives;
  const id = creative_id ?? content_item_id;
  await tx
    .select({ id: table.id })
    .from(table)
    .where(and(eq(table.tenant_id, tenant_id), equals(table.id, id)))
    .for('update');
}

export async function writeSubmission(
  { tx, tenant_id, now }: TransactionContext,
  row: SubmissionRow,
  set: Partial<SubmissionRow>,
): Promise<void> {
  await tx
    .update(submissions)
    .set({ ...set, version: row.version + 1, updated_at: dateOf(now) })
    .where(and(eq(submissions.tenant_id, tenant_id), eq(submissions.id, row.id)));
}

/** What was sent back waits again from now on: that answers the decision that sent it back. */
export const waitsAgain = (
  { now }: TransactionContext,
  { decisions }: Pick<SubmissionRow, 'decisions'>,
): Pick<SubmissionRow, 'state' | 'assigned_to' | 'sla_due' | 'decisions'> => ({
  ...{ state: 'pending', assigned_to: null, sla_due: dateOf(now + contract.SLA_MS) },
  decisions: decisions.map((one, i) =>
    i === decisions.length - 1 ? { ...one, answered_at: instant(now) } : one,
  ),
});

/** Of a creative that is locked. */
export async function openSubmissionAbout(
  { tx, tenant_id }: TransactionContext,
  creative_id: string,
): Promise<SubmissionRow | undefined> {
  const [open] = await tx
    .select()
    .from(submissions)
    .where(
      and(
        eq(submissions.tenant_id, tenant_id),
        eq(submissions.creative_id, creative_id),
        inArray(submissions.state, OPEN_SUBMISSIONS),
      ),
    )
    .for('update');
  return open;
}
export const waitsForDecision = () =>
  new AppError('IN_USE', 'This waits for a decision.', { by: 'submissions' });
export async function requireNoOpenSubmission(ctx: TransactionContext, creative_id: string): Promise<void> {
  if (await openSubmissionAbout(ctx, creative_id)) throw waitsForDecision();
}

/** Words of what is live are read beside a newer file that waits: whoever decides about that sees them change, and who changes them does not decide. */
export async function besideNewerFile(
  ctx: TransactionContext,
  row: typeof creatives.$inferSelect,
): Promise<{ edited_by?: string[] }> {
  const open = await openSubmissionAbout(ctx, row.id);
  if (!open) return {};
  await writeSubmission(ctx, open, {});
  return { edited_by: withEditor(ctx, row) };
}
