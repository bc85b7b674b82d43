/** What each kind of data brings to an import: how a line is read, what it is found by, and where it is written. */
import type { SQL } from 'drizzle-orm';
import type { PgColumn, PgTable } from 'drizzle-orm/pg-core';
import type * as z from 'zod/mini';
import type { MigrationKind } from '../../../../shared/contract/trust/migrationKinds.ts';
import type { LimitKind } from '../../../../shared/contract/identity/tenant.ts';
import type { Role } from '../../../../shared/contract/wire/roles.ts';
import type { TransactionContext } from '../../../transaction/context.ts';

export type Values = Record<string, unknown>;
export interface Problem {
  field: string;
  text: string;
}
/** A line whose values are of the right form. */
export interface Candidate {
  values: Values;
  problems: Problem[];
  /** What is taken and said; nothing is refused for it. */
  remarks: Problem[];
  /** What its row is to hold. */
  columns: Values;
}
type Table = PgTable & Record<'id' | 'tenant_id' | 'version' | 'deleted_at', PgColumn>;
export interface Found extends Values {
  id: string;
  version: number;
}

export interface Importer {
  kind: MigrationKind;
  table: Table;
  /** Of the fields of a line. */
  schema: z.ZodMiniType;
  /** What each field that a row is found by is compared to; the first that has a value counts. */
  keys: Readonly<Record<string, PgColumn | SQL>>;
  /** What is said of a line that is to make a row where one is there. */
  there?: string;
  /** Fills `columns`, and notes what of a line cannot be: references, roles. */
  prepare: (ctx: TransactionContext, lines: readonly Candidate[]) => Promise<void> | void;
  /** Columns of a new row that no file says. */
  defaults: (ctx: TransactionContext) => Values;
  /** Columns that are left alone where the row is there. */
  stays?: readonly string[];
  /** Adds to rows that are there what is no column of theirs: keys and rows below them. */
  attach?: (ctx: TransactionContext, found: readonly Found[]) => Promise<void> | void;
  /** Makes the columns of a line whole with the row it is to change; what cannot be is the answer. */
  merge?: (candidate: Candidate, found: Found) => Problem | null;
  /** What is compared, where columns hold more than a file can say. */
  compared?: (values: Values) => Values;
  /** Columns that change only with another one. */
  follows?: Readonly<Record<string, string>>;
  /** Rows below its row, as one value among its columns. */
  below?: { name: string; write: (ctx: TransactionContext, id: string, value: unknown) => Promise<void> };
  /** The fields of a line, by name, of rows that are there. */
  fieldsOf?: (ctx: TransactionContext, rows: readonly Found[]) => Promise<Values[]> | Values[];
  /** What a row is in the audit log, where each that is written has an event of its own. */
  audited?: string;
  /** Why this row may not be changed by this user; null: it may. Asked where something of it would change. */
  mayChange?: (found: Found, actor: ImportRights) => Problem | null;
  /** Why this line may make no row; fills what a new row needs beyond what the line says. */
  mayMake?: (candidate: Candidate, actor: ImportRights) => Problem | null;
  /** Which rows are looked among, beside those of the tenant that are not deleted. */
  among?: () => SQL;
  /** Once for all rows of a transaction that was changed. */
  settle?: (ctx: TransactionContext, ids: readonly string[]) => Promise<void>;
  /** What of the plan its new rows use. */
  limit?: LimitKind;
  /** What undoing writes to a row that was made; null: it is deleted, and nothing of it is left. */
  removed: (ctx: TransactionContext) => Values | null;
  /** May this user take back what a line did to a row? All by default; a row that may not stays, and is named. */
  mayUndo?: (ctx: TransactionContext, id: string, actor: ImportRights) => Promise<boolean>;
  /** Which rows that were made may be taken back; all by default. */
  mayRemove?: () => SQL;
  /** Taken before any row of a step. */
  lock?: (ctx: TransactionContext) => Promise<unknown>;
}
export interface ImportRights {
  id: string;
  email: string;
  role: Role;
  tenant_id: string;
}
export const isId = (value: unknown): value is string =>
  typeof value === 'string' && /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(value);
