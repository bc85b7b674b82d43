/** Where the rows of each rule lie, what their age is read from, and what is done once their time is over. */
import { getTableName, is, sql, type SQL } from 'drizzle-orm';
import { getTableConfig, PgTable } from 'drizzle-orm/pg-core';
import type { RetentionRule } from '../../../../shared/contract/trust/retentionRules.ts';
import * as schema from '../../../db/schema.ts';

export interface Target {
  table: string;
  /** The moment its age counts from; null: the row never ends by itself. */
  age: SQL;
  /** A condition beside the age. */
  when?: SQL;
  /** What is left of the row; without it the row goes. */
  reduceTo?: SQL;
  /** Rows of the whole server name no tenant. */
  hasTenant: boolean;
}
const target = (table: string, age: SQL, more: Partial<Target> = {}): Target => ({
  ...{ table, age, hasTenant: true },
  ...more,
});
const dayEnd = (column: string) => sql.raw(`(${column} || 'T00:00:00Z')::timestamptz + interval '1 day'`);
const AT = { received: sql`t.received_at`, created: sql`t.created_at`, at: sql`t.at` };
const alertAge = sql`greatest(t.updated_at, t.expires_at, t.ended_at)`;
const ofAlert = sql`(select ${sql.raw('greatest(a.updated_at, a.expires_at, a.ended_at)')} from alerts a where a.id = t.alert_id)`;
const contractAge = sql`greatest(t.updated_at, ${dayEnd('t.ends')})`;
const NO_LONGER_RUNS = sql`t.state <> 'active'`;

/** What a foreign key says is worked out once: each table is held against all of them. */
const tables = Object.values(schema)
  .filter(value => is(value, PgTable))
  .map(table => {
    const { name, columns, foreignKeys } = getTableConfig(table as PgTable);
    const keys = foreignKeys.map(key => {
      const { foreignTable, columns: own } = key.reference();
      return {
        ...{ table: getTableName(foreignTable), column: own[0]?.name },
        ...{ isSingle: own.length === 1, isCascade: key.onDelete === 'cascade' },
      };
    });
    return { name, columns, keys };
  });
/**
 * Kept although deleted: money and contracts by law, users because erasure is a decision of its own, tenants because
 * everything names them, and files that the sweep of unused files ends with their bytes.
 */
const NOT_PURGED = new Set([
  ...['tenants', 'users', 'media_assets', 'invoices', 'credit_notes', 'payments', 'contracts', 'plans'],
  ...['earnings', 'payouts', 'compliance_requests', 'policies', 'alerts'],
]);
/** `device_groups` is named by `device_group_id`, or shorter by `group_id`. */
const namesOf = (table: string): string[] => {
  const one = table.replace(/ies$/, 'y').replace(/s$/, '');
  const short = one.slice(one.lastIndexOf('_') + 1);
  return [one, short].flatMap(name => [`${name}_id`, `${name}_ids`, `effective_${name}_id`]);
};
/** A row that something else still names stays as long as that does: figures of plays name their screen and creative. */
function isUnnamed(table: string): SQL {
  const names = new Set([...namesOf(table), ...(table === 'playlists' ? ['scheduled_playlist_ids'] : [])]);
  const found = tables.flatMap(other =>
    other.columns.flatMap(column => {
      const keys = other.keys.filter(key => key.column === column.name);
      const isForeign = keys.some(key => key.table === table && key.isSingle && !key.isCascade);
      const type = column.getSQLType();
      if (!isForeign && !(names.has(column.name) && type.startsWith('uuid'))) return [];
      if (keys.some(({ isCascade }) => isCascade)) return [];
      const [from, name] = [sql.identifier(other.name), sql.identifier(column.name)];
      const isIt = type.endsWith('[]') ? sql`t.id = any(o.${name})` : sql`o.${name} = t.id`;
      return [sql`not exists (select from ${from} o where ${isIt})`];
    }),
  );
  return found.length === 0 ? sql`true` : sql.join(found, sql` and `);
}
const softDeleted = tables
  .filter(
    ({ name, columns }) =>
      !NOT_PURGED.has(name) &&
      ['deleted_at', 'id', 'tenant_id'].every(one => columns.some(c => c.name === one)),
  )
  .map(({ name }) => target(name, sql`t.deleted_at`, { when: isUnnamed(name) }));

/** In this order: what names another row goes before it. */
export const TARGETS: Record<RetentionRule, readonly Target[]> = {
  plays: [
    /** Only what the hours hold already: those are what is left of it. */
    target('plays', AT.received, {
      when: sql`t.received_at <= (select r.plays_rolled_until from tenants r where r.id = t.tenant_id)`,
    }),
    target('receipts', AT.received),
    /** The signed root stays, since the next one names it. */
    target('play_roots', sql`t.made_at`, { when: sql`t.leaves <> ''`, reduceTo: sql`leaves = ''` }),
  ],
  money: [
    target(
      'signatures',
      sql`(select greatest(c.updated_at, (c.ends || 'T00:00:00Z')::timestamptz + interval '1 day') from contracts c where c.id = t.contract_id)`,
      {
        when: sql`(select c.state <> 'active' from contracts c where c.id = t.contract_id)`,
      },
    ),
    target('contracts', contractAge, {
      when: sql`${NO_LONGER_RUNS} and not exists (select from signatures s where s.contract_id = t.id)`,
    }),
    target('payments', AT.created),
    target('credit_notes', AT.created),
    target('invoices', AT.created, {
      when: sql`not exists (select from payments p where p.invoice_id = t.id) and not exists (select from credit_notes n where n.invoice_id = t.id)`,
    }),
    target('earnings', AT.created),
    target('payouts', AT.created),
  ],
  /** The event stays as a link of the chain, under the hash of what it said; whom and what it named goes. */
  audit: [target('audit_details', sql`(select e.at from audit_events e where e.id = t.event_id)`)],
  auctions: [target('bid_notices', AT.created), target('adapter_events', AT.at), target('auctions', AT.at)],
  payloads: [target('bid_payloads', AT.at)],
  tracks: [
    target('devices', sql`t.last_seen_at`, {
      when: sql`jsonb_typeof(t.reported -> 'place') = 'object'`,
      reduceTo: sql`reported = jsonb_set(reported, '{place}', 'null')`,
    }),
    target('decision_periods', AT.received),
  ],
  errors: [target('client_errors', AT.at, { hasTenant: false })],
  jobs: [target('jobs', sql`t.ended_at`)],
  idempotency: [target('idempotency_keys', AT.created)],
  alerts: [
    target('alert_acks', ofAlert),
    target('alert_pulls', ofAlert),
    target('alerts', alertAge, {
      when: sql`not exists (select from alert_acks a where a.alert_id = t.id)`,
    }),
    target('alert_documents', AT.created, {
      when: sql`not exists (select from alerts a where a.tenant_id = t.tenant_id and a.raw_sha256 = t.sha256)`,
    }),
  ],
  audience: [target('audience_counts', sql`t.kept_until`)],
  deleted: softDeleted,
};
