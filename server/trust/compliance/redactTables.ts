/** Puts the pseudonym of a person into the tables, which are read from the schema. */
import { or, sql, type SQL } from 'drizzle-orm';
import type { Db } from '../../db/database.ts';
import { rowsOf } from '../../db/rows.ts';
import { PERSON_COLUMNS, TEXT_COLUMNS, type TextColumns } from '../../db/personColumns.ts';
import { isWithin } from './reach.ts';
import { pseudonymOf, redactAll } from './redact.ts';
import type { Sought, Wanted } from './wanted.ts';

/** Where a name stands beside the id of the person: it may be a part of the name, or one that is no longer used. */
const NAMED_BESIDE = [
  ['tickets', 'requester_id', 'requester_name', 'requester_email'],
  ['tickets', 'assignee_id', 'assignee_name', 'assignee_email'],
  ['ticket_messages', 'author_id', 'author_name', null],
  ['ticket_attachments', 'author_id', 'author_name', null],
  ['playlists', 'locked_by', 'locked_name', null],
  ['player_config_versions', 'published_by', 'published_by_name', null],
  ['report_runs', 'created_by', 'requester', null],
] as const;
/** Contracts and signatures are sealed before they are changed, details of the audit log are deleted, a tenant is no person. */
const OWN_WAY = new Set(['contracts', 'signatures', 'audit_details', 'users', 'tenants']);

export async function replaceNamesBeside(tx: Db, { id, reach }: Wanted): Promise<void> {
  const to = pseudonymOf(id);
  for (const [table, by, name, email] of NAMED_BESIDE)
    await tx.execute(sql`
      update ${sql.identifier(table)} t set ${sql.identifier(name)} = ${to.name}
        ${email === null ? sql`` : sql`, ${sql.identifier(email)} = ${to.email}`}
      where t.${sql.identifier(by)} = ${id} and ${isWithin(reach, sql`t.tenant_id`)}`);
}

const has = (text: SQL, part: string) => sql`position(lower(${part}) in lower(${text})) > 0`;
/** Rows that may hold one of these, whatever stands around it: what really does is seen by `redactAll`. */
export const mayHold = (text: SQL, { replacements, parts }: Sought): SQL =>
  or(
    ...replacements.map(({ from }) => {
      /** As JSON has it, which most texts are not changed by. */
      const written = JSON.stringify(from).slice(1, -1);
      return sql`${has(text, from)} or ${has(text, written)}`;
    }),
    ...parts.marks.map(mark => has(text, mark)),
    ...parts.pairs.map(([first, last]) => sql`(${has(text, first)} and ${has(text, last)})`),
  ) ?? sql`false`;
/** The rows of a table that are of the tenant of the account or name the person by id. */
const isNear = ({ table, hasTenant }: TextColumns, { id, tenant_id }: Wanted) =>
  or(
    hasTenant ? sql`t.tenant_id = ${tenant_id}` : undefined,
    ...PERSON_COLUMNS.filter(one => one.table === table && !one.isEmail && !one.isArray).map(
      ({ column }) => sql`t.${sql.identifier(column)} = ${id}`,
    ),
  ) ?? sql`false`;

export async function redactTables(tx: Db, wanted: Wanted): Promise<void> {
  for (const columns of TEXT_COLUMNS) if (!OWN_WAY.has(columns.table)) await redactTable(tx, columns, wanted);
}

/** All texts of a table, read, changed as values and written back: text of JSON has other signs than what it says. */
async function redactTable(tx: Db, texts: TextColumns, wanted: Wanted): Promise<void> {
  const { table, columns, hasTenant } = texts;
  const names = columns.map(({ name }) => sql`t.${sql.identifier(name)}`);
  const whole = sql`concat_ws(' ', ${sql.join(
    names.map(name => sql`${name}::text`),
    sql`, `,
  )})`;
  const { here, everywhere, reach } = wanted;
  const rows = rowsOf<Record<string, unknown> & { at: string; is_near: boolean }>(
    await tx.execute(sql`
      select t.ctid::text as at, ${isNear(texts, wanted)} as is_near, ${sql.join(names, sql`, `)}
      from ${sql.identifier(table)} t
      where ${isWithin(reach, hasTenant ? sql`t.tenant_id` : null)}
        and ((${isNear(texts, wanted)} and (${mayHold(whole, here)})) or (${mayHold(whole, everywhere)}))
      for update`),
  );
  for (const row of rows) {
    const { replacements, parts } = row.is_near ? here : everywhere;
    const sets = columns.flatMap(({ name, type }) => {
      const value = redactAll(row[name], replacements, parts);
      if (JSON.stringify(value) === JSON.stringify(row[name])) return [];
      const written = type === 'jsonb' ? JSON.stringify(value) : value;
      return [sql`${sql.identifier(name)} = ${sql.param(written)}::${sql.raw(type)}`];
    });
    if (sets.length > 0)
      await tx.execute(
        sql`update ${sql.identifier(table)} set ${sql.join(sets, sql`, `)} where ctid = ${row.at}::tid`,
      );
  }
}

/** The events stay, and their chain is whole without the details. */
export async function deleteAuditDetails(tx: Db, wanted: Wanted): Promise<void> {
  const { id, tenant_id, reach, here, everywhere } = wanted;
  const detail = sql`d.detail::text`;
  /** In the detail, names stand between quotes alone or within a text. */
  const isNamed = ({ replacements, parts }: Sought) => {
    const quoted = (part: string) => has(detail, JSON.stringify(part));
    const isBesideId = parts.values.map(({ from }) => sql`(${has(detail, id)} and ${quoted(from)})`);
    const pairs = parts.pairs.map(([first, last]) => sql`(${quoted(first)} and ${quoted(last)})`);
    const texts = mayHold(detail, { replacements, parts: { marks: [], pairs: [], values: [] } });
    return or(texts, ...isBesideId, ...pairs) ?? sql`false`;
  };
  await tx.execute(sql`
    delete from audit_details d where ${isWithin(reach, sql`d.tenant_id`)} and (
      exists (select 1 from audit_events e where e.id = d.event_id and (e.actor_id = ${id} or e.target_id = ${id}))
      or (d.tenant_id = ${tenant_id} and (${isNamed(here)}))
      or (${isNamed(everywhere)}))`);
}
