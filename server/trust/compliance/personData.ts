/** A copy of all that is kept about a person, as JSON and as tables (GDPR Art. 15 and 20). */
import { sql } from 'drizzle-orm';
import { strToU8, zipSync } from 'fflate';
import { instant } from '../../../shared/clock.ts';
import { csvHead, csvLine } from '../../../shared/web/csv.ts';
import type { Db } from '../../db/database.ts';
import { rowsOf } from '../../db/rows.ts';
import { PERSON_COLUMNS, TENANT_TABLES, type PersonColumn } from '../../db/personColumns.ts';
import { isWithin, type Reach } from './reach.ts';

type Row = Record<string, unknown>;
export interface Subject {
  id: string;
  email: string;
  /** Rows that hold the address alone are the person's, too: it was shown to be his. */
  isProven: boolean;
  reach: Reach;
}
export interface PersonData {
  /** By table: rows about the person. */
  about: Record<string, Row[]>;
  /** What the person made or decided: the records themselves belong to the tenant. */
  acts: Row[];
}
/** Hashes, wrapped secrets and tokens tell nobody anything, and would let somebody act; who answers a ticket is another person. */
const SECRET =
  /hash|secret|token|wrapped|sealed|second_factor|sign_in_ticket|payload|image|^account$|^assignee_/;
/** Stored answers to calls hold what the rows themselves say, and other people's names. */
const LEFT_OUT = new Set(['idempotency_keys']);
const isRow = (value: unknown): value is Row =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const withoutSecrets = (row: Row): Row =>
  Object.fromEntries(
    Object.entries(row)
      .filter(([key]) => !SECRET.test(key))
      .map(([key, value]) => [key, isRow(value) ? withoutSecrets(value) : value]),
  );

const isOf = ({ column, isArray, isEmail }: PersonColumn, { id, email }: { id: string; email: string }) =>
  isEmail
    ? sql`lower(t.${sql.identifier(column)}) = lower(${email})`
    : isArray
      ? sql`${id}::uuid = any(t.${sql.identifier(column)})`
      : sql`t.${sql.identifier(column)} = ${id}::uuid`;

const tenantColumnOf = (table: string) =>
  table === 'tenants' ? sql`t.id` : TENANT_TABLES.has(table) ? sql`t.tenant_id` : null;

/** Within a transaction that sees the rows of all tenants. */
export async function readPerson(tx: Db, person: Subject): Promise<PersonData> {
  const about: Record<string, Row[]> = {};
  const acts: Row[] = [];
  for (const one of PERSON_COLUMNS) {
    if (LEFT_OUT.has(one.table) || (one.isEmail && !person.isProven)) continue;
    const near = isWithin(person.reach, tenantColumnOf(one.table));
    const from = sql`from ${sql.identifier(one.table)} t where ${isOf(one, person)} and ${near}`;
    const rows = rowsOf<{ row: Row }>(await tx.execute(sql`select to_jsonb(t) as row ${from}`));
    if (one.what === 'about')
      about[one.table] = [...(about[one.table] ?? []), ...rows.map(({ row }) => withoutSecrets(row))];
    else
      acts.push(
        ...rows.map(({ row }) => ({
          table: one.table,
          as: one.column,
          id: row['id'],
          at: row['created_at'],
        })),
      );
  }
  const isParty = JSON.stringify([{ user_id: person.id }]);
  about['contracts'] = rowsOf<Row>(
    await tx.execute(sql`
      select number, title, state, starts, ends, body, sent_at, signed_at from contracts
      where parties @> ${isParty}::jsonb and state <> 'draft' and ${isWithin(person.reach, sql`tenant_id`)}`),
  );
  about['audit_details'] = rowsOf<Row>(
    await tx.execute(sql`
      select e.at, e.action, d.detail->>'ip' as ip, d.detail->>'ua' as ua
      from audit_events e join audit_details d on d.event_id = e.id
      where e.actor_id = ${person.id} and ${isWithin(person.reach, sql`e.tenant_id`)}`),
  );
  for (const [table, rows] of Object.entries(about)) about[table] = unique(rows);
  return { about, acts };
}

/** Two columns of one row may name the person. */
const unique = (rows: readonly Row[]): Row[] => [
  ...new Map(rows.map(row => [JSON.stringify(row), row])).values(),
];

const cellOf = (value: unknown): string | number | null =>
  value === null || value === undefined
    ? null
    : typeof value === 'string' || typeof value === 'number'
      ? value
      : JSON.stringify(value);

function csvOf(rows: readonly Row[]): string {
  const keys = [...new Set(rows.flatMap(row => Object.keys(row)))];
  return csvHead(keys) + rows.map(row => csvLine(keys.map(key => cellOf(row[key])))).join('');
}

/** `data.json`, and each table once more as `<table>.csv`. */
export function archiveOf({ about, acts }: PersonData, email: string, now: number): Uint8Array {
  const tables = Object.entries({ ...about, acts }).filter(([, rows]) => rows.length > 0);
  const json = JSON.stringify({ email, made_at: instant(now), ...Object.fromEntries(tables) }, null, 2);
  return zipSync({
    'data.json': strToU8(json),
    ...Object.fromEntries(tables.map(([table, rows]) => [`${table}.csv`, strToU8(csvOf(rows))])),
  });
}
