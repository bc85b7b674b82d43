import * as z from 'zod/mini';
import {
  subTenant,
  subTenantCreate,
  subTenantPatch,
  subTenants,
  tenant,
} from '../../../shared/contract/identity/tenant.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import { groupFields } from '../../kit/resource/groupFields.ts';
import { DevicesUsed, StorageUsed, UsersUsed } from './useCells.tsx';
import { LimitBars } from './LimitBars.tsx';
import { TENANT_BADGES } from './states.ts';
import { UsePanel } from './UsePanel.tsx';

const { devices, users, storage_gb } = tenant.shape.limits.shape;
/** The three limits stand side by side in the form and go out as one value. */
const LIMIT_FIELDS = { limit_devices: devices, limit_users: users, limit_storage_gb: storage_gb };
const LIMITS = { limit_devices: 'devices', limit_users: 'users', limit_storage_gb: 'storage_gb' } as const;
const patchForm = z.extend(z.omit(subTenantPatch, { limits: true }), LIMIT_FIELDS);
const createForm = z.extend(z.omit(subTenantCreate, { limits: true }), LIMIT_FIELDS);

const NAME = { name: 'name', input: { as: 'text' } } as const;
const PORTAL = { name: 'portal_business', input: { as: 'check' }, hint: true } as const;
const LIMIT_INPUTS = [
  { name: 'limit_devices', input: { as: 'number', nullable: true }, hint: true },
  { name: 'limit_users', input: { as: 'number', nullable: true } },
  { name: 'limit_storage_gb', input: { as: 'number', nullable: true } },
] as const;

export default defineResource({
  name: 'subTenants',
  entity: subTenants,
  row: subTenant,
  pages: ['subTenants'],
  opensIn: 'sheet',
  label: row => row.name,
  stripe: row => TENANT_BADGES[row.status].tone,
  stateBadges: { status: TENANT_BADGES },
  summary: LimitBars,
  columns: [
    { key: 'name', as: 'text' },
    { key: 'kind', as: 'word', from: 'sm' },
    { key: 'status', as: 'state' },
    {
      key: 'used',
      label: 'devices_used',
      cell: DevicesUsed,
      exportValue: row => row.used.devices,
      alignEnd: true,
      from: 'md',
    },
    {
      key: 'used',
      label: 'users_used',
      cell: UsersUsed,
      exportValue: row => row.used.users,
      alignEnd: true,
      from: 'md',
    },
    {
      key: 'used',
      label: 'storage_used',
      cell: StorageUsed,
      exportValue: row => row.used.storage_gb,
      alignEnd: true,
      from: 'lg',
    },
  ],
  filters: ['status'],
  facts: [
    { key: 'status', as: 'state' },
    { key: 'kind', as: 'word' },
    { key: 'slug', as: 'text' },
    { key: 'created_at', as: 'time' },
  ],
  panels: [{ name: 'use', place: 'main', panel: UsePanel }],
  form: {
    schema: patchForm,
    from: ({ name, country, tz, currency, portal_business, limits }) => ({
      ...{ name, country, tz, currency, portal_business },
      ...{ limit_devices: limits.devices, limit_users: limits.users, limit_storage_gb: limits.storage_gb },
    }),
    body: (changed, row) => groupFields(changed, { field: 'limits', current: row.limits, parts: LIMITS }),
    fields: [
      NAME,
      { name: 'country', input: { as: 'code', of: 'country', nullable: true } },
      { name: 'tz', input: { as: 'code', of: 'zone' } },
      { name: 'currency', input: { as: 'code', of: 'currency' } },
      PORTAL,
      ...LIMIT_INPUTS,
    ],
  },
  createForm: {
    schema: createForm,
    fields: [
      NAME,
      { name: 'slug', input: { as: 'text' }, hint: true },
      { name: 'kind', input: { as: 'select', options: ['network', 'advertiser', 'agency', 'fleet'] } },
      PORTAL,
      ...LIMIT_INPUTS,
    ],
    initialValues: {
      ...{ name: '', slug: '', kind: 'advertiser' as const, portal_business: true },
      ...{ limit_devices: 0, limit_users: 1, limit_storage_gb: 1 },
    },
    body: values => groupFields(values, { field: 'limits', current: {}, parts: LIMITS }),
  },
  acts: { archive: { danger: true } },
});
