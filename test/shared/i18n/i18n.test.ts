import { describe, expect, it, vi } from 'vitest';
import { LANGUAGES } from '../../../shared/constants.ts';
import { localeLoader, startI18n } from '../../../shared/i18n/i18n.ts';
import { detectLanguage } from '../../../shared/i18n/language.ts';

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

  it('I18N-01 is one of two, and English where another is asked for', async () => {
    expect(LANGUAGES).toEqual(['en', 'zh']);
    const other = await begin('qps').texts;
    // The library adds a language of its own, which shows keys in place of texts and is loaded from nowhere.
    expect(other.options.supportedLngs).toEqual(['en', 'zh', 'cimode']);
    expect(other.t('both')).toBe('both');
  });
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

  it('I18N-04 come from the namespace common unless another is named', async () => {
    expect((await begin('en').texts).options.defaultNS).toBe('common');
  });

  it('I18N-16 keep what is put into them as it is', async () => {
    expect((await begin('en').texts).t('plain', { name: '<b>&' })).toBe('Hello <b>&');
  });
});
