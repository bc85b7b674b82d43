/** The interface language: chosen once, kept under the specification's key, told to the document. */
import type { i18n } from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Language } from '../shared/constants.ts';
import { detectLanguage, LANGUAGE_KEY, localeLoader, PSEUDO, startI18n } from '../shared/i18n.ts';

/** Slices of Noto Sans SC: read only where Chinese is shown, and used only without a Chinese system font. */
const chineseFont = () => import('@fontsource-variable/noto-sans-sc/index.css');

export async function startLanguage(): Promise<i18n> {
  const asked = new URLSearchParams(location.search).get('lng');
  const language =
    asked === PSEUDO ? PSEUDO : detectLanguage(localStorage.getItem(LANGUAGE_KEY), navigator.language);
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
  return texts;
}

export async function chooseLanguage(texts: i18n, language: Language) {
  localStorage.setItem(LANGUAGE_KEY, language);
  await texts.changeLanguage(language);
}
