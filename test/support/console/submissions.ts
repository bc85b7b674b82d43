/** Submissions in the API's format, as somebody looks at them. */
import type { Submission } from '../../../shared/contract/content/submission.ts';
import { person, TENANT } from './console.tsx';
import { assetRow, idOf } from './content.ts';

const AT = '2026-11-24T08:00:00.000Z';
export const submissionRow = (n: number, more: Partial<Submission> = {}): Submission => ({
  ...{ id: idOf(n), tenant_id: TENANT, created_at: AT, updated_at: AT, created_by: idOf(90) },
  ...{ version: 1, deleted_at: null, subject: 'creative', state: 'in_review', creative_id: idOf(n + 20) },
  ...{ content_item_id: null, name: `Poster ${n}`, kind: 'image', alt_text: 'A poster' },
  ...{ duration_ms: 10_000, asset: assetRow(n), is_newer_file: false, qr_target: null, note: '' },
  ...{ languages: [], valid_from: null, valid_until: null, advertiser: '' },
  ...{ priority: 'normal', sla_due: '2026-11-25T08:00:00.000Z', decisions: [] },
  ...{ submitter: 'advertiser@fleet.example', assigned_to: person().id, assignee: 'somebody@fleet.example' },
  ...{ asset_before: null, quarantine: null },
  ...more,
});
