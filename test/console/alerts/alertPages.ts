/** An alert as pages show it, and whom it would reach. */
import type { Alert } from '../../../shared/contract/alerts/alert.ts';
import { idOf } from '../../support/console/content.ts';

export const AT = '2026-01-05T08:00:00.000Z';
export const common = {
  ...{ id: idOf(1), tenant_id: idOf(0), created_by: null, version: 3, deleted_at: null },
  ...{ created_at: AT, updated_at: AT },
};
const words = { description: '', instruction: 'Walk away.', sender_name: 'City fire service' };
export const draft: Alert = {
  ...common,
  ...{
    name: 'Fire nearby',
    event: 'Fire',
    status: 'Actual',
    priority: 1,
    category: ['Fire'],
    state: 'draft',
  },
  ...{ urgency: 'Immediate', severity: 'Severe', certainty: 'Observed', response_types: [], sound: true },
  texts: { en: { headline: 'Fire nearby', ...words }, zh: { headline: '附近发生火灾', ...words } },
  ...{ template: 'takeover', effective_at: null, onset_at: null, ttl_s: 3_600, max_display_s: null },
  target: {
    ...{
      mode: 'all',
      areas: [],
      geocodes: [],
      device_ids: [],
      tags: [],
      exclude_device_ids: [],
      buffer_m: 0,
    },
  },
  ...{ forced: false, source: 'manual', msg_type: 'Alert', scope: 'Public', cap_key: null, references: [] },
  ...{ incidents: [], supersedes_id: null, root_id: idOf(1), alert_version: 1, expires_at: null },
  ...{ published_at: null, submitted_by: null, approved_by: null, approved_alone: false, raw_sha256: null },
  ...{ sig_status: 'unsigned', warnings: [], reason: null, agency: null },
  people: { author: 'Ana Reis', submitter: null, approver: null },
  reach: { screens: 0, shown: 0, acknowledged: 0 },
};
export const REACH = {
  ...{ named: 6, inside: 0, outside: 0, unknown: 0, online: 4, unresolved: [] },
  age_s: { median: null, oldest: null },
};
