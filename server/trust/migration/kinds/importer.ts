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
  /** Column of each field that a row is found by. */
  keys: Readonly<Record<string, PgColumn>>;
  /** Fills `columns`, and notes what of a line cannot be: references, roles. */
  prepare: (ctx: TransactionContext, lines: readonly Candidate[]) => Promise<void> | void;
  /** Columns of a new row that no file says. */
  defaults: (ctx: TransactionContext) => Values;
  /** Columns that are left alone where the row is there. */
  stays?: readonly string[];
  /** Why this row may not be changed by this user; null: it may. */
  mayChange?: (found: Found, actor: ImportRights) => Problem | null;
  mayMake?: (candidate: Candidate, actor: ImportRights) => Problem | null;
  /** Which rows are looked among, beside those of the tenant that are not deleted. */
  among?: () => SQL;
  /** Once for all rows of a transaction that was changed. */
  settle?: (ctx: TransactionContext, ids: readonly string[]) => Promise<void>;
  /** What of the plan its new rows use. */
  limit?: LimitKind;
  /** What undoing writes to a row that was made; it must not have been changed since. */
  removed: (ctx: TransactionContext) => Values;
  /** Which rows that were made may be taken back; all by default. */
  mayRemove?: () => SQL;
  /** Taken before any row of a step. */
  lock?: (ctx: TransactionContext) => Promise<unknown>;
}
export interface ImportRights {
  role: Role;
  tenant_id: string;
}
