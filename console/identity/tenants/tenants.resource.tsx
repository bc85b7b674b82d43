import * as z from 'zod/mini';
import { isStaff } from '../../../shared/contract/wire/roles.ts';
import {
  tenant,
  tenantCreate,
  tenantPatch,
  tenants,
  type Tenant,
} from '../../../shared/contract/identity/tenant.ts';
import { plans } from '../../../shared/contract/sales/billing/plan.ts';
import { TENANT_BADGES } from './states.ts';
import { ParentCell } from './cells.tsx';
import { TreePanel } from './TreePanel.tsx';
import type { CurrentUser } from '../../app/session/useCurrentUser.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import { groupFields } from '../../kit/resource/groupFields.ts';

const { devices, users, storage_gb } = tenant.shape.limits.shape;
/** The three limits stand side by side in the form and go out as one value. */
const form = z.extend(z.omit(tenantPatch, { limits: true }), {
  limit_devices: devices,
  limit_users: users,
  limit_storage_gb: storage_gb,
});
const LIMITS = { limit_devices: 'devices', limit_users: 'users', limit_storage_gb: 'storage_gb' } as const;

const isStaffUser = ({ role }: CurrentUser) => isStaff(role);
/** The platform itself stays. */
const forCustomerTenants = {
  isVisible: (row: Tenant, actor: CurrentUser) => isStaffUser(actor) && row.kind !== 'platform',
};

export default defineResource({
  name: 'tenants',
  entity: tenants,
  row: tenant,
  pages: ['tenants'],
  opensIn: 'sheet',
  label: row => row.name,
  stripe: row => TENANT_BADGES[row.status].tone,
  stateBadges: { status: TENANT_BADGES },
  columns: [
    { key: 'name', as: 'text' },
    { key: 'slug', as: 'text', from: 'lg' },
    { key: 'kind', as: 'word', from: 'sm' },
    { key: 'status', as: 'state' },
    { key: 'parent_id', label: 'parent', cell: ParentCell, from: 'md' },
  ],
  filters: ['status', 'kind'],
  facts: [
    { key: 'status', as: 'state' },
    { key: 'kind', as: 'word' },
    { key: 'slug', as: 'text' },
    { key: 'created_at', as: 'time' },
    { key: 'dpa_signed_at', as: 'time' },
  ],
  panels: [{ name: 'tree', place: 'main', panel: TreePanel }],
  form: {
    schema: form,
    from: row => ({
      ...row,
      limit_devices: row.limits.devices,
      limit_users: row.limits.users,
      limit_storage_gb: row.limits.storage_gb,
    }),
    body: (changed, row) => groupFields(changed, { field: 'limits', current: row.limits, parts: LIMITS }),
    fields: [
      { name: 'name', input: { as: 'text' } },
      { name: 'country', input: { as: 'code', of: 'country', nullable: true } },
      { name: 'tz', input: { as: 'code', of: 'zone' } },
      { name: 'currency', input: { as: 'code', of: 'currency' } },
      { name: 'tax_id', input: { as: 'text', nullable: true } },
      { name: 'legal_address', input: { as: 'area' } },
      { name: 'billing_address', input: { as: 'area' } },
      { name: 'contact_email', input: { as: 'text', type: 'email', nullable: true }, hint: true },
      { name: 'contact_phone', input: { as: 'text', nullable: true } },
      {
        name: 'plan_id',
        input: { as: 'pick', of: plans, nullable: true },
        hint: true,
        isVisible: isStaffUser,
      },
      { name: 'portal_business', input: { as: 'check' }, hint: true },
      { name: 'open_signup', input: { as: 'check' }, hint: true },
      { name: 'fee_pct', input: { as: 'number' }, isVisible: isStaffUser },
      { name: 'limit_devices', input: { as: 'number', nullable: true }, hint: true, isVisible: isStaffUser },
      { name: 'limit_users', input: { as: 'number', nullable: true }, isVisible: isStaffUser },
      { name: 'limit_storage_gb', input: { as: 'number', nullable: true }, isVisible: isStaffUser },
    ],
  },
  createForm: {
    schema: tenantCreate,
    fields: [
      { name: 'name', input: { as: 'text' } },
      { name: 'slug', input: { as: 'text' }, hint: true },
      { name: 'kind', input: { as: 'select', options: ['network', 'advertiser', 'agency', 'fleet'] } },
      {
        name: 'parent_id',
        input: { as: 'pick', of: tenants },
        hint: true,
        isVisible: isStaffUser,
      },
      { name: 'portal_business', input: { as: 'check' }, hint: true },
    ],
    // Whoever is no staff makes tenants below the one he acts in.
    initialValues: actor => ({
      name: '',
      slug: '',
      kind: 'advertiser' as const,
      portal_business: false,
      ...(!isStaffUser(actor) && { parent_id: actor.tenant_id }),
    }),
  },
  // A tenant's own people change the one they act in.
  isEditable: (row, actor) => isStaffUser(actor) || row.id === actor.tenant_id,
  acts: {
    approve: forCustomerTenants,
    suspend: forCustomerTenants,
    reactivate: forCustomerTenants,
    archive: { ...forCustomerTenants, danger: true },
    delete: forCustomerTenants,
    restore: { isVisible: (_, actor) => isStaffUser(actor) },
  },
});
