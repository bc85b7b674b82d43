import * as z from 'zod/mini';
import { entity } from '../wire/entity.ts';
import { common, id, int, name, text, wallClock } from '../wire/wire.ts';

export const TENANT_KINDS = ['platform', 'network', 'advertiser', 'agency', 'fleet'] as const;
export const TENANT_STATES = ['pending', 'active', 'suspended', 'archived'] as const;
/** A tenant, its sub-tenants, and theirs. */
export const MAX_TENANT_DEPTH = 3;

const slug = z.string().check(z.regex(/^[a-z0-9-]{3,40}$/, '3 to 40 small letters, digits and dashes'));
const limits = z.object({
  devices: z.nullable(int(0, 1_000_000)),
  users: z.nullable(int(0, 1_000_000)),
  storage_gb: z.nullable(int(0, 1_000_000)),
});
const editable = {
  name,
  country: z.nullable(z.string().check(z.regex(/^[A-Z]{2}$/))),
  tz: z.string().check(z.maxLength(60)),
  currency: z.string().check(z.regex(/^[A-Z]{3}$/)),
  tax_id: z.nullable(text(1, 32)),
  portal_business: z.boolean(),
  open_signup: z.boolean(),
  fee_pct: int(0, 100),
  limits,
  /** Letters about what goes wrong with its screens. */
  incident_mail: z.boolean(),
  /** By the clocks of its zone no letter leaves between them; both or there are no quiet hours. */
  quiet_from: z.nullable(wallClock),
  quiet_to: z.nullable(wallClock),
};
export const tenant = z.object({
  ...common,
  ...editable,
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
  /** Tenants stand above any one tenant: which of them a caller sees and changes is the tenant rule's. */
  access: { tenants: 'all' },
  row: tenant,
  create: tenantCreate,
  patch: tenantPatch,
  removable: true,
  asks: {
    sorts: ['name', 'slug', 'kind', 'status', 'created_at'],
    first: 'name',
    words: { status: { status: TENANT_STATES }, kind: { kind: TENANT_KINDS } },
    ids: ['parent_id'],
  },
  acts: {
    approve: { summary: 'Let a pending tenant begin', from: ['pending'], to: 'active', ask: true },
    suspend: {
      summary: 'Make a tenant read-only',
      from: ['active'],
      to: 'suspended',
      undo: 'reactivate',
      ask: true,
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
      ask: true,
    },
  },
});
