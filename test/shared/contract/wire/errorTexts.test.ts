import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as texts from '../../../../shared/contract/wire/errorTexts.ts';

const words = (language: string) =>
  (
    JSON.parse(
      readFileSync(join(import.meta.dirname, `../../../../public/locales/${language}/common.json`), 'utf8'),
    ) as { errorPages: Record<string, string> }
  ).errorPages;

describe('the catalogue of error texts', () => {
  it('says of error pages in English what the console shows', () => {
    const { other, ...pages } = words('en');
    expect(pages).toEqual(texts.ERROR_PAGES);
    expect(other).toBe('Error {{status}} - {{text}}');
  });
});
