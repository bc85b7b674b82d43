/** What a submitter may change of what he sends again, and whether he has. */
import { and, eq } from 'drizzle-orm';
import * as contract from '../../../shared/contract/content/submission.ts';
import type { OwnSubmission } from '../../../shared/contract/content/submission.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { equals } from '../../db/lists.ts';
import { contentItems, creatives } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { SubmissionRow } from './submissions.ts';

/** `fields`: words that are to change with the submission. */
export function requireOwnWords(row: SubmissionRow, fields: readonly string[]): void {
  if (fields.length === 0) return;
  if (row.creative_id === null)
    throw new AppError('RULE', 'The words of local content are changed in the item itself.', { fields });
  /** Its words are on screens while the newer file waits. */
  if (row.is_newer_file)
    throw new AppError('RULE', 'What is live keeps its words until the newer file is approved.', { fields });
}

/** Whoever works on its creative or its item elsewhere has changed it, whatever he changed. */
export async function isEditedSince(
  { tx, tenant_id }: TransactionContext,
  { creative_id, content_item_id, decisions }: SubmissionRow,
): Promise<boolean> {
  const table = creative_id === null ? contentItems : creatives;
  const [subject] = await tx
    .select({ updated_at: table.updated_at })
    .from(table)
    .where(and(eq(table.tenant_id, tenant_id), equals(table.id, creative_id ?? content_item_id)));
  const sentBack = decisions.at(-1)?.at;
  return sentBack === undefined || (subject?.updated_at.getTime() ?? 0) > Date.parse(sentBack);
}

/** `before`: as it stood when it was sent again, which counts where the words of the decision were not stored. */
export function requireChanged(before: OwnSubmission, now: OwnSubmission): void {
  const sentBack = before.decisions.at(-1);
  const words = sentBack?.words ?? before;
  const isSame =
    now.asset.sha256 === sentBack?.sha256 &&
    contract.SUBMITTED_WORDS.every(word => contract.isSameWord(now[word], words[word]));
  if (!isSame) return;
  const text = contract.NOTHING_CHANGED;
  throw new AppError('VALIDATION', text, { note: [text] });
}
