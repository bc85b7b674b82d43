import {
  creativeMapping,
  creativeMappingCreate,
  creativeMappingPatch,
  creativeMappings,
} from '../../../shared/contract/programmatic/creativeMapping.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import { creativeRelation, partnerRelation } from '../relations.ts';
import { MappingHead } from './MappingHead.tsx';
import { AUDIT_BADGES } from './states.ts';

const DETAILS = [
  { name: 'creative_id', input: { as: 'pick', of: creativeRelation, nullable: true }, hint: true },
  { name: 'adomain', input: { as: 'tags', max: 20, maxLength: 253 }, hint: true },
] as const;
export default defineResource({
  name: 'programmaticCreatives',
  entity: creativeMappings,
  row: creativeMapping,
  pages: ['mappedCreatives'],
  opensIn: 'sheet',
  label: row => row.crid,
  stateBadges: { state: AUDIT_BADGES },
  stripe: row => AUDIT_BADGES[row.state].tone,
  summary: MappingHead,
  columns: [
    { key: 'crid', as: 'text' },
    { key: 'creative_name', as: 'text', from: 'sm' },
    { key: 'partner_name', as: 'text', from: 'sm' },
    { key: 'adomain', as: 'tags', from: 'lg' },
    { key: 'expires_at', as: 'time', from: 'xl' },
    { key: 'state', as: 'state' },
  ],
  exportKeys: ['id', 'sha256', 'audit_status'],
  filters: ['status'],
  facts: [
    { key: 'state', as: 'state' },
    { key: 'audit_status', as: 'number' },
    { key: 'reject_reason', as: 'text' },
    { key: 'partner_name', as: 'text' },
    { key: 'mime', as: 'text' },
    { key: 'sha256', as: 'text' },
    { key: 'source_url', as: 'text' },
    { key: 'updated_at', as: 'time' },
  ],
  form: {
    schema: creativeMappingPatch,
    fields: [
      ...DETAILS,
      { name: 'cat', input: { as: 'tags', max: 20, maxLength: 20 }, hint: true },
      { name: 'source_url', input: { as: 'text', nullable: true } },
      { name: 'expires_at', input: { as: 'dateTime', nullable: true }, hint: true },
    ],
  },
  createForm: {
    schema: creativeMappingCreate,
    fields: [
      { name: 'partner_id', input: { as: 'pick', of: partnerRelation } },
      { name: 'crid', input: { as: 'text' }, hint: true },
      ...DETAILS,
    ],
    initialValues: { creative_id: null, adomain: [] },
  },
  acts: {
    approve: { isVisible: row => row.creative_id !== null },
    deny: { fields: [{ name: 'reason', input: { as: 'area' } }], danger: true },
  },
});
