import * as z from 'zod/mini';
import {
  multiplierModel,
  multiplierModelCreate,
  multiplierModelPatch,
  multiplierModels,
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

/** In words, because numbers of a code say nothing. */
const SOURCES = ['source_0', 'source_1', 'source_2', 'source_3'] as const;
const source = z.enum(SOURCES);
const { sourcetype: _s, table: _t, ...patched } = multiplierModelPatch.shape;
const changeSchema = z.partial(z.strictObject({ ...patched, source }));
const { sourcetype: _cs, table: _ct, ...made } = multiplierModelCreate.shape;
const createSchema = z.strictObject({ ...made, source });
const bodyOf = ({ source: named, ...rest }: Partial<z.infer<typeof changeSchema>>) => ({
  ...rest,
  ...(named && { sourcetype: SOURCES.indexOf(named) }),
});
const FIELDS = [
  { name: 'name', input: { as: 'text' } },
  { name: 'source', input: { as: 'select', options: SOURCES } },
  {
    name: 'vendor',
    input: { as: 'text', nullable: true },
    hint: true,
    when: { field: 'source', is: ['source_1'] },
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
      ...{ name: row.name, source: SOURCES[row.sourcetype] ?? 'source_0', vendor: row.vendor },
      ...{ effective_from: row.effective_from, effective_to: row.effective_to, note: row.note },
    }),
    body: changed => bodyOf(changed),
    fields: FIELDS,
  },
  createForm: {
    schema: createSchema,
    fields: FIELDS,
    initialValues: { source: 'source_2', vendor: null, effective_to: null, note: '' },
    body: bodyOf,
  },
  actions: {
    hours: { act: { summary: multiplierModels.patch.summary }, call: multiplierModels.patch },
  },
  acts: { hours: { dialog: HoursDialog } },
});
