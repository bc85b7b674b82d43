import {
  submission,
  submissions,
  PRIORITIES,
  type Submission,
} from '../../../shared/contract/content/submission.ts';
import { PATHS } from '../../app/paths.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import { MEDIA_URL_REFRESH_MS } from '../creatives/mediaUrls.ts';
import { DueCell, PersonCell, SizeCell, SubmissionStateCell, WholeTextCell } from './cells.tsx';
import { ReviewChecksPanel, ReviewFilePanel, ReviewHistoryPanel } from './panels.tsx';
import { BulkApprove, ChangesDialog, RejectDialog, TakeOverDialog } from './dialogs.ts';
import { ReviewKeys } from './ReviewKeys.tsx';
import { isReviewedByAnother, PRIORITY_BADGES, SUBMISSION_BADGES } from './states.ts';

/** Whoever decides has taken it over before. */
const isOwnReview = (row: Submission, actor: { id: string }) => !isReviewedByAnother(row, actor);

export default defineResource({
  name: 'submissions',
  entity: submissions,
  row: submission,
  pages: ['submissions'],
  opensIn: 'sheet',
  areActionsSticky: true,
  label: row => row.name,
  refreshMs: MEDIA_URL_REFRESH_MS,
  stateBadges: { state: SUBMISSION_BADGES, priority: PRIORITY_BADGES },
  stripe: row => (row.state === 'pending' ? 'info' : 'neutral'),
  columns: [
    { key: 'name', as: 'text' },
    { key: 'kind', as: 'word', from: 'lg' },
    { key: 'submitter', cell: PersonCell, from: 'md' },
    { key: 'state', cell: SubmissionStateCell, exportValue: row => row.state },
    { key: 'priority', as: 'state', from: 'lg' },
    { key: 'assignee', cell: PersonCell, from: 'xl' },
    { key: 'sla_due', cell: DueCell, from: 'sm' },
  ],
  exportKeys: ['subject', 'created_at'],
  filters: ['status', 'subject', 'kind', 'priority'],
  facts: [
    { key: 'state', as: 'state' },
    { key: 'subject', as: 'word' },
    { key: 'submitter', as: 'text' },
    { key: 'note', cell: WholeTextCell },
    { key: 'alt_text', cell: WholeTextCell },
    { key: 'asset', label: 'size', cell: SizeCell },
    { key: 'duration_ms', as: 'length' },
    { key: 'priority', as: 'state' },
    { key: 'assignee', as: 'text' },
    { key: 'sla_due', cell: DueCell },
    { key: 'created_at', as: 'time' },
  ],
  panels: [
    { name: 'preview', place: 'main', panel: ReviewFilePanel },
    { name: 'checks', place: 'side', panel: ReviewChecksPanel },
    { name: 'history', place: 'side', panel: ReviewHistoryPanel },
    { name: 'decide', place: 'side', panel: ReviewKeys },
  ],
  acts: {
    assign: {
      isVisible: (row, actor) => row.assigned_to !== actor.id,
      called: (row, actor) => (isReviewedByAnother(row, actor) ? 'takeOver' : 'assign'),
      dialog: TakeOverDialog,
      asks: isReviewedByAnother,
    },
    prioritise: {
      fields: [{ name: 'priority', input: { as: 'select', options: PRIORITIES } }],
      from: ({ priority }) => ({ priority }),
    },
    approve: {
      fields: [{ name: 'reason', input: { as: 'area' } }],
      from: () => ({ reason: '' }),
      isVisible: isOwnReview,
    },
    'request-changes': { dialog: ChangesDialog, isVisible: isOwnReview },
    reject: { dialog: RejectDialog, danger: true, isVisible: isOwnReview },
  },
  links: [
    {
      ...{ name: 'creative', area: 'creatives', level: 'R' },
      link: row => `/creatives/${row.creative_id}`,
      isVisible: row => row.creative_id !== null,
    },
    {
      ...{ name: 'content', area: 'content', level: 'R' },
      link: row => `${PATHS.content}?id=${row.content_item_id}`,
      isVisible: row => row.content_item_id !== null,
    },
  ],
  bulk: { area: 'submissions', level: 'A', bar: BulkApprove },
});
