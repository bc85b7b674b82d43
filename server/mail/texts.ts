/** Texts of e-mails, from the locales that the console reads, too. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance } from 'i18next';
import { ROOT } from '../root.ts';
import type { Email, MailBrand } from './mail.ts';

const LANGUAGES = ['en', 'zh'] as const;
export type MailLanguage = (typeof LANGUAGES)[number];

const textsOf = (language: string, namespace: string) =>
  JSON.parse(readFileSync(join(ROOT, 'public/locales', language, `${namespace}.json`), 'utf8')) as object;

/** Stands for the name of the product until the e-mail leaves: no keyboard writes it. */
const APP_NAME = '\uE000';
const OWN_NAME = 'Wayside';

export function withName(email: Email, brand: MailBrand | null): Email {
  const name = brand?.app_name ?? OWN_NAME;
  const named = (text: string) => text.replaceAll(APP_NAME, name);
  return {
    ...email,
    ...{ subject: named(email.subject), text: named(email.text) },
    ...(brand && { brand }),
  };
}

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
    interpolation: { escapeValue: false, defaultVariables: { app: APP_NAME } },
  });
  return (language: MailLanguage) => texts.getFixedT(language);
}
