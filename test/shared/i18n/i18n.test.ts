import { describe, expect, it, vi } from 'vitest';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, NAMESPACES } from '../../../shared/constants.ts';
import { localeLoader, startI18n } from '../../../shared/i18n/i18n.ts';
import { detectLanguage } from '../../../shared/i18n/language.ts';
import { pseudoText } from '../../../shared/i18n/pseudo.ts';

const files: Record<string, object> = {
  '/locales/en/common.json': { both: 'both', onlyEnglish: 'only here', plain: 'Hello {{name}}' },
  '/locales/zh/common.json': { both: '都有', plain: '您好 {{name}}' },
};
function begin(language: string) {
  const fetched = vi.fn((input: RequestInfo | URL) =>
    Promise.resolve(
      new Response(JSON.stringify(files[input as string]), { status: files[input as string] ? 200 : 404 }),
    ),
  );
  return { fetched, texts: startI18n({ language, namespaces: ['common'], backend: localeLoader(fetched) }) };
}

describe('language', () => {
  it('I18N-05 is the stored choice before all else', () => {
    expect(detectLanguage('zh', 'en-GB')).toBe('zh');
    expect(detectLanguage('en', 'zh-CN')).toBe('en');
  });

  it.each(['zh', 'zh-CN', 'zh-TW', 'ZH-hk'])('I18N-06 is Chinese for a browser that prefers %s', browser => {
    expect(detectLanguage(null, browser)).toBe('zh');
  });

  it.each([undefined, 'en-US', 'pt-PT', 'fr'])('is English for a browser that prefers %s', browser => {
    expect(detectLanguage(null, browser)).toBe('en');
  });

  it('AMBIG-I18N-03 takes zh-CN for zh and en-US for en, and leaves other stored values out', () => {
    expect(detectLanguage('zh-CN', 'en')).toBe('zh');
    expect(detectLanguage('en-US', 'zh')).toBe('en');
    expect(detectLanguage('fr', 'zh')).toBe('zh');
    expect(detectLanguage('fr', 'de')).toBe('en');
  });

  it('is one of two', () => expect(LANGUAGES).toEqual(['en', 'zh']));
});

describe('texts', () => {
  it('I18N-18 come from /locales/{lng}/{ns}.json', async () => {
    const { fetched, texts } = begin('zh');
    expect((await texts).t('both')).toBe('都有');
    expect(fetched.mock.calls.map(([path]) => path)).toContain('/locales/zh/common.json');
  });

  it('I18N-02 fall back to English where Chinese has none', async () => {
    expect((await begin('zh').texts).t('onlyEnglish')).toBe('only here');
  });

  it('I18N-03 of shell, player, alerts and menus stand in four namespaces, one file for each language', () => {
    expect(NAMESPACES).toEqual(['common', 'player', 'emergency', 'navigation']);
    const files = LANGUAGES.flatMap(language => NAMESPACES.map(name => `${language}/${name}.json`));
    const root = join(import.meta.dirname, '../../../public/locales');
    expect(files.filter(file => !existsSync(join(root, file)))).toEqual([]);
  });

  it('I18N-04 come from the namespace common unless another is named', async () => {
    expect((await begin('en').texts).options.defaultNS).toBe('common');
  });

  it('I18N-16 keep what is put into them as it is', async () => {
    expect((await begin('en').texts).t('plain', { name: '<b>&' })).toBe('Hello <b>&');
  });

  it('grow by a third in the pseudo-language, placeholders untouched', async () => {
    expect(pseudoText('{{count}} screens')).toBe('[{{count}}~~~~ sçrééñs~~]');
    expect(pseudoText('<b>so</b> {{n, number}} on')).toBe('[<b>só</b>~~~~ {{n, number}}~~~~~ óñ~]');
    expect((await begin('qps').texts).t('plain', { name: 'Cab 1182' })).toBe('[Hélló~~ Cab 1182~~~]');
  });
});
