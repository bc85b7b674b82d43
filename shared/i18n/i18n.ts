/** Loads the texts of a language and starts i18next. */
import { createInstance, type BackendModule, type i18n, type NewableModule, type Module } from 'i18next';
import { LANGUAGES } from '../constants.ts';

/** `GET /locales/{lng}/{ns}.json`. */
export const localeLoader = (fetchText: typeof fetch): BackendModule => ({
  type: 'backend',
  init: () => undefined,
  read(language, namespace, done) {
    fetchText(`/locales/${language}/${namespace}.json`)
      .then(response =>
        response.ok ? response.json() : Promise.reject(new Error(`Error ${response.status}`)),
      )
      .then((texts: object) => done(null, texts))
      .catch((error: unknown) => done(error instanceof Error ? error : new Error(String(error)), false));
  },
});

interface I18nOptions {
  language: string;
  /** Loaded before the first text is shown; other namespaces are loaded by the pages that use them. */
  namespaces: readonly string[];
  backend: BackendModule;
  plugins?: readonly (Module | NewableModule<Module>)[];
}

export async function startI18n({ language, namespaces, backend, plugins = [] }: I18nOptions): Promise<i18n> {
  const texts = createInstance();
  texts.use(backend);
  for (const plugin of plugins) texts.use(plugin);
  await texts.init({
    lng: language,
    supportedLngs: [...LANGUAGES],
    fallbackLng: 'en',
    defaultNS: 'common',
    ns: [...namespaces],
    // React shows text as text, so escaping here would show `&amp;`.
    interpolation: { escapeValue: false },
  });
  return texts;
}
