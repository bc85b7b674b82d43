/** Test cases that people of the demo keep, and their runs. */
import { inArray } from 'drizzle-orm';
import type { Db } from '../db/database.ts';
import { testCases, testRuns } from '../db/schema.ts';

export async function removeTests(tx: Db, people: string[]): Promise<void> {
  await tx.delete(testRuns).where(inArray(testRuns.created_by, people));
  await tx.delete(testCases).where(inArray(testCases.created_by, people));
}
