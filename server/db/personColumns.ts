/** Where the tables of the schema point to a person; read from the schema, so that a new table cannot be forgotten. */
import { is } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import * as schema from './schema.ts';

export interface PersonColumn {
  table: string;
  column: string;
  /** `about`: the row is about the person; `by`: the person made or decided something. */
  what: 'about' | 'by';
  /** Holds the address in place of the id. */
  isEmail: boolean;
  isArray: boolean;
}
/** A text that may hold the name or the address of a person. */
export interface TextColumns {
  table: string;
  hasTenant: boolean;
  columns: readonly { name: string; type: string }[];
}

const ABOUT = /^(user_id|owner_user_id|actor_id|author_id|requester_id|subject_id)$/;
/** Whoever answers a ticket has done something; the ticket is about its requester. */
const BY = /_by$|^assignee_id$/;
const EMAIL = /^(email|customer_email|requester_email|subject_email)$/;
/**
 * Whose rows name no person, are signed or stand under a hash: they hold ids, and are never changed. The test of erasure
 * looks through them, too.
 */
const NEVER_CHANGED = new Set([
  ...['audit_events', 'alert_documents', 'documents', 'manifests', 'plays', 'play_hours', 'play_roots'],
  ...[
    'screen_hours',
    'play_sums',
    'play_screens',
    'audience_sums',
    'receipts',
    'recorded_decisions',
    'builds',
    'device_keys',
    'server_keys',
    'sealed_originals',
  ],
]);

const tables = Object.values(schema)
  .filter(value => is(value, PgTable))
  .map(table => getTableConfig(table as PgTable));

export const TABLE_NAMES: readonly string[] = tables.map(({ name }) => name);
/** Whose rows say which tenant they are of. */
export const TENANT_TABLES: ReadonlySet<string> = new Set(
  tables.filter(({ columns }) => columns.some(({ name }) => name === 'tenant_id')).map(({ name }) => name),
);

function whatOf(table: string, column: string, type: string): PersonColumn['what'] | null {
  if (EMAIL.test(column)) return 'about';
  if (!type.startsWith('uuid')) return null;
  if (ABOUT.test(column) || (table === 'users' && column === 'id')) return 'about';
  return BY.test(column) ? 'by' : null;
}
export const PERSON_COLUMNS: readonly PersonColumn[] = tables.flatMap(({ name: table, columns }) =>
  columns.flatMap(one => {
    const [column, type] = [one.name, one.getSQLType()];
    const what = whatOf(table, column, type);
    return what === null
      ? []
      : [{ table, column, what, isEmail: EMAIL.test(column), isArray: type.endsWith('[]') }];
  }),
);

export const TEXT_COLUMNS: readonly TextColumns[] = tables
  .filter(({ name }) => !NEVER_CHANGED.has(name))
  .map(({ name, columns }) => ({
    table: name,
    hasTenant: TENANT_TABLES.has(name),
    columns: columns
      .map(column => ({ name: column.name, type: column.getSQLType() }))
      .filter(({ type }) => /^(text|jsonb|text\[\])$/.test(type)),
  }))
  .filter(({ columns }) => columns.length > 0);
