import * as z from 'zod/mini';
import { entity } from '../wire/entity.ts';
import { ROLES } from '../wire/roles.ts';
import { common, currency, id, int, name, text, wallClock, zone } from '../wire/wire.ts';

export const TENANT_KINDS = ['platform', 'network', 'advertiser', 'agency', 'fleet'] as const;
export const TENANT_STATES = ['pending', 'active', 'suspended', 'archived'] as const;
/** Levels: a tenant, its sub-tenants, and theirs. */
export const MAX_TENANT_DEPTH = 3;

const slug = z.string().check(z.regex(/^[a-z0-9-]{3,40}$/, '3 to 40 small letters, digits and dashes'));
const limits = z.strictObject({
  devices: z.nullable(int(0, 1_000_000)),
  users: z.nullable(int(0, 1_000_000)),
  storage_gb: z.nullable(int(0, 1_000_000)),
});
const editable = {
  name,
  country: z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/))),
  tz: zone,
  currency,
  tax_id: z.nullable(text(1, 32)),
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
    ids: ['parent_id'],
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
