/** What the console says in a language, for a story that is told in each of them. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const LOCALES = join(import.meta.dirname, '../../../../public/locales');

/** `namespace:path.of.the.text`; what stands in double braces is replaced by the values. */
export const textsOf =
  (language: 'en' | 'zh') =>
  (key: string, values: Record<string, string> = {}): string => {
    const [namespace = '', path = ''] = key.split(':');
    const texts: unknown = JSON.parse(readFileSync(join(LOCALES, language, `${namespace}.json`), 'utf8'));
    const text = path.split('.').reduce((at, part) => (at as Record<string, unknown>)[part], texts);
    if (typeof text !== 'string') throw new Error(`${language} has no text ${key}`);
    return text.replaceAll(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
  };
