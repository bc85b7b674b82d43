/** Who did what with alerts, by name: whoever decides wants to know whom to ask. */
import { inArray } from 'drizzle-orm';
import type { Alert } from '../../../shared/contract/alerts/alert.ts';
import { users } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { AlertRow } from './state.ts';

type Names = ReadonlyMap<string, string>;

export async function namesOf({ tx }: TransactionContext, rows: readonly AlertRow[]): Promise<Names> {
  const ids = new Set(
    rows
      .flatMap(({ created_by, submitted_by, approved_by }) => [created_by, submitted_by, approved_by])
      .filter(id => id !== null),
  );
  if (ids.size === 0) return new Map();
  const people = await tx
    .select({ id: users.id, first: users.first_name, last: users.last_name, email: users.email })
    .from(users)
    .where(inArray(users.id, [...ids]));
  return new Map(
    people.map(({ id, first, last, email }) => [id, [first, last].filter(Boolean).join(' ') || email]),
  );
}

export function peopleOf({ created_by, submitted_by, approved_by }: AlertRow, names: Names): Alert['people'] {
  const nameOf = (id: string | null) => (id === null ? null : (names.get(id) ?? null));
  return { author: nameOf(created_by), submitter: nameOf(submitted_by), approver: nameOf(approved_by) };
}
