/** Opening hours in one cell, as OpenStreetMap writes them. */
import * as z from 'zod/mini';
import { locationFields, noHours, type OpeningHours } from '../fleet/location.ts';

/** What follows a semicolon takes the place of what was said of its days before. */
const DAYS = ['Mo', 'Tu', 'We', 'Th', 'Fr', 'Sa', 'Su'];
const DAY = `(?:${DAYS.join('|')})`;
const SPAN = '\\d\\d:\\d\\d-\\d\\d:\\d\\d';
const PART = `(${DAY})(?:-(${DAY}))? (${SPAN}(?:, ?${SPAN})*|off)`;
const TEXT = new RegExp(`^${PART}(?:[;,] ?${PART})*$`);

function spansOf(text: string) {
  return [...text.matchAll(/(\d\d:\d\d)-(\d\d:\d\d)/g)].map(([, start = '', end = '']) => ({ start, end }));
}
function hoursOf(text: string): OpeningHours {
  const hours = noHours();
  for (const rule of text.split(';')) {
    const parts = [...rule.matchAll(new RegExp(PART, 'g'))].map(
      ([, first = '', last = first, spans = '']) => {
        const [from, to] = [DAYS.indexOf(first), DAYS.indexOf(last)];
        /** Sa-Mo runs over the end of the week. */
        const isOn = (day: number) => (from <= to ? day >= from && day <= to : day >= from || day <= to);
        return { isOn, spans: spansOf(spans) };
      },
    );
    for (const day of DAYS.keys()) {
      const named = parts.filter(({ isOn }) => isOn(day));
      if (named.length > 0) hours[day] = named.flatMap(({ spans }) => spans);
    }
  }
  return hours;
}
/** `Mo-Fr 08:00-18:00; Sa 10:00-13:00`, as the hours of each day. */
export const writtenHours = z.pipe(
  z.pipe(
    z.string().check(z.regex(TEXT, 'Hours like Mo-Fr 08:00-18:00; Sa 10:00-13:00')),
    z.transform(hoursOf),
  ),
  locationFields.shape.hours,
);

/** The way back: days in a row with the same hours share a part. Empty where nobody has said when it is open. */
export function hoursText(hours: OpeningHours): string {
  const parts: { from: number; to: number; spans: string }[] = [];
  for (const [day, spans] of hours.entries()) {
    if (spans.length === 0) continue;
    const text = spans.map(({ start, end }) => `${start}-${end}`).join(',');
    const last = parts.at(-1);
    if (last?.to === day - 1 && last.spans === text) last.to = day;
    else parts.push({ from: day, to: day, spans: text });
  }
  return parts
    .map(({ from, to, spans }) => `${from === to ? DAYS[from] : `${DAYS[from]}-${DAYS[to]}`} ${spans}`)
    .join('; ');
}
