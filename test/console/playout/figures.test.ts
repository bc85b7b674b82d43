import { expect, it } from 'vitest';
import { figuresText } from '../../../console/playout/simulator/figures.ts';
import { createFormat } from '../../../shared/i18n/format.ts';
import type { Figures } from '../../../shared/playout/recording/figures.ts';
import en from '../../../public/locales/en/simulator.json';
import zh from '../../../public/locales/zh/simulator.json';
import { MONDAY } from '../../shared/playout/lines.ts';

const EACH: { [K in Figures['of']]: Extract<Figures, { of: K }> } = {
  plays: { of: 'plays', n: 3, most: 3 },
  wait: { of: 'wait', ms: 12_000 },
  left: { of: 'left', ms: 4_000, cost_ms: 10_000 },
  owed_time: { of: 'owed_time', owed_ms: -12_000, cost_ms: 10_000 },
  owed_plays: { of: 'owed_plays', owed: 0.25 },
  outside: { of: 'outside', m: 420.4 },
  no_fix: { of: 'no_fix' },
  fix: { of: 'fix', age_ms: 95_000, most_age_ms: 60_000, acc_m: 12, most_acc_m: 50 },
  ad_load: { of: 'ad_load', ad_ms: 600_000, most_ms: 605_000, cost_ms: 10_000 },
  items: { of: 'items', gap: 4 },
  turn: { of: 'turn', weight: 50 },
  reading: { of: 'reading', age_ms: 3_600_000, most_ms: 1_800_000 },
  weather: { of: 'weather', temperature_c: 21, wind_kmh: 9 },
  time: { of: 'time', minute: 485 },
};
/** As the texts of a language have it; a number that nobody gave stays in its braces. */
function inLanguage(texts: typeof en, locale: 'en-GB' | 'zh') {
  const text = (key: string, params: Record<string, unknown> = {}) => {
    const found = key.split('.').reduce<unknown>((at, name) => (at as Record<string, unknown>)[name], texts);
    return String(found).replace(/\{\{(\w+)\}\}/g, (all, name: string) =>
      typeof params[name] === 'string' ? params[name] : all,
    );
  };
  const format = createFormat(locale, 'UTC');
  return (figures: Figures) => figuresText({ at: MONDAY, figures }, text, format);
}

it('each number of a refusal is a sentence in both languages', () => {
  const [english, chinese] = [inLanguage(en, 'en-GB'), inLanguage(zh, 'zh')];
  for (const figures of Object.values(EACH))
    for (const sentence of [english(figures), chinese(figures)])
      expect(sentence, figures.of).not.toMatch(/undefined|[{}]/);
  expect(english(EACH.plays)).toBe('00:00: 3 of 3 plays');
  expect(english(EACH.owed_time)).toBe('00:00: -12 sec owed, a play takes 10 sec');
  expect(english(EACH.outside)).toBe('00:00: 420 m outside');
  expect(chinese(EACH.plays)).toBe('00:00：已播 3 次，上限 3 次');
});
