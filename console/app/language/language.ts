/** The interface language: chosen once, kept under the specification's key, told to the document. */
import type { i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../../../shared/constants.ts';
import { localeLoader, startI18n } from '../../../shared/i18n/i18n.ts';
import { asLanguage, detectLanguage, isLeftToPlace, LANGUAGE_KEY } from '../../../shared/i18n/language.ts';

/** Slices of Noto Sans SC: read only where Chinese is shown, and used only without a Chinese system font. */
const chineseFont = () => import('@fontsource-variable/noto-sans-sc/index.css');

/** What the server has set up, as it wrote it into the page; null where it has none. */
export function geocoder(): string | null {
  const set = document.querySelector<HTMLMetaElement>('meta[name=geocoder]')?.content ?? '';
  return URL.canParse(set) ? set : null;
}

async function guess(agreed: boolean): Promise<Language> {
  const { browserPlace, guessLanguage } = await import('./place.ts');
  return guessLanguage(browserPlace, { geocoder: geocoder(), agreed });
}

export async function startLanguage(): Promise<i18n> {
  const stored = localStorage.getItem(LANGUAGE_KEY);
  const language = detectLanguage(stored, navigator.language);
  const texts = await startI18n({
    language,
    namespaces: ['common', 'auth'],
    backend: localeLoader(input => fetch(input)),
    plugins: [initReactI18next],
  });
  const tell = (shown: string) => {
    document.documentElement.lang = shown === 'zh' ? 'zh' : 'en';
    if (shown === 'zh') void chineseFont();
  };
  tell(language);
  texts.on('languageChanged', tell);
  if (geocoder() !== null && isLeftToPlace(stored, navigator.language))
    void followPlace(texts, localStorage, () => guess(false));
  return texts;
}

/** The page stands in English meanwhile; a choice made before the answer comes is left alone. */
export async function followPlace(
  texts: i18n,
  storage: Pick<Storage, 'getItem'>,
  place: () => Promise<Language>,
) {
  const language = await place();
  if (asLanguage(storage.getItem(LANGUAGE_KEY)) === null && language !== texts.language)
    await texts.changeLanguage(language);
}

export async function chooseLanguage(texts: i18n, language: Language) {
  localStorage.setItem(LANGUAGE_KEY, language);
  await texts.changeLanguage(language);
}

/** By the user's own hand: the browser may ask him, and the answer is his choice. */
export const chooseByPlace = async (texts: i18n) => chooseLanguage(texts, await guess(true));
