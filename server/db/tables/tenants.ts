/** Tenants: the customers and the platform itself. */
import {
  boolean,
  integer,
  jsonb,
  pgTable,
  text,
  uniqueIndex,
  uuid,
  type AnyPgColumn,
} from 'drizzle-orm/pg-core';
import type { Tenant } from '../../../shared/contract/identity/tenant.ts';
import type { WhiteLabel } from '../../../shared/contract/identity/whiteLabel.ts';
import type { CountingRule } from '../../../shared/contract/proof/countingRule.ts';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import type { SmtpSecurity } from '../../../shared/contract/identity/mail.ts';
import type {
  BidRequestSettings,
  FlagSettings,
  SessionSettings,
  UploadSettings,
} from '../../../shared/contract/identity/settings/layered.ts';
import type { OwnValues } from '../../../shared/contract/identity/settings/origin.ts';
import type { Shortened } from '../../../shared/contract/trust/retentionRules.ts';
import type { EarlierZone } from '../../../shared/sales/earnings.ts';
import { at, commonColumns } from './columns.ts';

/** The mail server, as it lies in the platform's row. */
export interface SmtpSettings {
  /** null: as the environment says. */
  host: string | null;
  port: number;
  security: SmtpSecurity;
  user: string | null;
  /** Wrapped by the server's secret. */
  password: string | null;
  from: string | null;
}

/** Where one signs in with an account of another, as it lies in the platform's row; null: as the environment says. */
export interface OauthSettings {
  google_client_id: string | null;
  /** Wrapped by the server's secret, like Apple's key. */
  google_client_secret: string | null;
  apple_client_id: string | null;
  apple_team_id: string | null;
  apple_key_id: string | null;
  apple_secret_key: string | null;
}

/** What the tenant has set itself of what has a default of the platform; in the platform's row, that default. */
export interface TenantSettings {
  uploads?: OwnValues<UploadSettings>;
  security?: OwnValues<SessionSettings>;
  flags?: OwnValues<FlagSettings>;
  counting?: OwnValues<CountingRule>;
  bid_requests?: OwnValues<BidRequestSettings>;
}

export type Allotted = Record<keyof Tenant['limits'], number>;

export const tenants = pgTable('tenants', {
  id: uuid('id').primaryKey(),
  name: text('name').notNull(),
  slug: text('slug').notNull().unique(),
  kind: text('kind').$type<Tenant['kind']>().notNull(),
  parent_id: uuid('parent_id').references((): AnyPgColumn => tenants.id),
  status: text('status').$type<Tenant['status']>().notNull().default('active'),
  country: text('country'),
  tz: text('tz').notNull().default('UTC'),
  /** The zones that it had before, by the last month of earnings that began in each. */
  earlier_zones: jsonb('earlier_zones').$type<EarlierZone[]>().notNull().default([]),
  currency: text('currency').notNull().default('EUR'),
  tax_id: text('tax_id'),
  legal_address: text('legal_address').notNull().default(''),
  billing_address: text('billing_address').notNull().default(''),
  contact_email: text('contact_email'),
  contact_phone: text('contact_phone'),
  /** Of the platform. */
  plan_id: uuid('plan_id'),
  dpa_signed_at: at('dpa_signed_at'),
  portal_business: boolean('portal_business').notNull().default(false),
  open_signup: boolean('open_signup').notNull().default(false),
  require_second_factor_roles: jsonb('require_second_factor_roles').$type<Role[]>().notNull().default([]),
  fee_pct: integer('fee_pct').notNull().default(0),
  limits: jsonb('limits')
    .$type<Tenant['limits']>()
    .notNull()
    .default({ devices: null, users: null, storage_gb: null }),
  /** What its sub-tenants may use of its limits; kept beside them, because a transaction of the tenant sees no other row. */
  allotted: jsonb('allotted').$type<Allotted>().notNull().default({ devices: 0, users: 0, storage_gb: 0 }),
  incident_mail: boolean('incident_mail').notNull().default(true),
  quiet_from: text('quiet_from'),
  quiet_to: text('quiet_to'),
  settings: jsonb('settings').$type<TenantSettings>().notNull().default({}),
  /** Where e-mails are handed in; of the platform's own tenant alone. */
  smtp: jsonb('smtp').$type<SmtpSettings>(),
  /** Of the platform's own tenant alone. */
  oauth: jsonb('oauth').$type<OauthSettings>(),
  /** The hours of plays hold what was received until then; null: nothing yet. */
  plays_rolled_until: at('plays_rolled_until'),
  /** The document of the picture that its screens show before they have content; null: none. */
  splash_sha256: text('splash_sha256'),
  /** Days that it keeps less long than the platform does. */
  retention: jsonb('retention').$type<Shortened>().notNull().default({}),
  ...commonColumns,
});

/** Every tenant-owned table has this column: row-level security reads nothing else. */
export const tenant_id = uuid('tenant_id')
  .notNull()
  .references(() => tenants.id);

/** What is edited, and what holds once it is published. */
export type WhiteLabelLook = Pick<
  WhiteLabel,
  | 'app_name'
  | 'logo_light'
  | 'logo_dark'
  | 'player_splash'
  | 'primary'
  | 'primary_dark'
  | 'accent'
  | 'accent_dark'
  | 'mail_name'
  | 'mail_address'
>;

export const whiteLabels = pgTable(
  'white_labels',
  {
    id: uuid('id').primaryKey(),
    tenant_id,
    draft: jsonb('draft').$type<WhiteLabelLook>().notNull(),
    /** null: the platform's own look holds. */
    published: jsonb('published').$type<WhiteLabelLook>(),
    published_version: integer('published_version').notNull().default(0),
    published_at: at('published_at'),
    domain: text('domain'),
    /** Stands in the TXT record of the domain. */
    domain_token: text('domain_token'),
    domain_state: text('domain_state').$type<WhiteLabel['domain_state']>().notNull().default('unverified'),
    domain_problem: text('domain_problem').$type<WhiteLabel['domain_problem']>(),
    domain_points_here: boolean('domain_points_here'),
    domain_checked_at: at('domain_checked_at'),
    ...commonColumns,
  },
  table => [uniqueIndex('white_labels_of').on(table.tenant_id)],
);
