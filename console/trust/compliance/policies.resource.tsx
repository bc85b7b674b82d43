import {
  policies,
  policy,
  POLICY_BODY_MAX,
  POLICY_LOCALES,
  policyCreate,
  policyPatch,
} from '../../../shared/contract/trust/policy.ts';
import { POLICY_KINDS } from '../../../shared/contract/trust/legalTexts.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import { ComplianceHead } from './ComplianceHead.tsx';
import { POLICY_BADGES } from './states.ts';

const TEXT = [
  { name: 'edition', input: { as: 'text' }, hint: true },
  { name: 'title', input: { as: 'text' } },
  { name: 'body', input: { as: 'area', max: POLICY_BODY_MAX }, hint: true },
  { name: 'effective_at', input: { as: 'dateTime' }, hint: true },
] as const;

export default defineResource({
  name: 'policies',
  entity: policies,
  row: policy,
  pages: ['policies'],
  opensIn: 'sheet',
  label: row => `${row.title} ${row.edition}`,
  summary: ComplianceHead,
  stateBadges: { state: POLICY_BADGES },
  stripe: row => POLICY_BADGES[row.state].tone,
  columns: [
    { key: 'title', as: 'text' },
    { key: 'kind', as: 'word' },
    { key: 'edition', as: 'text' },
    { key: 'locale', as: 'word', from: 'sm' },
    { key: 'state', as: 'state' },
    { key: 'effective_at', as: 'time', from: 'md' },
  ],
  filters: ['status', 'kind', 'locale'],
  facts: [
    { key: 'kind', as: 'word' },
    { key: 'locale', as: 'word' },
    { key: 'edition', as: 'text' },
    { key: 'state', as: 'state' },
    { key: 'effective_at', as: 'time' },
    { key: 'published_at', as: 'time' },
    { key: 'body', as: 'text' },
  ],
  acts: { delete: { isVisible: row => row.state === 'draft' } },
  form: {
    schema: policyPatch,
    isEditable: row => row.state === 'draft',
    from: ({ edition, title, body, effective_at }) => ({ edition, title, body, effective_at }),
    fields: TEXT,
  },
  createForm: {
    schema: policyCreate,
    fields: [
      { name: 'kind', input: { as: 'select', options: POLICY_KINDS } },
      { name: 'locale', input: { as: 'select', options: POLICY_LOCALES } },
      ...TEXT,
    ],
  },
});
