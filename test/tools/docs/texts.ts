/** `npm run docs` writes console/kit/text/texts.ts: the type of every namespace of texts, gathered from the English files. */
import { readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { ROOT } from '../steps.ts';

export const TEXTS_FILE = join(ROOT, 'console/kit/text/texts.ts');

export function textsFile(): string {
  const names = readdirSync(join(ROOT, 'public/locales/en')).map(file => basename(file, '.json'));
  /** `public` is a reserved word of the language. */
  const local = (name: string) => `${name}Texts`;
  return [
    '/** Made by `npm run docs` from public/locales/en: an unknown key of a text does not compile. */',
    ...names.map(name => `import type ${local(name)} from '../../../public/locales/en/${name}.json';`),
    '',
    'export interface Texts {',
    ...names.map(name => `  ${name}: typeof ${local(name)};`),
    '}',
    '',
  ].join('\n');
}
