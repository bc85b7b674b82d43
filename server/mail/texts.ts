/** Texts of e-mails, from the locales that the console reads, too. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance } from 'i18next';
import { ROOT } from '../root.ts';

const LANGUAGES = ['en', 'zh'] as const;
export type MailLanguage = (typeof LANGUAGES)[number];

const textsOf = (language: string, namespace: string) =>
  JSON.parse(readFileSync(join(ROOT, 'public/locales', language, `${namespace}.json`), 'utf8')) as object;

/** E-mails are plain text: nothing is escaped. */
export function mailTexts(namespace: string, ...others: string[]) {
  const namespaces = [namespace, ...others];
  const texts = createInstance();
  void texts.init({
    initAsync: false,
    fallbackLng: 'en',
    defaultNS: namespace,
    resources: Object.fromEntries(
      LANGUAGES.map(language => [
        language,
        Object.fromEntries(namespaces.map(name => [name, textsOf(language, name)])),
      ]),
    ),
    interpolation: { escapeValue: false },
  });
  return (language: MailLanguage) => texts.getFixedT(language);
}
