import { PRIORITIES } from '../../../shared/contract/alerts/cap.ts';
import {
  policeClient,
  policeClients,
  type PoliceClient,
} from '../../../shared/contract/alerts/policeClient.ts';
import { groupFields } from '../../kit/resource/groupFields.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import { AREAS, GEOCODES } from '../compose/places.ts';
import { PriorityMark } from '../emergency/cells.tsx';
import { clientForm } from './clientForm.ts';
import { PoliceHead } from './PoliceHead.tsx';
import { CLIENT_BADGES } from './states.ts';

const MostCell = ({ row }: { row: PoliceClient }) => <PriorityMark priority={row.max_priority} />;
const FIELDS = [
  { name: 'agency', input: { as: 'text' } },
  { name: 'contact', input: { as: 'text' }, hint: true },
  { name: 'max_priority', input: { as: 'select', options: PRIORITIES }, hint: true },
  { name: 'areas', input: AREAS, hint: true },
  { name: 'geocodes', input: GEOCODES },
] as const;
const PARTS = { areas: 'areas', geocodes: 'geocodes' };
const NOWHERE = { areas: [], geocodes: [] };

export default defineResource({
  name: 'policeClients',
  entity: policeClients,
  row: policeClient,
  pages: ['policeClients'],
  opensIn: 'sheet',
  label: row => row.agency,
  stripe: row => CLIENT_BADGES[row.state].tone,
  stateBadges: { state: CLIENT_BADGES },
  summary: PoliceHead,
  columns: [
    { key: 'agency', as: 'text' },
    { key: 'state', as: 'state' },
    { key: 'contact', as: 'text', from: 'md' },
    { key: 'max_priority', cell: MostCell, exportValue: row => row.max_priority, from: 'lg' },
    { key: 'keys', as: 'number', alignEnd: true, from: 'sm' },
  ],
  filters: ['status'],
  facts: [
    { key: 'state', as: 'state' },
    { key: 'contact', as: 'text' },
    { key: 'max_priority', cell: MostCell },
    { key: 'keys', as: 'number' },
  ],
  form: {
    schema: clientForm,
    fields: FIELDS,
    from: row => ({ ...row, ...row.jurisdiction }),
    body: (changed, row) =>
      groupFields(changed, { field: 'jurisdiction', current: row.jurisdiction, parts: PARTS }),
  },
  createForm: {
    schema: clientForm,
    fields: FIELDS,
    initialValues: { max_priority: 1, ...NOWHERE },
    body: values => groupFields(values, { field: 'jurisdiction', current: NOWHERE, parts: PARTS }),
  },
  acts: { suspend: { danger: true } },
});
