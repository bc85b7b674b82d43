/** Emergency alerts: what was published, what screens said of it, where it comes from, and partners with their keys. */
import { sql } from 'drizzle-orm';
import {
  boolean,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
  uuid,
} from 'drizzle-orm/pg-core';
import type { Alert } from '../../../shared/contract/alerts/alert.ts';
import type { AlertFeed } from '../../../shared/contract/alerts/alertFeed.ts';
import type { AlertGeocode } from '../../../shared/contract/alerts/geocode.ts';
import type { AlertAck } from '../../../shared/contract/alerts/alertAcks.ts';
import type { PoliceClient } from '../../../shared/contract/alerts/policeClient.ts';
import type { PoliceKey } from '../../../shared/contract/alerts/policeKey.ts';
import { at, commonColumns } from './columns.ts';
import { devices } from './fleet.ts';
import { tenant_id } from './tenants.ts';

const words = (name: string) =>
  text(name)
    .array()
    .notNull()
    .default(sql`'{}'::text[]`);
/** Stands for the tenant's own people where a key needs a value. */
export const NO_ORIGIN = '00000000-0000-0000-0000-000000000000';
const emptyList = sql`'[]'::jsonb`;

export const alerts = pgTable(
  'alerts',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    source: text('source').$type<Alert['source']>().notNull().default('manual'),
    /** The feed or the partner it came from: only they may update or cancel it, beside the tenant's people. */
    origin_id: uuid('origin_id'),
    /** As somebody left it: `active` from its publication on. The clock makes it scheduled before and expired after. */
    state: text('state').$type<Alert['state']>().notNull().default('draft'),
    status: text('status').$type<Alert['status']>().notNull(),
    msg_type: text('msg_type').$type<Alert['msg_type']>().notNull().default('Alert'),
    scope: text('scope').$type<Alert['scope']>().notNull().default('Public'),
    cap_sender: text('cap_sender'),
    cap_identifier: text('cap_identifier'),
    cap_sent: at('cap_sent'),
    references: jsonb('references').$type<Alert['references']>().notNull().default(emptyList),
    incidents: words('incidents'),
    supersedes_id: uuid('supersedes_id'),
    root_id: uuid('root_id').notNull(),
    alert_version: integer('alert_version').notNull().default(1),
    priority: integer('priority').$type<Alert['priority']>().notNull(),
    category: text('category').array().$type<Alert['category']>().notNull(),
    event: text('event').notNull(),
    urgency: text('urgency').$type<Alert['urgency']>().notNull(),
    severity: text('severity').$type<Alert['severity']>().notNull(),
    certainty: text('certainty').$type<Alert['certainty']>().notNull(),
    response_types: text('response_types').array().$type<Alert['response_types']>().notNull(),
    texts: jsonb('texts').$type<Alert['texts']>().notNull(),
    template: text('template').$type<Alert['template']>().notNull(),
    sound: boolean('sound').notNull(),
    effective_at: at('effective_at'),
    onset_at: at('onset_at'),
    ttl_s: integer('ttl_s').notNull(),
    max_display_s: integer('max_display_s'),
    target: jsonb('target').$type<Alert['target']>().notNull(),
    forced: boolean('forced').notNull().default(false),
    expires_at: at('expires_at'),
    published_at: at('published_at'),
    ended_at: at('ended_at'),
    /** Version of the tenant's set that first holds it; null: none does. */
    set_version: integer('set_version'),
    submitted_by: uuid('submitted_by'),
    /** Whoever changed any of its words is one of its authors and not the second person. */
    edited_by: uuid('edited_by')
      .array()
      .notNull()
      .default(sql`'{}'::uuid[]`),
    approved_by: uuid('approved_by'),
    approved_alone: boolean('approved_alone').notNull().default(false),
    raw_sha256: text('raw_sha256'),
    sig_status: text('sig_status').$type<Alert['sig_status']>().notNull().default('unsigned'),
    warnings: jsonb('warnings').$type<Alert['warnings']>().notNull().default(emptyList),
    reason: text('reason'),
    agency: text('agency'),
    ...commonColumns,
  },
  t => [
    /** Of one origin: what a partner calls its messages is not taken from it by another one. */
    uniqueIndex('alerts_cap_key')
      .on(
        ...([t.tenant_id, sql`coalesce(origin_id, '${sql.raw(NO_ORIGIN)}'::uuid)`, t.cap_sender] as const),
        ...([t.cap_identifier, t.cap_sent] as const),
      )
      .where(sql`cap_sender is not null`),
    index('alerts_tenant').on(t.tenant_id, t.created_at),
    index('alerts_root').on(t.root_id),
    index('alerts_on_screens')
      .on(t.tenant_id, t.expires_at)
      .where(sql`set_version is not null`),
    index('alerts_origin').on(t.origin_id),
  ],
);

/** Documents as they came, by the SHA-256 of their bytes. Of one origin so much is kept a day. */
export const alertDocuments = pgTable(
  'alert_documents',
  {
    tenant_id,
    sha256: text('sha256').notNull(),
    body_base64: text('body_base64').notNull(),
    /** Bytes of the document itself. */
    size: integer('size').notNull().default(0),
    /** Who sent it first. */
    origin_id: uuid('origin_id').notNull().default(NO_ORIGIN),
    created_at: at('created_at').notNull().defaultNow(),
  },
  t => [
    primaryKey({ columns: [t.tenant_id, t.sha256] }),
    index('alert_documents_origin').on(t.tenant_id, t.origin_id, t.created_at),
  ],
);

