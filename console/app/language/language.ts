/** The interface language: chosen once, stored under the key of the specification, set on the document. */
import type { i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../../../shared/constants.ts';
import { isPublicPath } from '../publicPaths.ts';
import { ACCESS_KEY } from '../../../shared/net/tokens.ts';
import { localeLoader, startI18n } from '../../../shared/i18n/i18n.ts';
import {
  parseLanguage,
  detectLanguage,
  shouldAskLocation,
  LANGUAGE_KEY,
} from '../../../shared/i18n/language.ts';

/** Slices of Noto Sans SC: read only where Chinese is shown, and used only without a Chinese system font. */
const chineseFont = () => import('@fontsource-variable/noto-sans-sc/index.css');

/** The geocoder URL template the server wrote into the page; null where none is configured. */
export function geocoderTemplate(): string | null {
  const content = document.querySelector<HTMLMetaElement>('meta[name=geocoder]')?.content ?? '';
  return URL.canParse(content) ? content : null;
}

async function guessByLocation(mayPrompt: boolean): Promise<Language> {
  const { browserGeolocation, guessLanguage } = await import('./languageByLocation.ts');
  return guessLanguage(browserGeolocation, { geocoder: geocoderTemplate(), mayPrompt });
}

/** The sign-in stands in the first script and brings its words with the start; every other page brings its own (I18N-03). */
const showsSignIn = () => localStorage.getItem(ACCESS_KEY) === null && !isPublicPath(location.pathname);

export async function startLanguage(): Promise<i18n> {
  /** An address names a language for whoever has chosen none: a search engine sends him to the page in his own. */
  const stored = localStorage.getItem(LANGUAGE_KEY) ?? new URLSearchParams(location.search).get('lang');
  const language = detectLanguage(stored, navigator.language);
  const texts = await startI18n({
    language,
    namespaces: showsSignIn() ? ['common', 'auth'] : ['common'],
    backend: localeLoader(input => fetch(input)),
    plugins: [initReactI18next],
  });
  const applyToDocument = (language: string) => {
    document.documentElement.lang = language === 'zh' ? 'zh' : 'en';
    if (language === 'zh') void chineseFont();
  };
  applyToDocument(language);
  texts.on('languageChanged', applyToDocument);
  if (geocoderTemplate() !== null && shouldAskLocation(stored, navigator.language))
    void applyGuessedLanguage(texts, localStorage, () => guessByLocation(false));
  return texts;
}

/** The page is in English until the guess arrives; a language the user has chosen meanwhile is kept. */
export async function applyGuessedLanguage(
  texts: i18n,
  storage: Pick<Storage, 'getItem'>,
  guess: () => Promise<Language>,
) {
  const language = await guess();
  if (parseLanguage(storage.getItem(LANGUAGE_KEY)) === null && language !== texts.language)
    await texts.changeLanguage(language);
}

export async function chooseLanguage(texts: i18n, language: Language) {
  localStorage.setItem(LANGUAGE_KEY, language);
  await texts.changeLanguage(language);
}

/** On the user's request: the browser may prompt for the location, and the result is stored as his choice. */
export const chooseLanguageByLocation = async (texts: i18n) =>
  chooseLanguage(texts, await guessByLocation(true));
