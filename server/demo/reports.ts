/** Reports that people of the demo keep, and all that were made of them; their files go with the next sweep. */
import { inArray, or } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { reportDefinitions, reportRuns } from '../db/schema.ts';

export async function removeReports(tx: Db, people: string[]): Promise<void> {
  const theirs = tx
    .select({ id: reportDefinitions.id })
    .from(reportDefinitions)
    .where(inArray(reportDefinitions.created_by, people));
  await tx
    .delete(reportRuns)
    .where(or(inArray(reportRuns.created_by, people), inArray(reportRuns.definition_id, theirs)));
  await tx.delete(reportDefinitions).where(inArray(reportDefinitions.created_by, people));
}
