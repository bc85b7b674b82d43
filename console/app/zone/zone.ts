/** Whether an account that nobody has set a zone for shows other times than this machine, and what was answered then. */
import { isoDate, offsetAt } from '../../../shared/i18n/format.ts';

export const browserZone = () => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** An account has it until somebody chooses another. */
export const UNSET_ZONE = 'UTC';

/** Alike in winter and in summer: zones of other names may keep the same time. */
export function keepsSameTime(a: string, b: string, now: number): boolean {
  const year = Number(isoDate(now, 'UTC').slice(0, 4));
  return [0, 6].every(month => {
    const at = Date.UTC(year, month, 1);
    return offsetAt(at, a) === offsetAt(at, b);
  });
}

type AnswerStorage = Pick<Storage, 'getItem' | 'setItem'>;
const keyOf = (user: string) => `zone ${user}`;

/** The zone of this machine is offered once; another one, after a journey, is offered again. */
export const wasDeclined = (storage: AnswerStorage, user: string, zone: string) =>
  storage.getItem(keyOf(user)) === zone;
export function declineZone(storage: AnswerStorage, user: string, zone: string): void {
  try {
    storage.setItem(keyOf(user), zone);
  } catch (error) {
    console.warn('the answer about the time zone was not kept', error);
  }
}
