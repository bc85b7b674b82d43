import * as z from 'zod/mini';
import * as resource from './crud.ts';
import { endpoint } from './endpoint.ts';
import { byId, common, id, int, listOf, listQuery, name, nothing, text } from './wire.ts';

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

const path = '/api/tenants';
/** Tenants stand above any one tenant: which of them a caller sees and changes is the tenant rule's. */
const reads = { who: 'user', area: 'tenants', level: 'R', tenants: 'all' } as const;
const writes = { who: 'user', area: 'tenants', level: 'W', tenants: 'all' } as const;

export const listTenants = endpoint({
  method: 'GET',
  path,
  access: reads,
  summary: 'Tenants the caller may act in',
  query: listQuery,
  answer: listOf(tenant),
});
export const readTenant = { ...resource.read(path, 'tenants', tenant), access: reads };
export const createTenant = { ...resource.create(path, 'tenants', tenant, tenantCreate), access: writes };
export const patchTenant = { ...resource.patch(path, 'tenants', tenant, tenantPatch), access: writes };
export const removeTenant = { ...resource.remove(path, 'tenants'), access: writes };

const verb = (word: string, summary: string) =>
  endpoint({
    method: 'POST',
    path: `${path}/:id/${word}`,
    access: writes,
    summary,
    params: byId,
    body: nothing,
    answer: tenant,
  });
export const restoreTenant = verb('restore', 'Bring back a deleted tenant');
export const approveTenant = verb('approve', 'Let a pending tenant begin');
export const suspendTenant = verb('suspend', 'Make a tenant read-only');
export const reactivateTenant = verb('reactivate', 'Let a suspended tenant go on');
export const archiveTenant = verb('archive', 'Close a tenant for good');
