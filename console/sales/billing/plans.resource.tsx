import * as z from 'zod/mini';
import {
  plan,
  planCreate,
  PLAN_INTERVALS,
  planLimits,
  planPatch,
  plans,
} from '../../../shared/contract/sales/billing/plan.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import { groupFields } from '../../kit/resource/groupFields.ts';
import { BillingHead } from './BillingHead.tsx';

const { devices, users, storage_gb, share_pct } = planLimits.shape;
/** The limits stand beside the prices and go out as one value. */
const LIMITS = {
  ...{ limit_devices: 'devices', limit_users: 'users' },
  ...{ limit_storage_gb: 'storage_gb', limit_share_pct: 'share_pct' },
} as const;
const limitFields = {
  ...{ limit_devices: devices, limit_users: users, limit_storage_gb: storage_gb },
  limit_share_pct: share_pct,
};
const NO_LIMITS = { devices: null, users: null, storage_gb: null, share_pct: 100 };
const patchForm = z.extend(z.omit(planPatch, { limits: true }), limitFields);
const createForm = z.extend(z.omit(planCreate, { limits: true }), limitFields);

const FIELDS = [
  { name: 'code', input: { as: 'text' }, hint: true },
  { name: 'name', input: { as: 'text' } },
  { name: 'currency', input: { as: 'code', of: 'currency' } },
  { name: 'price_minor', input: { as: 'money', currency: { field: 'currency' } } },
  { name: 'interval', input: { as: 'select', options: PLAN_INTERVALS } },
  { name: 'per_thousand_minor', input: { as: 'money', currency: { field: 'currency' } } },
  { name: 'limit_share_pct', input: { as: 'number' }, hint: true },
  { name: 'limit_devices', input: { as: 'number', nullable: true }, hint: true },
  { name: 'limit_users', input: { as: 'number', nullable: true }, hint: true },
  { name: 'limit_storage_gb', input: { as: 'number', nullable: true }, hint: true },
  { name: 'is_public', input: { as: 'check' }, hint: true },
  { name: 'is_example', input: { as: 'check' }, hint: true },
] as const;

export default defineResource({
  name: 'plans',
  entity: plans,
  row: plan,
  pages: ['plans'],
  opensIn: 'sheet',
  label: row => row.name,
  summary: BillingHead,
  columns: [
    { key: 'name', as: 'text' },
    { key: 'code', as: 'text', from: 'md' },
    { key: 'price_minor', as: 'money', alignEnd: true },
    { key: 'interval', as: 'word', from: 'sm' },
    { key: 'per_thousand_minor', as: 'money', alignEnd: true, from: 'md' },
    { key: 'is_public', as: 'flag', from: 'lg' },
    { key: 'is_example', as: 'flag', from: 'sm' },
  ],
  filters: ['interval'],
  facts: [
    { key: 'created_at', as: 'time' },
    { key: 'updated_at', as: 'time' },
  ],
  form: {
    schema: patchForm,
    from: ({ limits, ...row }) => ({
      ...{ code: row.code, name: row.name, currency: row.currency, price_minor: row.price_minor },
      ...{ interval: row.interval, per_thousand_minor: row.per_thousand_minor },
      ...{ limit_devices: limits.devices, limit_users: limits.users },
      ...{ limit_storage_gb: limits.storage_gb, limit_share_pct: limits.share_pct },
      ...{ is_public: row.is_public, is_example: row.is_example },
    }),
    body: (changed, row) => groupFields(changed, { field: 'limits', current: row.limits, parts: LIMITS }),
    fields: FIELDS,
  },
  createForm: {
    schema: createForm,
    fields: FIELDS,
    initialValues: ({ currency }) => ({
      ...{ currency: currency ?? undefined, interval: 'month' as const, price_minor: 0 },
      ...{ limit_devices: null, limit_users: null, limit_storage_gb: null, limit_share_pct: 100 },
      ...{ is_public: true, is_example: false },
    }),
    body: values => groupFields(values, { field: 'limits', current: NO_LIMITS, parts: LIMITS }),
  },
});
