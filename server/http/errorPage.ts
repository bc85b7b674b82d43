/** An error as a small complete HTML page for browsers. It contains no text of the request. */
import { STATUS_CODES } from 'node:http';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FastifyRequest } from 'fastify';
import { errorPageText, isPageStatus, statusTextOr } from '../../shared/contract/wire/errorTexts.ts';
import { LANGUAGES, type Language } from '../../shared/constants.ts';
import { ROOT } from '../root.ts';

/** Paths that never answer with a page. */
export const NO_PAGE = /^\/(api|media)(\/|$|\?)/;

interface ErrorPageTexts {
  requestId: string;
  crash: { dashboard: string };
  errorPages: Record<string, string>;
}
const textsOf = (language: Language) =>
  JSON.parse(readFileSync(join(ROOT, `public/locales/${language}/common.json`), 'utf8')) as ErrorPageTexts;
const TEXTS: Record<Language, ErrorPageTexts> = { en: textsOf('en'), zh: textsOf('zh') };

/** A navigation names text/html in Accept; requests of a page's scripts do not. */
export const wantsPage = ({ method, url, headers }: FastifyRequest): boolean =>
  (method === 'GET' || method === 'HEAD') &&
  !NO_PAGE.test(url) &&
  (headers.accept?.includes('text/html') ?? false);

/** The first supported language in the order of Accept-Language; else English. */
export function preferredLanguage(acceptLanguage: string | undefined): Language {
  const languages = (acceptLanguage ?? '').split(',').map(part => {
    const [tag = '', ...rest] = part.trim().toLowerCase().split(';');
    const weight = /^\s*q=([\d.]+)/.exec(rest.join(';'))?.[1];
    return { tag, weight: weight === undefined ? 1 : Number(weight) };
  });
  const ranked = languages.filter(({ weight }) => weight > 0).sort((a, b) => b.weight - a.weight);
  for (const { tag } of ranked) {
    const language = LANGUAGES.find(one => tag === one || tag.startsWith(`${one}-`));
    if (language) return language;
  }
  return 'en';
}

const fill = (text: string, values: Record<string, string>) =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (_all, name: string) => values[name] ?? '');

function textOf(status: number, language: Language): string {
  const word = statusTextOr(STATUS_CODES[status] ?? '');
  const { errorPages } = TEXTS[language];
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

export interface ErrorPageOptions {
  status: number;
  requestId: string;
  language: Language;
  nonce: string;
}

export function errorPage({ status, requestId, language, nonce }: ErrorPageOptions): string {
  const text = textOf(status, language);
  const words = TEXTS[language];
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

/** Allows only the page's own style. */
export const errorPagePolicy = (nonce: string) =>
  `default-src 'none'; style-src 'nonce-${nonce}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`;
