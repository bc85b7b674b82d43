/** A failure as a small complete page, for somebody who looks at it with a browser. No text of the request is in it. */
import { STATUS_CODES } from 'node:http';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { errorPageText, isPageStatus, statusWord } from '../../shared/contract/wire/errorTexts.ts';
import { LANGUAGES, type Language } from '../../shared/constants.ts';
import { ROOT } from '../root.ts';

/** Where no page is ever drawn. */
export const NO_PAGE = /^\/(api|media)(\/|$|\?)/;

interface Words {
  requestId: string;
  crash: { dashboard: string };
  errorPages: Record<string, string>;
}
const wordsOf = (language: Language) =>
  JSON.parse(readFileSync(join(ROOT, `public/locales/${language}/common.json`), 'utf8')) as Words;
const WORDS: Record<Language, Words> = { en: wordsOf('en'), zh: wordsOf('zh') };

/** A navigation asks for HTML by name; what a page loads for itself does not. */
export const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !NO_PAGE.test(url) &&
  (headers.accept?.includes('text/html') ?? false);

/** The first of ours by the reader's own order; English where he names none. */
export function preferred(acceptLanguage: string | undefined): Language {
  const asked = (acceptLanguage ?? '').split(',').map(part => {
    const [tag = '', ...rest] = part.trim().toLowerCase().split(';');
    const weight = /^\s*q=([\d.]+)/.exec(rest.join(';'))?.[1];
    return { tag, weight: weight === undefined ? 1 : Number(weight) };
  });
  const ranked = asked.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  for (const { tag } of ranked) {
    const language = LANGUAGES.find(one => tag === one || tag.startsWith(`${one}-`));
    if (language) return language;
  }
  return 'en';
}

const fill = (text: string, values: Record<string, string>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? '');

function textOf(status: number, language: Language): string {
  const word = statusWord(STATUS_CODES[status] ?? '');
  const { errorPages } = WORDS[language];
  if (language === 'en') return errorPageText(status, word);
  return isPageStatus(status)
    ? (errorPages[status] ?? errorPageText(status, word))
    : fill(errorPages['other'] ?? '', { status: String(status), text: word });
}

const STYLE = `:root{color-scheme:light dark}
body{margin:0;padding:12vh 24px;font:16px/1.5 system-ui,sans-serif}
main{max-width:640px;margin:auto;border-left:4px solid #ffb81c;padding-left:20px}
h1{font-size:28px;line-height:1.2;margin:0 0 12px}
p{font-family:ui-monospace,monospace;font-size:13px}
a{display:inline-flex;align-items:center;min-height:48px;color:inherit;font-weight:600}`;

export interface Shown {
  status: number;
  requestId: string;
  language: Language;
  nonce: string;
}

export function errorPage({ status, requestId, language, nonce }: Shown): string {
  const text = textOf(status, language);
  const words = WORDS[language];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${text} | Wayside</title>
<style nonce="${nonce}">${STYLE}</style>
</head>
<body>
<main>
<h1>${text}</h1>
<p>${fill(words.requestId, { id: requestId })}</p>
<a href="/admin">${words.crash.dashboard}</a>
</main>
</body>
</html>
`;
}

/** Nothing but its own style. */
export const errorPagePolicy = (nonce: string) =>
  `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
