/** Who was told of what went wrong: the letters that were sent, as the console shows them. */
import * as z from 'zod/mini';
import { entity } from '../wire/entity.ts';
import { INCIDENT_KINDS } from './incident.ts';
import { common, id, instant, int, MAX_INT } from '../wire/wire.ts';

const HOUR_MS = 3_600_000;
/** What is over sooner, or in somebody's hands, is told to nobody. */
export const NOTICE_AFTER_MS = 10 * 60_000;
/** Once, where nobody has taken it into hand. */
export const REMIND_AFTER_MS = 4 * HOUR_MS;
export const NOTICE_EVENTS = ['opened', 'reminded', 'recovered'] as const;
export type NoticeEvent = (typeof NOTICE_EVENTS)[number];
export const NOTICE_KINDS = ['now', 'summary'] as const;

export const noticeLine = z.object({
  incident_id: id,
  event: z.enum(NOTICE_EVENTS),
  kind: z.enum(INCIDENT_KINDS),
  /** The first of its screens by name. */
  names: z.array(z.string()),
  screens: int(0, MAX_INT),
  since: instant,
});
export type NoticeLine = z.infer<typeof noticeLine>;

export const notice = z.object({
  ...common,
  /** summary: at the end of quiet hours, of all they held back. */
  kind: z.enum(NOTICE_KINDS),
  lines: z.array(noticeLine),
  /** Letters that left with it. */
  letters: int(0, MAX_INT),
});
export type Notice = z.infer<typeof notice>;

export const notices = entity({
  path: '/api/notices',
  area: 'monitor',
  row: notice,
  asks: { sorts: ['created_at'], first: '-created_at', words: { kind: { kind: NOTICE_KINDS } } },
});
