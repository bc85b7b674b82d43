import { alert, alerts, type Alert } from '../../../shared/contract/alerts/alert.ts';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import { AlertsHead } from './AlertsHead.tsx';
import {
  ApproverCell,
  AuthorCell,
  HeadlineCell,
  LengthCell,
  PriorityCell,
  ReachCell,
  StatusCell,
  SubmitterCell,
} from './cells.tsx';
import { ALERT_BADGES, isOwn, mayDecide, stripeOf } from './states.ts';

/** Screens answer within seconds, and people wait for that. */
const REFRESH_MS = 10_000;
/** Only the page of one alert has panels. */
const PreviewPanel = lazyWithRetry(async () => ({
  default: (await import('./PreviewPanel.tsx')).PreviewPanel,
}));
const ReachPanel = lazyWithRetry(async () => ({ default: (await import('./PreviewPanel.tsx')).ReachPanel }));
const DeliveriesPanel = lazyWithRetry(async () => ({
  default: (await import('./DeliveriesPanel.tsx')).DeliveriesPanel,
}));
const FilesPanel = lazyWithRetry(async () => ({ default: (await import('./FilesPanel.tsx')).FilesPanel }));
const AreasPanel = lazyPanel(
  async () => ({ default: (await import('./AreasPanel.tsx')).AreasPanel }),
  ['map'],
);
type Dialog = { row: Alert; close: () => void };
const PublishDialog = lazyWithRetry<Dialog>(async () => ({
  default: (await import('../decide/PublishDialog.tsx')).PublishDialog,
}));
const ApproveDialog = lazyWithRetry<Dialog>(async () => ({
  default: (await import('../decide/PublishDialog.tsx')).ApproveDialog,
}));
const UpdateDialog = lazyWithRetry<Dialog>(async () => ({
  default: (await import('../decide/UpdateDialog.tsx')).UpdateDialog,
}));
const reasons = () => import('../decide/ReasonDialog.tsx');
const RejectDialog = lazyWithRetry<Dialog>(async () => ({ default: (await reasons()).RejectDialog }));
const CancelDialog = lazyWithRetry<Dialog>(async () => ({ default: (await reasons()).CancelDialog }));
const AllClearDialog = lazyWithRetry<Dialog>(async () => ({
  default: (await import('../decide/AllClearDialog.tsx')).AllClearDialog,
}));
const DrillDialog = lazyWithRetry<Dialog>(async () => ({
  default: (await import('../decide/DrillDialog.tsx')).DrillDialog,
}));
const OVER: readonly Alert['state'][] = ['rejected', 'expired', 'cancelled', 'superseded'];

/** What is wanted most in each state comes first: it is the button of the page. */
const { publish, approve, submit, withdraw, reject, cancel, update, test, archive } = alerts.actions;
const actions = {
  ...{ publish, approve, 'all-clear': alerts.actions['all-clear'] },
  ...{ submit, withdraw, reject, cancel, update, test, archive },
};

export default defineResource({
  name: 'alerts',
  entity: { ...alerts, actions },
  row: alert,
  pages: ['alerts'],
  opensIn: 'page',
  refreshMs: REFRESH_MS,
  label: row => row.name,
  stripe: stripeOf,
  stateBadges: { state: ALERT_BADGES },
  summary: AlertsHead,
  columns: [
    { key: 'name', label: 'headline', cell: HeadlineCell, exportValue: row => row.name },
    { key: 'state', as: 'state' },
    { key: 'priority', cell: PriorityCell, exportValue: row => row.priority },
    { key: 'status', label: 'kind', cell: StatusCell, from: 'md' },
    { key: 'source', as: 'word', from: 'lg' },
    { key: 'reach', cell: ReachCell, exportValue: row => row.reach.shown, from: 'sm', alignEnd: true },
    { key: 'expires_at', as: 'time', from: 'xl' },
    { key: 'updated_at', as: 'ago', from: 'lg' },
  ],
  exportKeys: ['root_id', 'raw_sha256'],
  filters: ['status', 'kind', 'source'],
  facts: [
    { key: 'state', as: 'state' },
    { key: 'priority', cell: PriorityCell },
    { key: 'status', label: 'kind', cell: StatusCell },
    { key: 'event', as: 'text' },
    { key: 'source', as: 'word' },
    { key: 'agency', as: 'text' },
    { key: 'urgency', as: 'word' },
    { key: 'severity', as: 'word' },
    { key: 'certainty', as: 'word' },
    { key: 'template', as: 'word' },
    { key: 'sound', as: 'flag' },
    { key: 'effective_at', as: 'time' },
    { key: 'ttl_s', cell: LengthCell },
    { key: 'expires_at', as: 'time' },
    { key: 'created_by', label: 'author', cell: AuthorCell },
    { key: 'submitted_by', label: 'submitter', cell: SubmitterCell },
    { key: 'approved_by', label: 'approver', cell: ApproverCell },
    { key: 'published_at', as: 'time' },
    { key: 'alert_version', as: 'number' },
  ],
  panels: [
    { name: 'preview', place: 'main', panel: PreviewPanel },
    { name: 'deliveries', place: 'main', panel: DeliveriesPanel },
    { name: 'places', place: 'main', panel: AreasPanel },
    { name: 'reach', place: 'side', panel: ReachPanel },
    { name: 'files', place: 'side', panel: FilesPanel },
  ],
  links: [
    {
      name: 'copy',
      area: 'alerts',
      level: 'W',
      link: ({ id }: Alert, base) => `${base}/new?copy=${id}`,
      isVisible: ({ state }: Alert) => OVER.includes(state),
    },
  ],
  primary: { name: 'new', level: 'W', act: { link: base => `${base}/new` } },
  acts: {
    publish: { dialog: PublishDialog },
    approve: { dialog: ApproveDialog, isVisible: mayDecide },
    'all-clear': { dialog: AllClearDialog },
    withdraw: { isVisible: isOwn },
    update: { dialog: UpdateDialog },
    reject: { dialog: RejectDialog, danger: true, isVisible: mayDecide },
    cancel: { dialog: CancelDialog, danger: true },
    /** What waits for a decision has no other main button. */
    test: { dialog: DrillDialog, isVisible: row => row.state !== 'pending_approval' },
    delete: { isVisible: row => row.state === 'draft' },
    restore: { isVisible: row => row.state === 'draft' },
  },
});
