/** What every stored row carries, as the wire shows it; and the rule of optimistic writes. */
import { AppError } from '../../shared/contract/wire/errors.ts';

interface Stamped {
  id: string;
  tenant_id: string;
  created_at: Date;
  updated_at: Date;
  created_by: string | null;
  version: number;
  deleted_at: Date | null;
}

export const commonOf = (row: Stamped) => ({
  id: row.id,
  tenant_id: row.tenant_id,
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  created_by: row.created_by,
  version: row.version,
  deleted_at: row.deleted_at?.toISOString() ?? null,
});

export const notFound = (what: string) => new AppError('NOT_FOUND', `There is no such ${what}.`);

/** What no PostgreSQL text can hold: NUL and half a sign of two. */
export const UNSTORABLE = /[\0\p{Surrogate}]/u;
const EACH_UNSTORABLE = new RegExp(UNSTORABLE, 'gu');

/** The same value as JSON a database takes: one screen's broken text must not stop the others' rows. */
export const storable = <T>(value: T): T =>
  JSON.parse(
    JSON.stringify(value, (_key, part: unknown) =>
      typeof part === 'string' ? part.replace(EACH_UNSTORABLE, '') : part,
    ),
  ) as T;

/** Rows of a raw statement: both drivers answer so. */
export const rowsOf = <T>(result: unknown) => (result as { rows: T[] }).rows;

/** A row of another tenant, or none: the same answer. */
export function found<T>(row: T | undefined | null, what: string): T {
  if (row === undefined || row === null) throw notFound(what);
  return row;
}

/** Refuses a write over a version the caller has not seen; `current` is the row as it stands. */
export function requireVersion(current: { version: number }, expected: number): void {
  if (current.version !== expected)
    throw new AppError('VERSION_CONFLICT', 'Somebody else has changed this since you read it.', {
      ...current,
    });
}

/** DELETE is soft: a row can be restored this long. */
const RESTORABLE_MS = 30 * 86_400_000;
export function requireRestorable(deleted_at: Date | null, now: number): void {
  if (deleted_at === null) throw new AppError('STATE', 'This is not deleted.');
  if (now - deleted_at.getTime() > RESTORABLE_MS)
    throw new AppError('STATE', 'This was deleted more than 30 days ago and cannot be restored.');
}
