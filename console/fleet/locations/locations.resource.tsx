import { location, locationCreate, locations } from '../../../shared/contract/fleet/location.ts';
import { LOCATION_SIGNS } from './states.ts';
import { defineResource } from '../../kit/resource/define.ts';

const { timeZone: tz } = Intl.DateTimeFormat().resolvedOptions();
const FIELDS = [
  { name: 'name', input: { as: 'text' } },
  { name: 'address', input: { as: 'area' } },
  { name: 'lat', input: { as: 'number' }, hint: true },
  { name: 'lng', input: { as: 'number' }, hint: true },
  { name: 'radius_m', input: { as: 'number' }, hint: true },
  { name: 'tz', input: { as: 'zone' } },
  { name: 'external_id', input: { as: 'text', orNull: true }, hint: true },
] as const;

export default defineResource({
  name: 'locations',
  entity: locations,
  row: location,
  at: ['locations'],
  opens: 'sheet',
  label: row => row.name,
  lane: row => LOCATION_SIGNS[row.status].tone,
  signs: { status: LOCATION_SIGNS },
  columns: [
    { key: 'name', as: 'text' },
    { key: 'address', as: 'text', from: 'md' },
    { key: 'radius_m', as: 'number', end: true, from: 'sm' },
    { key: 'tz', as: 'text', from: 'lg' },
    { key: 'status', as: 'state' },
  ],
  filters: ['status'],
  facts: [
    { key: 'status', as: 'state' },
    { key: 'created_at', as: 'time' },
  ],
  form: { schema: locations.patch.body!, fields: FIELDS },
  createForm: { schema: locationCreate, fields: FIELDS, start: { tz } },
});
