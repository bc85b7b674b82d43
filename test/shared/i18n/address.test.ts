// @vitest-environment jsdom
/** The address of a page chooses no language by `lng`, which i18next reads by itself where it may. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import { startLanguage } from '../../../console/app/language/language.ts';
import { ownLanguage } from '../../../player/screens/language.ts';
import { LANGUAGE_KEY } from '../../../shared/i18n/language.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
  history.replaceState(null, '', '/');
});

it.each(['qps', 'zh', 'cimode', 'dev'])('I18N-01 ?lng=%s changes nothing', async lng => {
  const read: string[] = [];
  vi.stubGlobal('fetch', (path: string) => {
    read.push(path);
    return Promise.resolve(new Response(readFileSync(join(import.meta.dirname, '../../../public', path))));
  });
  history.replaceState(null, '', `/auth?lng=${lng}`);
  const texts = await startLanguage();
  expect([texts.language, document.documentElement.lang, ownLanguage()]).toEqual(['en', 'en', 'en']);
  expect(texts.t('auth:title')).toBe('Sign in');
  expect(read.every(path => path.startsWith('/locales/en/'))).toBe(true);
  expect(localStorage.getItem(LANGUAGE_KEY)).toBe(null);
});
