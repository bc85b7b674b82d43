/** Notices about incidents that were sent by e-mail, as the console shows them. */
import * as z from 'zod/mini';
import { entity } from '../wire/entity.ts';
import { INCIDENT_KINDS } from './incident.ts';
import { common, id, instant, int, MAX_INT } from '../wire/wire.ts';

const HOUR_MS = 3_600_000;
/** ms; an incident that is closed or acknowledged sooner is not notified. */
export const NOTICE_AFTER_MS = 10 * 60_000;
/** ms; one reminder, where nobody has acknowledged the incident. */
export const REMIND_AFTER_MS = 4 * HOUR_MS;
export const NOTICE_EVENTS = ['opened', 'reminded', 'recovered'] as const;
export type NoticeEvent = (typeof NOTICE_EVENTS)[number];
export const NOTICE_KINDS = ['now', 'summary'] as const;

export const noticeLine = z.object({
  incident_id: id,
  event: z.enum(NOTICE_EVENTS),
  kind: z.enum(INCIDENT_KINDS),
  /** Names of its first screens. */
  names: z.array(z.string()),
  screens: int(0, MAX_INT),
  since: instant,
});
export type NoticeLine = z.infer<typeof noticeLine>;

export const notice = z.object({
  ...common,
  /** summary: sent at the end of quiet hours, with all notices they held back. */
  kind: z.enum(NOTICE_KINDS),
  lines: z.array(noticeLine),
  /** Number of e-mails sent. */
  emails: int(0, MAX_INT),
});
export type Notice = z.infer<typeof notice>;

export const notices = entity({
  path: '/api/notices',
  area: 'monitor',
  row: notice,
  listOptions: { sorts: ['created_at'], defaultSort: '-created_at', enums: { kind: { kind: NOTICE_KINDS } } },
});
