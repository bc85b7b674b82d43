import {
  SLOT_MODES,
  slotMapping,
  slotMappingCreate,
  slotMappingPatch,
  slotMappings,
} from '../../../shared/contract/programmatic/slotMapping.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import { creativeRelation, partnerRelation, playlistRelation } from '../relations.ts';
import { MappingHead } from './MappingHead.tsx';

const NAME = { name: 'name', input: { as: 'text' } } as const;
const RULES = [
  { name: 'mode', input: { as: 'select', options: SLOT_MODES }, hint: true },
  {
    name: 'fallback_creative_id',
    input: { as: 'pick', of: creativeRelation, query: { status: 'approved' } },
    hint: true,
  },
  { name: 'max_programmatic_pct', input: { as: 'percent', scale: 'percent' }, hint: true },
  { name: 'partner_order', input: { as: 'relations', of: partnerRelation, max: 20 }, hint: true },
  { name: 'dayparts', input: { as: 'dayparts' }, hint: true },
] as const;
export default defineResource({
  name: 'programmaticSlots',
  entity: slotMappings,
  row: slotMapping,
  pages: ['mappedSlots'],
  opensIn: 'sheet',
  label: row => row.name,
  stripe: row => (row.is_fallback_ready ? 'ok' : 'danger'),
  summary: MappingHead,
  columns: [
    { key: 'name', as: 'text' },
    { key: 'playlist_name', as: 'text' },
    { key: 'mode', as: 'word', from: 'sm' },
    { key: 'fallback_name', as: 'text', from: 'md' },
    { key: 'is_fallback_ready', as: 'flag', from: 'lg' },
    { key: 'max_programmatic_pct', as: 'percentPoints', alignEnd: true, from: 'md' },
  ],
  exportKeys: ['id', 'playlist_id'],
  filters: ['mode'],
  facts: [
    { key: 'playlist_name', as: 'text' },
    { key: 'fallback_name', as: 'text' },
    { key: 'is_fallback_ready', as: 'flag' },
    { key: 'dayparts', as: 'dayparts' },
  ],
  form: { schema: slotMappingPatch, fields: [NAME, ...RULES] },
  createForm: {
    schema: slotMappingCreate,
    fields: [NAME, { name: 'playlist_id', input: { as: 'pick', of: playlistRelation } }, ...RULES],
    initialValues: { mode: 'backfill', max_programmatic_pct: 100, partner_order: [], dayparts: [] },
  },
});
