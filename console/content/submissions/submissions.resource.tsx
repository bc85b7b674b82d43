import {
  submission,
  submissions,
  PRIORITIES,
  type Submission,
} from '../../../shared/contract/content/submission.ts';
import { PATHS } from '../../app/paths.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import { MEDIA_URL_REFRESH_MS } from '../creatives/mediaUrls.ts';
import { WordsCell } from '../creatives/WordsCell.tsx';
import { DueCell, NameCell, PersonCell, SizeCell, SubmissionStateCell, WholeTextCell } from './cells.tsx';
import { ReviewChecksPanel, ReviewFilePanel, ReviewHistoryPanel } from './lazyPanels.ts';
import { ApproveDialog, BulkApprove, ChangesDialog, RejectDialog, TakeOverDialog } from './dialogs.ts';
import { AWAITED_QUEUE } from './review/queue.ts';
import { ReviewKeys } from './review/ReviewKeys.tsx';
import { Summary } from './review/Summary.tsx';
import { isReviewedByAnother, PRIORITY_BADGES, SUBMISSION_BADGES } from './states.ts';

/** What another looks at is taken over from him first; what nobody has is taken over with the decision. */
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
    { key: 'name', cell: NameCell },
    { key: 'kind', as: 'word', from: 'lg' },
    { key: 'submitter', cell: PersonCell, from: 'md' },
    { key: 'state', cell: SubmissionStateCell, exportValue: row => row.state },
    { key: 'priority', as: 'state', from: 'lg' },
    { key: 'assignee', cell: PersonCell, from: 'xl' },
    { key: 'sla_due', cell: DueCell, from: 'sm' },
  ],
  exportKeys: ['subject', 'created_at'],
  /** What was sent back waits for its submitter, what was decided for nobody. */
  startFilter: AWAITED_QUEUE.start,
  summary: Summary,
  filters: [AWAITED_QUEUE.filter, 'subject', 'kind', 'priority'],
  facts: [
    { key: 'state', as: 'state' },
    { key: 'subject', as: 'word' },
    { key: 'submitter', as: 'text' },
    { key: 'note', cell: WholeTextCell },
    { key: 'alt_text', cell: WholeTextCell },
    { key: 'advertiser', as: 'text' },
    { key: 'qr_target', as: 'text' },
    { key: 'languages', cell: WordsCell },
    { key: 'valid_from', as: 'date' },
    { key: 'valid_until', as: 'date' },
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
      weight: 'minor',
      fields: [{ name: 'priority', input: { as: 'select', options: PRIORITIES } }],
      from: ({ priority }) => ({ priority }),
    },
    approve: { dialog: ApproveDialog, weight: 'primary', isVisible: isOwnReview },
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
