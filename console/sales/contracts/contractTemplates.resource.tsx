import { LANGUAGES } from '../../../shared/constants.ts';
import {
  CONTRACT_BODY_MAX,
  contractTemplate,
  contractTemplateCreate,
  contractTemplatePatch,
  contractTemplates,
  MAX_VARIABLES,
  VARIABLE_TYPES,
  type ContractTemplate,
} from '../../../shared/contract/sales/contractTemplate.ts';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

const Preview = lazyPanel<{ row: ContractTemplate }>(
  async () => ({ default: (await import('./ContractText.tsx')).TemplateText }),
  ['contractText'],
);
const TEMPLATE_BADGES: Record<ContractTemplate['state'], StateBadge> = {
  draft: { shape: 'draft', tone: 'neutral' },
  published: { shape: 'approved', tone: 'ok' },
  retired: { shape: 'never', tone: 'neutral' },
};
const FIELDS = [
  { name: 'name', input: { as: 'text' } },
  { name: 'language', input: { as: 'select', options: LANGUAGES } },
  { name: 'body', input: { as: 'area', max: CONTRACT_BODY_MAX }, hint: true },
  {
    name: 'variables',
    input: {
      as: 'rows',
      of: 'variable',
      max: MAX_VARIABLES,
      blank: { type: 'text', required: true },
      fields: [
        { name: 'key', input: { as: 'text' } },
        { name: 'type', input: { as: 'select', options: VARIABLE_TYPES } },
        { name: 'required', input: { as: 'check' } },
      ],
    },
    hint: true,
  },
] as const;

export default defineResource({
  name: 'contractTemplates',
  entity: contractTemplates,
  row: contractTemplate,
  pages: ['contractTemplates'],
  opensIn: 'sheet',
  label: row => row.name,
  stateBadges: { state: TEMPLATE_BADGES },
  stripe: row => TEMPLATE_BADGES[row.state].tone,
  columns: [
    { key: 'name', as: 'text' },
    { key: 'language', as: 'word', from: 'sm' },
    { key: 'edition', as: 'number', alignEnd: true, from: 'sm' },
    { key: 'state', as: 'state' },
    { key: 'updated_at', as: 'ago', from: 'lg', alignEnd: true },
  ],
  filters: ['status', 'language'],
  facts: [
    { key: 'state', as: 'state' },
    { key: 'language', as: 'word' },
    { key: 'edition', as: 'number' },
    { key: 'created_at', as: 'time' },
  ],
  panels: [{ name: 'preview', place: 'main', panel: Preview }],
  form: { schema: contractTemplatePatch, fields: FIELDS, isEditable: row => row.state === 'draft' },
  createForm: { schema: contractTemplateCreate, fields: FIELDS, initialValues: { language: 'en' } },
  acts: { retire: { danger: true } },
});
