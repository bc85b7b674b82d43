/** Who is to be told of which incident now, and what waits for the end of quiet hours. Pure. */
import type { IncidentState } from '../../../shared/contract/fleet/incident.ts';
import { NOTICE_AFTER_MS, REMIND_AFTER_MS, type NoticeEvent } from '../../../shared/contract/fleet/notice.ts';
import { isWithinHours, type DailyHours } from '../../../shared/i18n/hours.ts';

/** When each was decided, ms. What was held back counts as decided. */
export type Told = Partial<Record<NoticeEvent, number>>;
export interface Watched {
  id: string;
  state: IncidentState;
  /** ms */
  opened_at: number;
  told: Told;
  /** Decided in quiet hours and not said yet. */
  held: readonly NoticeEvent[];
}
export interface NoticeSettings {
  isOn: boolean;
  quiet: DailyHours | null;
}
export interface Line {
  id: string;
  event: NoticeEvent;
}
export interface Decision {
  /** One letter for all of them. */
  say: readonly Line[];
  /** It ends quiet hours: all that was held back stands in it. */
  isSummary: boolean;
  /** What each incident is to remember. */
  keep: readonly { id: string; told: Told; held: readonly NoticeEvent[] }[];
}

/** What comes next for one incident, at most one thing at a time; nothing where nobody needs to hear. */
export function dueFor({ state, opened_at, told }: Watched, now: number): NoticeEvent | null {
  if (told.opened === undefined) {
    const isUnseen = state === 'open' && now - opened_at >= NOTICE_AFTER_MS;
    return isUnseen ? 'opened' : null;
  }
  if (state === 'closed') return told.recovered === undefined ? 'recovered' : null;
  if (state === 'open' && told.reminded === undefined && now - told.opened >= REMIND_AFTER_MS)
    return 'reminded';
  return null;
}

export function decide(watched: readonly Watched[], { isOn, quiet }: NoticeSettings, now: number): Decision {
  const holds = isWithinHours(now, quiet);
  const due = watched.map(one => ({ ...one, event: isOn ? dueFor(one, now) : null }));
  const next = due.map(({ id, told, held, event }) => ({
    id,
    told: event === null ? told : { ...told, [event]: now },
    held: event === null ? held : [...held, event],
    isNew: event !== null,
  }));
  if (holds)
    return {
      say: [],
      isSummary: false,
      keep: next.filter(one => one.isNew).map(({ isNew: _, ...one }) => one),
    };
  const said = next.filter(one => one.held.length > 0);
  return {
    say: isOn ? said.flatMap(({ id, held }) => held.map(event => ({ id, event }))) : [],
    isSummary: watched.some(one => one.held.length > 0),
    keep: said.map(({ id, told }) => ({ id, told, held: [] })),
  };
}
