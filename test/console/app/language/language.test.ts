// @vitest-environment jsdom
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  chooseLanguage,
  applyGuessedLanguage,
  geocoderTemplate,
  startLanguage,
} from '../../../../console/app/language/language.ts';
import type { Language } from '../../../../shared/constants.ts';
import { LANGUAGE_KEY } from '../../../../shared/i18n/language.ts';
import { texts } from '../../../support/console/console.tsx';

const GEOCODER = 'https://maps.test/reverse?lat={lat}&lon={lon}';
const page = (content: string) => {
  document.head.innerHTML = `<meta name="geocoder" content="${content}">`;
};

interface Machine {
  first?: string;
  all?: readonly string[];
  permission?: PermissionState;
}
/** A browser in Taipei that has allowed its place to be told, or not yet. */
function browser({ first = 'en-US', all = [first], permission = 'granted' }: Machine = {}) {
  const located = vi.fn((done: PositionCallback) =>
    done({ coords: { latitude: 25.03, longitude: 121.56 } } as GeolocationPosition),
  );
  vi.stubGlobal('navigator', {
    language: first,
    languages: all,
    geolocation: { getCurrentPosition: located },
    permissions: { query: () => Promise.resolve({ state: permission }) },
  });
  const abroad: string[] = [];
  vi.stubGlobal('fetch', (input: string) => {
    if (input.startsWith('/'))
      return Promise.resolve(
        new Response(readFileSync(join(import.meta.dirname, '../../../../public', input), 'utf8')),
      );
    abroad.push(input);
    return Promise.resolve(Response.json({ countryCode: 'TW' }));
  });
  return { located, abroad };
}

beforeEach(() => page(''));
afterEach(() => {
  vi.unstubAllGlobals();
  localStorage.clear();
});
/** Whatever was begun at the start has come to its end. */
const settled = () => new Promise(done => setTimeout(done, 50));

describe('the language at the start', () => {
  it('I18N-07 follows the place where nothing else speaks, and keeps no choice nobody made', async () => {
    page(GEOCODER);
    const { abroad } = browser();
    const i18n = await startLanguage();
    await vi.waitFor(() => expect(i18n.language).toBe('zh'));
    expect(document.documentElement.lang).toBe('zh');
    expect(abroad).toEqual(['https://maps.test/reverse?lat=25.0&lon=121.6']);
    expect(localStorage.getItem(LANGUAGE_KEY)).toBeNull();
  });

  it.each([
    ['a stored choice', { stored: 'en' }],
    ['a Chinese browser', { first: 'zh-TW' }],
    ['no geocoder', { set: '' }],
    ['the placeholder of a page no server filled', { set: '__GEOCODER_URL__' }],
    ['a permission not given yet', { permission: 'prompt' }],
  ] as [string, Machine & { stored?: string; set?: string }][])(
    'AMBIG-I18N-01 with %s nobody is asked for his place',
    async (_what, given) => {
      const { stored, set = GEOCODER, ...more } = given;
      page(set);
      if (stored !== undefined) localStorage.setItem(LANGUAGE_KEY, stored);
      const { located, abroad } = browser(more);
      await startLanguage();
      await settled();
      expect([located.mock.calls, abroad]).toEqual([[], []]);
    },
  );

  it('AMBIG-I18N-04 is that of the first preference alone', async () => {
    browser({ first: 'en-GB', all: ['en-GB', 'zh-CN'] });
    expect((await startLanguage()).language).toBe('en');
    browser({ first: 'zh-HK', all: ['zh-HK', 'en'] });
    expect((await startLanguage()).language).toBe('zh');
  });

  it('reads the geocoder from the page', () => {
    page(GEOCODER);
    expect(geocoderTemplate()).toBe(GEOCODER);
  });
});

describe('a guess that comes late', () => {
  async function late(guess: Language, choose: Language | null) {
    browser();
    const i18n = await texts();
    let answer = (_language: Language) => {};
    const following = applyGuessedLanguage(i18n, localStorage, () => new Promise(done => (answer = done)));
    if (choose !== null) await chooseLanguage(i18n, choose);
    answer(guess);
    await following;
    return i18n.language;
  }
  it('changes the language of a page nobody has chosen one for', async () => {
    expect(await late('zh', null)).toBe('zh');
  });
  it('leaves a choice made meanwhile alone', async () => {
    expect(await late('zh', 'en')).toBe('en');
    localStorage.clear();
    expect(await late('en', 'zh')).toBe('zh');
  });
});
