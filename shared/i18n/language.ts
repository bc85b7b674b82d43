/** Which language: decided without i18next, so that the player can, too. */
import { CHINESE_COUNTRIES, LANGUAGES, type Language } from '../constants.ts';

export const LANGUAGE_KEY = 'i18nextLng';

/** `zh-TW` is Chinese, `fr` is none of ours. */
export const asLanguage = (tag: string | null | undefined): Language | null =>
  LANGUAGES.find(language => tag?.toLowerCase().startsWith(language)) ?? null;

/** The stored choice, else a browser that prefers Chinese, else English until a guess says otherwise. */
export function detectLanguage(stored: string | null, browser: string | undefined): Language {
  return asLanguage(stored) ?? (asLanguage(browser) === 'zh' ? 'zh' : 'en');
}

/** Neither a choice nor the browser has spoken: then the place may be asked. */
export const isLeftToPlace = (stored: string | null, browser: string | undefined): boolean =>
  asLanguage(stored) === null && asLanguage(browser) !== 'zh';

export const languageOfCountry = (code: string): Language =>
  CHINESE_COUNTRIES.includes(code.toUpperCase()) ? 'zh' : 'en';
