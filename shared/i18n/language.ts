/** Detects the language without i18next, because the player does not include it. */
import { CHINESE_COUNTRIES, LANGUAGES, type Language } from '../constants.ts';

export const LANGUAGE_KEY = 'i18nextLng';

/** Each language is named in itself, so that its speakers find it. */
export const LANGUAGE_NAMES: Readonly<Record<Language, string>> = { en: 'English', zh: '中文' };

/** How dates and numbers are written: the day before the month, as the clocks of 24 hours beside them. */
export const LOCALES: Readonly<Record<Language, string>> = { en: 'en-GB', zh: 'zh-CN' };

/** `zh-TW` is Chinese; `fr` is not supported. */
export const parseLanguage = (tag: string | null | undefined): Language | null =>
  LANGUAGES.find(language => tag?.toLowerCase().startsWith(language)) ?? null;

/** The stored choice, else a browser that prefers Chinese, else English until a guess says otherwise. */
export function detectLanguage(stored: string | null, browser: string | undefined): Language {
  return parseLanguage(stored) ?? (parseLanguage(browser) === 'zh' ? 'zh' : 'en');
}

/** Neither a stored choice nor the browser decides, so the location may be used. */
export const shouldAskLocation = (stored: string | null, browser: string | undefined): boolean =>
  parseLanguage(stored) === null && parseLanguage(browser) !== 'zh';

export const languageOfCountry = (code: string): Language =>
  CHINESE_COUNTRIES.includes(code.toUpperCase()) ? 'zh' : 'en';
