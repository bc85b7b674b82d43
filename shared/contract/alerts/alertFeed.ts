/** Feeds of CAP that the server reads (contract §7). */
import * as z from 'zod/mini';
import { entity } from '../wire/entity.ts';
import { common, instant, int, MAX_INT, name, OUTBOUND_FAULTS, webUrl } from '../wire/wire.ts';
import { PRIORITIES, type AlertPriority } from './cap.ts';

/** `cap`: one document, or several in one wrapper. The others list entries that hold or name a document each. */
export const ALERT_FEED_KINDS = ['atom', 'rss', 'cap', 'nws_json'] as const;
export const ALERT_FEED_STATES = ['ok', 'failing', 'paused'] as const;
export const ALERT_FEED_FAULTS = [...OUTBOUND_FAULTS, 'unreadable', 'unkept'] as const;
export type AlertFeedFault = (typeof ALERT_FEED_FAULTS)[number];
/** s */
export const ALERT_POLL_S = { least: 60, most: 86_400 } as const;

const editable = {
  name,
  url: webUrl,
  kind: z.enum(ALERT_FEED_KINDS),
  poll_s: int(ALERT_POLL_S.least, ALERT_POLL_S.most),
  /** What it brings goes to screens at once; otherwise it waits as drafts. */
  auto_publish: z.boolean(),
  /** What is less urgent than that is kept away. */
  max_priority: z.literal(PRIORITIES),
};
export const alertFeed = z.object({
  ...common,
  ...editable,
  state: z.enum(ALERT_FEED_STATES),
  checked_at: z.nullable(instant),
  ok_at: z.nullable(instant),
  due_at: z.nullable(instant),
  error: z.nullable(z.enum(ALERT_FEED_FAULTS)),
  /** Entries and alerts of the last reading that could not be taken; `error` says why. They are tried again. */
  failed: int(0, MAX_INT),
  /** Alerts that came from it. */
  alerts: int(0, MAX_INT),
});
export type AlertFeed = z.infer<typeof alertFeed>;
const LEAST_URGENT: AlertPriority = 4;

export const alertFeedCreate = z.strictObject({
  ...editable,
  poll_s: z._default(editable.poll_s, 60),
  auto_publish: z._default(editable.auto_publish, false),
  max_priority: z._default(editable.max_priority, LEAST_URGENT),
});
export const alertFeedPatch = z.partial(z.strictObject(editable));
export const alertFeeds = entity({
  path: '/api/alert-feeds',
  bulk: ['delete', 'restore', 'refresh', 'pause', 'resume'],
  area: 'alerts',
  access: { level: 'A' },
  row: alertFeed,
  create: alertFeedCreate,
  patch: alertFeedPatch,
  removable: true,
  listOptions: {
    sorts: ['name', 'kind', 'checked_at', 'created_at'],
    defaultSort: 'name',
    enums: { status: { state: ALERT_FEED_STATES }, kind: { kind: ALERT_FEED_KINDS } },
  },
  actions: {
    refresh: { summary: 'Read it as soon as possible', from: ['ok', 'failing'] },
    pause: { summary: 'Read it no more for now', from: ['ok', 'failing'], to: 'paused', undo: 'resume' },
    resume: { summary: 'Read it again', from: ['paused'], to: 'ok', undo: 'pause' },
  },
});
