/** What search engines and link previews read of a public page: they run no script of ours. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, PUBLIC_PATHS, type Language } from '../../../shared/constants.ts';
import { ROOT } from '../../root.ts';

/** Where the title and one sentence about it stand among the texts of each page. */
export const PUBLIC_TEXTS: Readonly<Record<string, [namespace: string, description: string]>> = {
  '/auth': ['auth', 'text'],
  [PUBLIC_PATHS.pricing]: ['pricing', 'what'],
  [PUBLIC_PATHS.register]: ['businessRegister', 'text'],
  [PUBLIC_PATHS.terms]: ['terms', 'summary'],
  [PUBLIC_PATHS.privacy]: ['privacy', 'summary'],
  [PUBLIC_PATHS.dpa]: ['dpa', 'summary'],
  [PUBLIC_PATHS.contact]: ['contact', 'text'],
  [PUBLIC_PATHS.jobs]: ['publicJobs', 'what'],
  [PUBLIC_PATHS.translate]: ['guide', 'text'],
};
export const INDEXED_PATHS = Object.keys(PUBLIC_TEXTS);

interface Head {
  title: string;
  description: string;
}
const headOf = (language: Language, [namespace, description]: [string, string]): Head => {
  const file = join(ROOT, `public/locales/${language}/${namespace}.json`);
  const texts = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return { title: texts['title'] ?? '', description: texts[description] ?? '' };
};
const HEADS = Object.fromEntries(
  LANGUAGES.map(language => [
    language,
    Object.fromEntries(INDEXED_PATHS.map(path => [path, headOf(language, PUBLIC_TEXTS[path]!)])),
  ]),
) as Record<Language, Record<string, Head>>;

const SIGNS: Record<string, string> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };
export const inAttribute = (text: string) => text.replace(/[&"<>]/g, sign => SIGNS[sign] ?? sign);

const inLanguage = (address: string, language: Language) => `${address}?lang=${language}`;
const alternates = (address: string) =>
  [...LANGUAGES.map(one => [one, inLanguage(address, one)] as const), ['x-default', address] as const].map(
    ([hreflang, href]) => `<link rel="alternate" hreflang="${hreflang}" href="${inAttribute(href)}" />`,
  );

interface Page {
  path: string;
  language: Language;
  /** Is the language part of the address? */
  isNamed: boolean;
  origin: string;
}
/** null where the page is not public. */
export function publicHead({ path, language, isNamed, origin }: Page): string | null {
  const head = HEADS[language][path];
  if (head === undefined) return null;
  const address = `${origin}${path}`;
  const canonical = isNamed ? inLanguage(address, language) : address;
  return [
    `<title>${inAttribute(head.title)} | Wayside</title>`,
    `<meta name="description" content="${inAttribute(head.description)}" />`,
    `<link rel="canonical" href="${inAttribute(canonical)}" />`,
    ...alternates(address),
  ].join('\n    ');
}

/** sitemaps.org, with the alternates of each page. */
export const sitemap = (origin: string) => `<?xml version="1.0" encoding="UTF-8"?>
<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml">
${INDEXED_PATHS.flatMap(path => {
  const address = `${origin}${path}`;
  const others = alternates(address)
    .map(link => link.replace('<link', '<xhtml:link'))
    .join('');
  return LANGUAGES.map(language => `<url><loc>${inLanguage(address, language)}</loc>${others}</url>`);
}).join('\n')}
</urlset>
`;

/** RFC 9309. What needs a sign-in, and what only programs call, is nobody's search result. */
export const robots = (origin: string) => `User-agent: *
Allow: /
Disallow: /admin
Disallow: /api/
Disallow: /business
Disallow: /media/
Disallow: /owner
Disallow: /player
Disallow: /q/
Sitemap: ${origin}/sitemap.xml
`;
