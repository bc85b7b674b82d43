/** The numbers a choice or a refusal rests on, in words. */
import { instant } from '../../../shared/clock.ts';
import type { Example } from '../../../shared/playout/simulate.ts';
import type { useFormat } from '../../kit/text/useFormat.ts';
import type { useText } from '../../kit/text/useText.ts';

type Format = ReturnType<typeof useFormat>;
const HOUR_MIN = 60;
/** From here on nobody counts in seconds. */
const LONG_MS = 120_000;
const twoDigits = (n: number) => String(n).padStart(2, '0');

/** Each number in its unit, under the name that the texts have for it. */
function written(figures: Example['figures'], format: Format): Record<string, string> {
  return Object.fromEntries(
    Object.entries(figures).flatMap(([name, value]): [string, string][] => {
      if (typeof value !== 'number') return [];
      if (name.endsWith('ms'))
        return [[name, value < LONG_MS ? format.seconds(value) : format.duration(value)]];
      if (name === 'm' || name.endsWith('_m')) return [[name, format.metres(Math.round(value))]];
      if (name === 'minute')
        return [[name, `${twoDigits(Math.floor(value / HOUR_MIN))}:${twoDigits(value % HOUR_MIN)}`]];
      return [[name, format.number(value)]];
    }),
  );
}

export const numbersText = (
  figures: Example['figures'],
  text: ReturnType<typeof useText>,
  format: Format,
): string => text(`figures.${figures.of}`, written(figures, format));

export const figuresText = (
  { at, figures }: Example,
  text: ReturnType<typeof useText>,
  format: Format,
): string => text('example', { time: format.hour(instant(at)), figures: numbersText(figures, text, format) });
