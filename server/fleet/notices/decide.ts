/** Decides which notices to send now and which to hold until the end of quiet hours. Pure. */
import type { IncidentState } from '../../../shared/contract/fleet/incident.ts';
import { NOTICE_AFTER_MS, REMIND_AFTER_MS, type NoticeEvent } from '../../../shared/contract/fleet/notice.ts';
import { isWithinHours, type DailyHours } from '../../../shared/i18n/hours.ts';

/** ms; when each notice was decided. Notices held back by quiet hours count as decided. */
export type NoticeTimes = Partial<Record<NoticeEvent, number>>;
export interface NoticeSubject {
  id: string;
  state: IncidentState;
  /** ms */
  opened_at: number;
  notified: NoticeTimes;
  /** Decided in quiet hours and not sent yet. */
  deferred: readonly NoticeEvent[];
}
export interface NoticeSettings {
  isOn: boolean;
  quiet: DailyHours | null;
}
export interface NoticeDecisionLine {
  id: string;
  event: NoticeEvent;
}
export interface Decision {
  /** All lines go into one e-mail. */
  lines: readonly NoticeDecisionLine[];
  /** The e-mail ends quiet hours and contains all notices held back. */
  isSummary: boolean;
  /** New notice state of each incident. */
  updates: readonly { id: string; notified: NoticeTimes; deferred: readonly NoticeEvent[] }[];
}

/** The next notice of one incident; null where none is due. */
export function nextEventFor({ state, opened_at, notified }: NoticeSubject, now: number): NoticeEvent | null {
  if (notified.opened === undefined) {
    const isUnseen = state === 'open' && now - opened_at >= NOTICE_AFTER_MS;
    return isUnseen ? 'opened' : null;
  }
  if (state === 'closed') return notified.recovered === undefined ? 'recovered' : null;
  if (state === 'open' && notified.reminded === undefined && now - notified.opened >= REMIND_AFTER_MS)
    return 'reminded';
  return null;
}

export function decideNotices(
  watched: readonly NoticeSubject[],
  { isOn, quiet }: NoticeSettings,
  now: number,
): Decision {
  const isQuiet = isWithinHours(now, quiet);
  const candidates = watched.map(one => ({ ...one, event: isOn ? nextEventFor(one, now) : null }));
  const next = candidates.map(({ id, notified, deferred, event }) => ({
    id,
    notified: event === null ? notified : { ...notified, [event]: now },
    deferred: event === null ? deferred : [...deferred, event],
    isNew: event !== null,
  }));
  if (isQuiet)
    return {
      lines: [],
      isSummary: false,
      updates: next.filter(one => one.isNew).map(({ isNew: _, ...one }) => one),
    };
  const sendable = next.filter(one => one.deferred.length > 0);
  return {
    lines: isOn ? sendable.flatMap(({ id, deferred }) => deferred.map(event => ({ id, event }))) : [],
    isSummary: watched.some(one => one.deferred.length > 0),
    updates: sendable.map(({ id, notified }) => ({ id, notified, deferred: [] })),
  };
}