/** Alerts that were updated or cancelled before they came themselves. */
export const alertEndings = pgTable(
  'alert_endings',
  {
    tenant_id,
    sender: text('sender').notNull(),
    identifier: text('identifier').notNull(),
    /** Whoever said so; only an alert of the same origin ends by it, or any by the tenant's own people. */
    origin_id: uuid('origin_id').notNull().default(NO_ORIGIN),
    /** The message that said so, an update or a cancel; null in old rows: it is cancelled. */
    by_alert_id: uuid('by_alert_id'),
    keep_until: at('keep_until').notNull(),
  },
  t => [
    primaryKey({ columns: [t.tenant_id, t.origin_id, t.sender, t.identifier] }),
    index('alert_endings_kept').on(t.keep_until),
  ],
);

/** The version of each tenant's set, which only rises. */
export const alertSets = pgTable('alert_sets', { tenant_id, version: integer('version').notNull() }, t => [
  primaryKey({ columns: [t.tenant_id] }),
]);

/** When each screen was first given an alert, and with which version of the set. */
export const alertPulls = pgTable(
  'alert_pulls',
  {
    tenant_id,
    device_id: uuid('device_id')
      .notNull()
      .references(() => devices.id),
    alert_id: uuid('alert_id').notNull(),
    version: integer('version').notNull(),
    at: at('at').notNull(),
  },
  t => [
    primaryKey({ columns: [t.alert_id, t.device_id] }),
    index('alert_pulls_device').on(t.device_id),
    index('alert_pulls_tenant').on(t.tenant_id),
  ],
);

export const alertAcks = pgTable(
  'alert_acks',
  {
    tenant_id,
    alert_id: uuid('alert_id')
      .notNull()
      .references(() => alerts.id),
    alert_version: integer('alert_version').notNull(),
    device_id: uuid('device_id')
      .notNull()
      .references(() => devices.id),
    state: text('state').$type<AlertAck['state']>().notNull(),
    /** By the clock of the screen, and when it came. */
    at: at('at').notNull(),
    taken_at: at('taken_at').notNull(),
    seen_s: integer('seen_s'),
    clock_quality: text('clock_quality').$type<NonNullable<AlertAck['clock_quality']>>(),
    detail: text('detail'),
  },
  t => [
    primaryKey({ columns: [t.alert_id, t.alert_version, t.device_id, t.state] }),
    index('alert_acks_device').on(t.device_id),
  ],
);

export const alertGeocodes = pgTable(
  'alert_geocodes',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    scheme: text('scheme').notNull(),
    value: text('value').notNull(),
    name: text('name').notNull(),
    areas: jsonb('areas').$type<AlertGeocode['areas']>().notNull(),
    tags: words('tags'),
    ...commonColumns,
  },
  t => [index('alert_geocodes_tenant').on(t.tenant_id, t.scheme, t.value)],
);

export const alertFeeds = pgTable(
  'alert_feeds',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    name: text('name').notNull(),
    url: text('url').notNull(),
    kind: text('kind').$type<AlertFeed['kind']>().notNull(),
    poll_s: integer('poll_s').notNull(),
    auto_publish: boolean('auto_publish').notNull(),
    max_priority: integer('max_priority').$type<AlertFeed['max_priority']>().notNull(),
    state: text('state').$type<AlertFeed['state']>().notNull().default('ok'),
    etag: text('etag'),
    last_modified: text('last_modified'),
    /** Hashes of the entries that were followed, of those that the feed still lists. */
    followed: words('followed'),
    /** Entries and alerts of the last reading that could not be taken. */
    failed: integer('failed').notNull().default(0),
    checked_at: at('checked_at'),
    ok_at: at('ok_at'),
    due_at: at('due_at').notNull().defaultNow(),
    failures: integer('failures').notNull().default(0),
    error: text('error').$type<AlertFeed['error']>(),
    ...commonColumns,
  },
  t => [index('alert_feeds_due').on(t.due_at), index('alert_feeds_tenant').on(t.tenant_id, t.name)],
);

export const policeClients = pgTable(
  'police_clients',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    agency: text('agency').notNull(),
    contact: text('contact').notNull(),
    jurisdiction: jsonb('jurisdiction').$type<PoliceClient['jurisdiction']>().notNull(),
    max_priority: integer('max_priority').$type<PoliceClient['max_priority']>().notNull(),
    state: text('state').$type<PoliceClient['state']>().notNull().default('active'),
    ...commonColumns,
  },
  t => [index('police_clients_tenant').on(t.tenant_id, t.agency)],
);

export const policeKeys = pgTable(
  'police_keys',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    client_id: uuid('client_id')
      .notNull()
      .references(() => policeClients.id),
    label: text('label').notNull(),
    /** The eight signs by which the key is looked up. */
    lookup: text('lookup').notNull(),
    last4: text('last4').notNull(),
    /** Of the whole key: 256 random bits need no slow hash. */
    secret_sha256: text('secret_sha256').notNull(),
    env: text('env').$type<PoliceKey['env']>().notNull(),
    scopes: text('scopes').array().$type<PoliceKey['scopes']>().notNull(),
    ip_allow: words('ip_allow'),
    rate_per_min: integer('rate_per_min').notNull(),
    /** As somebody left it: active, rotating or revoked. */
    state: text('state').$type<PoliceKey['state']>().notNull().default('active'),
    not_before: at('not_before'),
    expires_at: at('expires_at').notNull(),
    last_used_at: at('last_used_at'),
    last_used_ip: text('last_used_ip'),
    /** Networks it was used from; the first use from another one is told. */
    known_networks: words('known_networks'),
    ...commonColumns,
  },
  t => [
    uniqueIndex('police_keys_lookup').on(t.lookup),
    index('police_keys_client').on(t.client_id),
    index('police_keys_tenant').on(t.tenant_id, t.label),
  ],
);
