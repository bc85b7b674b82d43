/** Times of day as people type them: `8`, `0830`, `8.30`, `8:30 pm`, `下午8:30`; answered as `HH:MM`. */
const HALF_DAY_H = 12;
const two = (n: number) => String(n).padStart(2, '0');
const AFTERNOON = /^(?:pm|p\.m\.|下午|晚上)$/i;

export function clockOf(typed: string): string | null {
  const text = typed.normalize('NFKC').trim();
  const match =
    /^(上午|下午|晚上|早上)?\s*(\d{1,2})(?:[:.点h]?(\d{2})分?|点)?(?::00)?\s*(am|pm|a\.m\.|p\.m\.)?$/i.exec(
      text,
    );
  if (!match) return null;
  const half = match[1] ?? match[4];
  let hours = Number(match[2]);
  const minutes = Number(match[3] ?? 0);
  if (half !== undefined && (hours < 1 || hours > HALF_DAY_H)) return null;
  if (half !== undefined) hours = (hours % HALF_DAY_H) + (AFTERNOON.test(half) ? HALF_DAY_H : 0);
  return hours < 24 && minutes < 60 ? `${two(hours)}:${two(minutes)}` : null;
}

const MINUTES = 60;
export const minuteOf = (clock: string): number => {
  const [hours = 0, minutes = 0] = clock.split(':').map(Number);
  return hours * MINUTES + minutes;
};
/** `24:00` is written as the `00:00` it is. */
export const clockAt = (minute: number): string =>
  `${two(Math.floor(minute / MINUTES) % 24)}:${two(minute % MINUTES)}`;
