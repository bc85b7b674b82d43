import {
  ownSubmission,
  ownSubmissions,
  standingDecision,
} from '../../../shared/contract/content/submission.ts';
import { PATHS } from '../../app/paths.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import { MEDIA_URL_REFRESH_MS } from '../creatives/mediaUrls.ts';
import { DueCell, LastReasonCell, OwnNameCell, SizeCell, SubmissionStateCell } from './cells.tsx';
import { ResubmitDialog } from './dialogs.ts';
import { SUBMITTED_FIELDS } from './fields.ts';
import { OwnFilePanel, OwnHistoryPanel } from './lazyPanels.ts';
import { SUBMISSION_BADGES } from './states.ts';

export default defineResource({
  name: 'ownSubmissions',
  entity: ownSubmissions,
  row: ownSubmission,
  pages: ['ownSubmissions'],
  opensIn: 'sheet',
  label: row => row.name,
  refreshMs: MEDIA_URL_REFRESH_MS,
  stateBadges: { state: SUBMISSION_BADGES },
  stripe: row => (row.quarantine || row.state === 'changes_requested' ? 'warn' : 'neutral'),
  columns: [
    { key: 'name', cell: OwnNameCell },
    { key: 'kind', as: 'word', from: 'lg' },
    { key: 'state', cell: SubmissionStateCell, exportValue: row => row.state },
    {
      key: 'decisions',
      cell: LastReasonCell,
      exportValue: row => standingDecision(row)?.reason ?? null,
      from: 'md',
    },
    { key: 'sla_due', cell: DueCell, from: 'lg' },
    { key: 'created_at', as: 'ago', from: 'sm', alignEnd: true },
  ],
  filters: ['status', 'kind'],
  facts: [
    { key: 'state', cell: SubmissionStateCell },
    { key: 'asset', label: 'size', cell: SizeCell },
    { key: 'duration_ms', as: 'length' },
    { key: 'sla_due', cell: DueCell },
    { key: 'created_at', as: 'time' },
  ],
  panels: [
    { name: 'preview', place: 'main', panel: OwnFilePanel },
    { name: 'history', place: 'main', panel: OwnHistoryPanel },
  ],
  /** Local content is changed on its own page. */
  isEditable: row => row.creative_id === null || row.state === 'pending' || row.state === 'changes_requested',
  form: {
    schema: ownSubmissions.patch.body!,
    /** What was sent back is changed where it is sent again, in one form. */
    isEditable: row => row.creative_id !== null && row.state !== 'changes_requested',
    fields: SUBMITTED_FIELDS,
  },
  acts: { resubmit: { dialog: ResubmitDialog, isVisible: row => row.creative_id !== null } },
  primary: { name: 'submit', level: 'S', act: { link: () => PATHS.submit } },
});
