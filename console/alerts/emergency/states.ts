/** Shape and colour of what an alert is; the words stand in the texts of the resource. */
import type { Alert } from '../../../shared/contract/alerts/alert.ts';
import { isOwnAlert } from '../../../shared/contract/alerts/ownership.ts';
import { isUrgent, type AlertPriority } from '../../../shared/contract/alerts/cap.ts';
import type { DELIVERY_STATES, ImportAnswer } from '../../../shared/contract/alerts/alertCalls.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';
import type { Tone } from '../../kit/ui/display/Notice.tsx';

export const ALERT_BADGES: Record<Alert['state'], StateBadge> = {
  draft: { shape: 'draft', tone: 'neutral' },
  pending_approval: { shape: 'degraded', tone: 'warn' },
  scheduled: { shape: 'approved', tone: 'info' },
  active: { shape: 'live', tone: 'danger' },
  superseded: { shape: 'never', tone: 'neutral' },
  cancelled: { shape: 'rejected', tone: 'neutral' },
  expired: { shape: 'offline', tone: 'neutral' },
  rejected: { shape: 'rejected', tone: 'danger' },
  archived: { shape: 'never', tone: 'neutral' },
};
export type DeliveryState = (typeof DELIVERY_STATES)[number];
export const DELIVERY_BADGES: Record<DeliveryState, StateBadge> = {
  pending: { shape: 'never', tone: 'neutral' },
  sent: { shape: 'degraded', tone: 'info' },
  received: { shape: 'degraded', tone: 'ok' },
  shown: { shape: 'live', tone: 'ok' },
  acknowledged: { shape: 'approved', tone: 'ok' },
  cleared: { shape: 'offline', tone: 'ok' },
  suppressed_out_of_area: { shape: 'never', tone: 'neutral' },
  expired_before_delivery: { shape: 'slow', tone: 'warn' },
  cancel_received: { shape: 'offline', tone: 'neutral' },
  failed: { shape: 'rejected', tone: 'danger' },
};
/** As on the screens: red for what takes them over, yellow for an advisory; the rest is quiet. */
export const PRIORITY_CLASS: Record<AlertPriority, string> = {
  0: 'bg-(--emergency) text-(--on-emergency)',
  1: 'bg-(--emergency) text-(--on-emergency)',
  2: 'bg-[#ffd400] text-[#16191d]',
  3: 'bg-[#ffd400] text-[#16191d]',
  4: 'bg-neutral-tint text-on-neutral-tint',
};
const OPEN: readonly Alert['state'][] = ['active', 'scheduled'];
export const stripeOf = (row: Alert): Tone =>
  !OPEN.includes(row.state) ? 'neutral' : isUrgent(row) ? 'danger' : 'warn';
/** An actual alert of priority 0 needs a second person. */
export const takesTwo = ({ priority, status }: Pick<Alert, 'priority' | 'status'>) =>
  priority === 0 && status === 'Actual';
export const isOwn = (row: Alert, { id }: { id: string }) => isOwnAlert(row, id);
/** The second person of an alert that takes two is somebody else. */
export const mayDecide = (row: Alert, user: { id: string }) => !(takesTwo(row) && isOwn(row, user));
/** What is over or only kept changes nothing on a screen. */
export const hasEffect = ({ action, is_over }: ImportAnswer['items'][number]) => action !== 'log' && !is_over;
