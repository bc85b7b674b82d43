import {
  ALERT_FEED_KINDS,
  alertFeed,
  alertFeedCreate,
  alertFeedPatch,
  alertFeeds,
  type AlertFeed,
} from '../../../shared/contract/alerts/alertFeed.ts';
import { PRIORITIES } from '../../../shared/contract/alerts/cap.ts';
import { defineResource } from '../../kit/resource/defineResource.ts';
import type { Field } from '../../kit/resource/form.ts';
import type { StateBadge } from '../../kit/fields/StateMark.tsx';
import { AlertsHead } from '../emergency/AlertsHead.tsx';

/** It is read within seconds after somebody asks for it. */
const REFRESH_MS = 10_000;
const BADGES: Record<AlertFeed['state'], StateBadge> = {
  ok: { shape: 'live', tone: 'ok' },
  failing: { shape: 'rejected', tone: 'danger' },
  paused: { shape: 'never', tone: 'neutral' },
};
const FIELDS = [
  { name: 'name', input: { as: 'text' } },
  { name: 'url', input: { as: 'text' }, hint: true },
  { name: 'kind', input: { as: 'select', options: ALERT_FEED_KINDS } },
  { name: 'poll_s', input: { as: 'duration', unit: 's' }, hint: true },
  { name: 'max_priority', input: { as: 'select', options: PRIORITIES }, hint: true },
  { name: 'auto_publish', input: { as: 'check' }, hint: true },
] as const satisfies readonly Field<AlertFeed>[];

export default defineResource({
  name: 'alertFeeds',
  entity: alertFeeds,
  row: alertFeed,
  pages: ['alertFeeds'],
  opensIn: 'sheet',
  refreshMs: REFRESH_MS,
  label: row => row.name,
  stripe: row => BADGES[row.state].tone,
  stateBadges: { state: BADGES },
  summary: AlertsHead,
  columns: [
    { key: 'name', as: 'text' },
    { key: 'kind', as: 'word', from: 'sm' },
    { key: 'state', as: 'state' },
    { key: 'error', as: 'word', from: 'lg' },
    { key: 'ok_at', as: 'ago', from: 'md' },
    { key: 'failed', as: 'number', alignEnd: true, from: 'xl' },
    { key: 'alerts', as: 'number', alignEnd: true, from: 'sm' },
  ],
  filters: ['status', 'kind'],
  facts: [
    { key: 'state', as: 'state' },
    { key: 'error', as: 'word' },
    { key: 'failed', as: 'number' },
    { key: 'checked_at', as: 'time' },
    { key: 'ok_at', as: 'time' },
    { key: 'due_at', as: 'time' },
    { key: 'alerts', as: 'number' },
  ],
  form: { schema: alertFeedPatch, fields: FIELDS },
  createForm: {
    schema: alertFeedCreate,
    fields: FIELDS,
    initialValues: { kind: 'cap', poll_s: 60, auto_publish: false, max_priority: 4 },
  },
});
