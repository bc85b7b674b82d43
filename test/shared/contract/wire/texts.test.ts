import { expect, it } from 'vitest';
import * as z from 'zod/mini';
import { line, name, text } from '../../../../shared/contract/wire/wire.ts';

const UNSEEN = [' ', '\t', '\n', '\u00A0', '\u200B', '\u200F', '\u202E', '\u2060', '\uFEFF'];

it.each(UNSEEN)('a text of nothing but %j is empty, however long', sign => {
  for (const schema of [text(1, 100), line(1, 100), name])
    expect(z.safeParse(schema, sign.repeat(12)).success).toBe(false);
  expect(z.parse(text(1, 100), `${sign}Harbour${sign}week${sign}`)).toBe(`Harbour${sign}week`);
});

it('a text is cut at its ends within its length, and a long run of blanks costs no time', () => {
  expect(z.parse(text(1, 4), ' \u200Bweek\0 ')).toBe('week');
  const long = `a${' '.repeat(100_000)}b`;
  const began = performance.now();
  expect(z.safeParse(text(1, 10), long).success).toBe(false);
  expect(performance.now() - began).toBeLessThan(1_000);
});
