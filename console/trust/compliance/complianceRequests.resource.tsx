import {
  complianceRequest,
  complianceRequests,
  COPY_KINDS,
  REQUEST_KINDS,
  UNANSWERED,
  type ComplianceRequest,
} from '../../../shared/contract/trust/compliance.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import { ComplianceFigures } from './ComplianceFigures.tsx';
import { ComplianceHead } from './ComplianceHead.tsx';
import { CopyPanel } from './CopyPanel.tsx';
import { REQUEST_BADGES } from './states.ts';

const isCopy = ({ kind }: ComplianceRequest) => COPY_KINDS.includes(kind);

export default defineResource({
  name: 'complianceRequests',
  entity: complianceRequests,
  row: complianceRequest,
  pages: ['compliance'],
  opensIn: 'sheet',
  label: row => row.subject_email,
  summary: ComplianceHead,
  footer: ComplianceFigures,
  stateBadges: { state: REQUEST_BADGES },
  stripe: row => (UNANSWERED.includes(row.state) ? 'warn' : 'neutral'),
  columns: [
    { key: 'subject_email', as: 'text' },
    { key: 'kind', as: 'word' },
    { key: 'state', as: 'state' },
    { key: 'due_at', as: 'time', from: 'sm' },
    { key: 'created_at', as: 'ago', from: 'lg', alignEnd: true },
  ],
  filters: ['status', 'kind'],
  facts: [
    { key: 'kind', as: 'word' },
    { key: 'state', as: 'state' },
    { key: 'due_at', as: 'time' },
    { key: 'created_at', as: 'time' },
    { key: 'verified_at', as: 'time' },
    { key: 'completed_at', as: 'time' },
    { key: 'note', as: 'text' },
    { key: 'reason', as: 'text' },
  ],
  panels: [{ name: 'copy', place: 'main', panel: CopyPanel }],
  createForm: {
    schema: complianceRequests.create.body!,
    fields: [
      { name: 'kind', input: { as: 'select', options: REQUEST_KINDS }, hint: true },
      { name: 'subject_email', input: { as: 'text', type: 'email' }, hint: true },
      { name: 'note', input: { as: 'area' }, hint: true },
    ],
  },
  acts: {
    complete: { isVisible: row => row.kind !== 'erasure' || row.subject_id === null },
    refuse: { fields: [{ name: 'reason', input: { as: 'area' }, hint: true }], danger: true },
    erase: { isVisible: row => row.kind === 'erasure' && row.subject_id !== null, danger: true },
  },
  links: [
    {
      ...{ name: 'user', area: 'users', level: 'R' },
      link: row => `/admin/users?id=${row.subject_id}`,
      isVisible: row => row.subject_id !== null && !isCopy(row),
    },
  ],
});
