import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { entity } from '../wire/entity.ts';
import { ROLES } from '../wire/roles.ts';
import {
  common,
  country,
  currency,
  email,
  id,
  instant,
  int,
  name,
  phone,
  text,
  wallClock,
  zone,
} from '../wire/wire.ts';

export const TENANT_KINDS = ['platform', 'network', 'advertiser', 'agency', 'fleet'] as const;
export const TENANT_STATES = ['pending', 'active', 'suspended', 'archived'] as const;
/** Levels: a tenant, its sub-tenants, and theirs. */
export const MAX_TENANT_DEPTH = 3;

const MAX_ADDRESS = 500;
const slug = z.string().check(z.regex(/^[a-z0-9-]{3,40}$/, '3 to 40 small letters, digits and dashes'));
/** What of a tenant's limits is counted. */
export const LIMIT_KINDS = ['devices', 'users', 'storage_gb'] as const;
export type LimitKind = (typeof LIMIT_KINDS)[number];
const limits = z.strictObject({
  devices: z.nullable(int(0, 1_000_000)),
  users: z.nullable(int(0, 1_000_000)),
  storage_gb: z.nullable(int(0, 1_000_000)),
});
const postalAddress = text(0, MAX_ADDRESS);
const editable = {
  name,
  country: z.nullable(country),
  tz: zone,
  currency,
  tax_id: z.nullable(text(1, 32)),
  /** As it stands on contracts and invoices; lines are kept. */
  legal_address: postalAddress,
  /** Where invoices are sent, if elsewhere. */
  billing_address: postalAddress,
  contact_email: z.nullable(email),
  contact_phone: z.nullable(phone),
  /** One of the platform's plans: its limits are the tenant's until staff sets others. */
  plan_id: z.nullable(id),
  portal_business: z.boolean(),
  open_signup: z.boolean(),
  /** Who of its people needs a second factor to go on. */
  require_second_factor_roles: z
    .array(z.enum(ROLES))
    .check(z.refine(roles => new Set(roles).size === roles.length)),
  fee_pct: int(0, 100),
  limits,
  /** Sends e-mails about incidents. */
  incident_mail: z.boolean(),
  /** Quiet hours in the tenant's zone, without e-mails; both are set or neither. */
  quiet_from: z.nullable(wallClock),
  quiet_to: z.nullable(wallClock),
};
export const tenant = z.object({
  ...common,
  ...editable,
  tz: z.string(),
  slug,
  kind: z.enum(TENANT_KINDS),
  parent_id: z.nullable(id),
  status: z.enum(TENANT_STATES),
  /** When its data processing agreement was accepted. */
  dpa_signed_at: z.nullable(instant),
});
export type Tenant = z.infer<typeof tenant>;

export const tenantCreate = z.strictObject({
  name,
  slug,
  kind: z.enum(['network', 'advertiser', 'agency', 'fleet']),
  parent_id: z.optional(id),
  country: z.optional(editable.country),
  tz: z.optional(editable.tz),
  currency: z.optional(editable.currency),
  portal_business: z.optional(z.boolean()),
  open_signup: z.optional(z.boolean()),
});
export const tenantPatch = z.partial(z.strictObject(editable));

export const tenants = entity({
  path: '/api/tenants',
  bulk: ['delete', 'restore', 'approve', 'suspend', 'reactivate', 'archive'],
  area: 'tenants',
  /** These endpoints span all tenants; the tenant rule decides which of them a user sees and changes. */
  access: { tenants: 'all' },
  row: tenant,
  create: tenantCreate,
  patch: tenantPatch,
  removable: true,
  listOptions: {
    sorts: ['name', 'slug', 'kind', 'status', 'created_at'],
    defaultSort: 'name',
    enums: { status: { status: TENANT_STATES }, kind: { kind: TENANT_KINDS } },
    /** `within_id`: that tenant and all below it. */
    ids: ['parent_id', 'within_id'],
  },
  actions: {
    approve: { summary: 'Let a pending tenant begin', from: ['pending'], to: 'active', confirm: true },
    suspend: {
      summary: 'Make a tenant read-only',
      from: ['active'],
      to: 'suspended',
      undo: 'reactivate',
      confirm: true,
    },
    reactivate: {
      summary: 'Let a suspended tenant go on',
      from: ['suspended'],
      to: 'active',
      undo: 'suspend',
    },
    archive: {
      summary: 'Close a tenant for good',
      from: ['active', 'suspended'],
      to: 'archived',
      confirm: true,
    },
  },
});

/** Amounts of storage have decimals, counts have none. */
const amount = z.number().check(z.minimum(0));
const amounts = z.object({ devices: amount, users: amount, storage_gb: amount });
/** Why limits of a sub-tenant are refused: too little is left above it, or more is in use below. */
export const LIMIT_RULES = ['devices_left', 'users_left', 'storage_gb_left', 'limits_in_use'] as const;
export type LimitRule = (typeof LIMIT_RULES)[number];

const subEditable = {
  ...{ name, country: editable.country, tz: zone, currency },
  ...{ portal_business: editable.portal_business, limits },
};
/** A tenant below the one acted in, as the one above sees it: what it may use and what it does, and none of its rows. */
export const subTenant = z.object({
  ...common,
  ...subEditable,
  tz: z.string(),
  slug,
  kind: z.enum(TENANT_KINDS),
  status: z.enum(TENANT_STATES),
  used: amounts,
});
export type SubTenant = z.infer<typeof subTenant>;

export const subTenantCreate = z.strictObject({
  name,
  slug,
  kind: z.enum(['network', 'advertiser', 'agency', 'fleet']),
  country: z.optional(editable.country),
  tz: z.optional(zone),
  currency: z.optional(currency),
  portal_business: z.optional(z.boolean()),
  /** Left out: none where the tenant above is limited. */
  limits: z.optional(limits),
});
export const subTenantPatch = z.partial(z.strictObject(subEditable));

export const subTenants = entity({
  path: '/api/sub-tenants',
  bulk: ['delete', 'restore', 'suspend', 'reactivate', 'archive'],
  area: 'white_label',
  /** These calls span tenants; each of them keeps to the tenants right below the one acted in. */
  access: { tenants: 'all' },
  row: subTenant,
  create: subTenantCreate,
  patch: subTenantPatch,
  removable: true,
  listOptions: {
    sorts: ['name', 'slug', 'kind', 'status', 'created_at'],
    defaultSort: 'name',
    enums: { status: { status: TENANT_STATES } },
  },
  actions: {
    suspend: {
      summary: 'Make a sub-tenant read-only',
      from: ['active'],
      to: 'suspended',
      undo: 'reactivate',
      confirm: true,
    },
    reactivate: {
      summary: 'Let a suspended sub-tenant go on',
      from: ['suspended'],
      to: 'active',
      undo: 'suspend',
    },
    archive: {
      summary: 'Close a sub-tenant for good',
      from: ['active', 'suspended'],
      to: 'archived',
      confirm: true,
    },
  },
});

const limitState = z.object({
  /** null: no limit. */
  limit: z.nullable(amount),
  /** By the tenant itself. */
  used: amount,
  /** To the tenants right below it. */
  allotted: amount,
  left: z.nullable(amount),
});
export const tenantLimits = endpoint({
  method: 'GET',
  path: '/api/sub-tenants/limits',
  access: { who: 'user', area: 'white_label', level: 'R' },
  summary: "What of the tenant's limits is in use, allotted and left",
  answer: z.object({ devices: limitState, users: limitState, storage_gb: limitState }),
});
export type TenantLimits = z.infer<NonNullable<typeof tenantLimits.answer>>;
