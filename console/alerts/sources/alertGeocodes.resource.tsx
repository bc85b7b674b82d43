import {
  alertGeocode,
  alertGeocodeCreate,
  alertGeocodePatch,
  alertGeocodes,
  type AlertGeocode,
} from '../../../shared/contract/alerts/geocode.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import type { Field } from '../../kit/resource/form.ts';
import { EmptyCell } from '../../kit/fields/cells.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { AREAS } from '../compose/places.ts';
import { AlertsHead } from '../emergency/AlertsHead.tsx';

const AreasCell = ({ row }: { row: AlertGeocode }) => {
  const format = useFormat();
  return row.areas.length === 0 ? (
    <EmptyCell />
  ) : (
    <span className="font-mono">{format.number(row.areas.length)}</span>
  );
};
const FIELDS = [
  { name: 'scheme', input: { as: 'text' }, hint: true },
  { name: 'value', input: { as: 'text' }, hint: true },
  { name: 'name', input: { as: 'text' } },
  { name: 'areas', input: AREAS },
  { name: 'tags', input: { as: 'tags' }, hint: true },
] as const satisfies readonly Field<AlertGeocode>[];

export default defineResource({
  name: 'alertGeocodes',
  entity: alertGeocodes,
  row: alertGeocode,
  pages: ['alertGeocodes'],
  opensIn: 'sheet',
  label: row => `${row.scheme} ${row.value}`,
  summary: AlertsHead,
  columns: [
    { key: 'name', as: 'text' },
    { key: 'scheme', as: 'text' },
    { key: 'value', as: 'text' },
    { key: 'areas', cell: AreasCell, exportValue: row => row.areas.length, alignEnd: true, from: 'sm' },
    { key: 'tags', as: 'tags', from: 'md' },
  ],
  form: { schema: alertGeocodePatch, fields: FIELDS },
  createForm: { schema: alertGeocodeCreate, fields: FIELDS },
});
