import { consent, consents } from '../../../shared/contract/trust/consent.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import { ComplianceHead } from './ComplianceHead.tsx';
import { CONSENT_BADGES } from './states.ts';

export default defineResource({
  name: 'consents',
  entity: consents,
  row: consent,
  pages: ['consents'],
  opensIn: 'nothing',
  label: row => row.subject_email ?? row.id,
  summary: ComplianceHead,
  stateBadges: { choice: CONSENT_BADGES },
  columns: [
    { key: 'subject_email', as: 'text' },
    { key: 'purpose', as: 'word' },
    { key: 'choice', as: 'state' },
    { key: 'text_version', as: 'text', from: 'sm' },
    { key: 'created_at', as: 'time', from: 'md' },
  ],
  filters: ['choice', 'purpose'],
});
