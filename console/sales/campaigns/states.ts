/** Shape and colour of each state; its word stands in the texts of the resource. */
import type { Campaign } from '../../../shared/contract/sales/campaign.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';

export const CAMPAIGN_BADGES: Record<Campaign['state'], StateBadge> = {
  draft: { shape: 'draft', tone: 'neutral' },
  submitted: { shape: 'degraded', tone: 'warn' },
  approved: { shape: 'approved', tone: 'ok' },
  scheduled: { shape: 'approved', tone: 'ok' },
  live: { shape: 'live', tone: 'ok' },
  paused: { shape: 'slow', tone: 'warn' },
  paused_budget: { shape: 'slow', tone: 'warn' },
  paused_creative: { shape: 'slow', tone: 'danger' },
  completed: { shape: 'never', tone: 'neutral' },
  ended: { shape: 'offline', tone: 'neutral' },
  rejected: { shape: 'rejected', tone: 'danger' },
};
export const HEALTH_BADGES: Record<Campaign['health'], StateBadge> = {
  none: { shape: 'never', tone: 'neutral' },
  on_plan: { shape: 'live', tone: 'ok' },
  behind: { shape: 'slow', tone: 'danger' },
  ahead: { shape: 'degraded', tone: 'warn' },
};
