import * as z from 'zod/mini';
import { location, locations } from '../../../shared/contract/fleet/location.ts';
import { LOCATION_BADGES } from './states.ts';
import { bodyOf, locationForm, RADIUS, valuesOf } from './values.ts';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';

const ImportDialog = lazyPanel<{ close: () => void }>(() => import('./ImportDialog.tsx'), ['csvImport']);
const { timeZone: tz } = Intl.DateTimeFormat().resolvedOptions();
const FIELDS = [
  { name: 'name', input: { as: 'text' } },
  { name: 'address', input: { as: 'area' } },
  { name: 'point', input: { as: 'point', ...RADIUS }, hint: true },
  { name: 'tz', input: { as: 'code', of: 'zone' } },
  { name: 'hours', input: { as: 'dayparts', empty: 'unknown' } },
  { name: 'venue', input: { as: 'text', max: 8, nullable: true }, hint: true },
  { name: 'external_id', input: { as: 'text', nullable: true }, hint: true },
] as const;

export default defineResource({
  name: 'locations',
  entity: locations,
  row: location,
  pages: ['locations'],
  opensIn: 'sheet',
  label: row => row.name,
  stripe: row => LOCATION_BADGES[row.status].tone,
  stateBadges: { status: LOCATION_BADGES },
  columns: [
    { key: 'name', as: 'text' },
    { key: 'address', as: 'text', from: 'md' },
    { key: 'radius_m', as: 'number', alignEnd: true, from: 'sm' },
    { key: 'tz', as: 'text', from: 'lg' },
    { key: 'status', as: 'state' },
  ],
  filters: ['status'],
  secondary: { name: 'import', level: 'W', act: { dialog: ImportDialog } },
  facts: [
    { key: 'status', as: 'state' },
    { key: 'created_at', as: 'time' },
  ],
  form: { schema: z.partial(locationForm), fields: FIELDS, from: valuesOf, body: bodyOf },
  createForm: { schema: locationForm, fields: FIELDS, initialValues: { tz, venue: null }, body: bodyOf },
});
