import {
  inventoryMapping,
  inventoryMappingCreate,
  inventoryMappingPatch,
  inventoryMappings,
} from '../../../shared/contract/programmatic/inventoryMapping.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import { partnerRelation, placementRelation } from '../relations.ts';
import { MappingHead } from './MappingHead.tsx';
import { MAPPING_BADGES } from './states.ts';

const NAMED = [
  { name: 'external_screen_id', input: { as: 'text', nullable: true }, hint: true },
  { name: 'external_venue_id', input: { as: 'text', nullable: true } },
] as const;
export default defineResource({
  name: 'programmaticMappings',
  entity: inventoryMappings,
  row: inventoryMapping,
  pages: ['mapping'],
  opensIn: 'sheet',
  label: row => row.device_name,
  stateBadges: { state: MAPPING_BADGES },
  stripe: row => MAPPING_BADGES[row.state].tone,
  summary: MappingHead,
  columns: [
    { key: 'device_name', as: 'text' },
    { key: 'partner_name', as: 'text', from: 'sm' },
    { key: 'external_screen_id', as: 'text' },
    { key: 'external_venue_id', as: 'text', from: 'lg' },
    { key: 'state', as: 'state' },
  ],
  exportKeys: ['id', 'placement_id', 'venuetypetax', 'venuetype'],
  filters: ['status'],
  facts: [
    { key: 'state', as: 'state' },
    { key: 'partner_name', as: 'text' },
    { key: 'zone', as: 'word' },
    { key: 'venuetype', as: 'tags' },
  ],
  form: {
    schema: inventoryMappingPatch,
    fields: [
      ...NAMED,
      { name: 'venuetypetax', input: { as: 'number' }, hint: true },
      { name: 'venuetype', input: { as: 'tags', max: 10, maxLength: 64 }, hint: true },
    ],
  },
  createForm: {
    schema: inventoryMappingCreate,
    fields: [
      { name: 'partner_id', input: { as: 'pick', of: partnerRelation } },
      { name: 'placement_id', input: { as: 'pick', of: placementRelation } },
      ...NAMED,
    ],
    initialValues: { external_screen_id: null, external_venue_id: null },
  },
});
