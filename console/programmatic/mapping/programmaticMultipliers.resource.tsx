import * as z from 'zod/mini';
import {
  multiplierModel,
  multiplierModelCreate,
  multiplierModelPatch,
  multiplierModels,
  MULTIPLIER_SOURCES,
  type MultiplierModel,
} from '../../../shared/contract/programmatic/multiplierModel.ts';
import { lazyPage } from '../../kit/lazyPage.ts';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import {
  defineResource,
  FACTS_PANEL,
  FORM_PANEL,
  type DialogProps,
} from '../../kit/resource/defineResource.ts';
import { MappingHead } from './MappingHead.tsx';

const TEXTS = ['programmaticMultipliers', 'charts'];
const TablePanel = lazyPage<{ row: MultiplierModel }>(() => import('./TablePanel.tsx'), TEXTS);
const HoursDialog = lazyPanel<DialogProps<MultiplierModel>>(() => import('./HoursDialog.tsx'), TEXTS);

/** What the browser shows of them are words: text `values.<number>`. */
const { table: _t, ...patched } = multiplierModelPatch.shape;
const changeSchema = z.strictObject(patched);
const FIELDS = [
  { name: 'name', input: { as: 'text' } },
  { name: 'sourcetype', input: { as: 'select', options: MULTIPLIER_SOURCES } },
  {
    name: 'vendor',
    input: { as: 'text', nullable: true },
    hint: true,
  },
  { name: 'effective_from', input: { as: 'date' } },
  { name: 'effective_to', input: { as: 'date', notBefore: 'effective_from', nullable: true } },
  { name: 'note', input: { as: 'area' }, hint: true },
] as const;

export default defineResource({
  name: 'programmaticMultipliers',
  entity: multiplierModels,
  row: multiplierModel,
  pages: ['multipliers'],
  opensIn: 'sheet',
  label: row => row.name,
  summary: MappingHead,
  columns: [
    { key: 'name', as: 'text' },
    { key: 'least', as: 'text', alignEnd: true },
    { key: 'most', as: 'text', alignEnd: true },
    { key: 'placements', as: 'number', alignEnd: true, from: 'sm' },
    { key: 'vendor', as: 'text', from: 'md' },
    { key: 'effective_from', as: 'date', from: 'lg' },
  ],
  exportKeys: ['id', 'sourcetype'],
  facts: [
    { key: 'least', as: 'text' },
    { key: 'most', as: 'text' },
    { key: 'placements', as: 'number' },
    { key: 'vendor', as: 'text' },
    { key: 'effective_from', as: 'date' },
    { key: 'effective_to', as: 'date' },
  ],
  panels: [{ name: 'hours', place: 'main', panel: TablePanel }],
  tabs: [
    { name: 'hours', panels: ['hours', FACTS_PANEL] },
    { name: 'settings', panels: [FORM_PANEL] },
  ],
  form: {
    schema: changeSchema,
    from: row => ({
      ...{ name: row.name, sourcetype: row.sourcetype, vendor: row.vendor },
      ...{ effective_from: row.effective_from, effective_to: row.effective_to, note: row.note },
    }),
    fields: FIELDS,
  },
  createForm: {
    schema: multiplierModelCreate,
    fields: FIELDS,
    initialValues: { sourcetype: 2, vendor: null, effective_to: null, note: '' },
  },
  actions: {
    hours: { act: { summary: multiplierModels.patch.summary }, call: multiplierModels.patch },
  },
  acts: { hours: { dialog: HoursDialog } },
});
