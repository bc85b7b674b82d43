/** What a public page shows while its scripts load: its title and first lines, with the classes the program gives them; a test compares the two. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { LANGUAGES, PUBLIC_PATHS, type Language } from '../../../shared/constants.ts';
import { ROOT } from '../../root.ts';
import { headLinks } from './preload.ts';
import { inAttribute as escaped, PUBLIC_TEXTS } from './publicHead.ts';

/** What stands at a key of the page's own texts, or at `namespace:key`, in the language of the reader. */
type Text = <Found = string>(key: string) => Found;
interface PublicPage {
  /** Below `console/`; what it imports is fetched with the page. */
  module: string;
  /** Of its `main`, where it is not that of most pages. */
  padding?: string;
  /** Without the title, which comes first. */
  lead: (title: string, text: Text) => string;
}
const line = (className: string, text: string) => `<p class="${className}">${escaped(text)}</p>`;

const form = (module: string): PublicPage => ({
  module,
  lead: (title, text) =>
    `<div class="max-w-[640px]">${title}${line('mt-2 mb-7 text-16 text-ink-2', text('text'))}</div>`,
});
interface Clause {
  heading: string;
  text: readonly string[];
}
/** What of a document stands on a telephone before anybody scrolls. */
const FIRST_CLAUSES = 2;
const clauseOf = ({ heading, text }: Clause, nth: number) =>
  `<section class="mt-8 text-16"><h2 class="flex gap-3 border-t border-line pt-4 text-20"><span class="text-ink-3">${nth + 1}</span>${escaped(heading)}</h2>${text.map(one => line('mt-3 text-ink-2', one)).join('')}</section>`;
/** The template, which the program shows as well until it has what was published in its place. */
const DOCUMENT: PublicPage = {
  module: 'public/DocumentScreen.tsx',
  lead: (title, text) => {
    const clauses = text<Clause[]>('sections');
    const summary = line('mt-6 text-20 leading-snug', text('summary'));
    const first = clauses.slice(0, FIRST_CLAUSES).map(clauseOf).join('');
    return `<article class="min-w-0 max-w-[72ch]">${title}${summary}${first}</article>`;
  },
};
export const PUBLIC_PAGES: Readonly<Record<string, PublicPage>> = {
  [PUBLIC_PATHS.pricing]: {
    module: 'public/Pricing.tsx',
    lead: (title, text) =>
      [
        `<section class="flex flex-col items-start gap-3">${title}`,
        line('max-w-[24ch] text-28 leading-tight font-bold text-balance sm:text-40', text('public:tagline')),
        line('max-w-[60ch] text-16', text('what')),
        `${line('max-w-[60ch] text-16 text-ink-2', text('how'))}</section>`,
      ].join(''),
  },
  [PUBLIC_PATHS.register]: form('identity/register/BusinessRegister.tsx'),
  [PUBLIC_PATHS.contact]: form('public/Contact.tsx'),
  [PUBLIC_PATHS.jobs]: {
    module: 'public/Jobs.tsx',
    lead: (title, text) =>
      `<div class="flex flex-col gap-2">${title}${line('text-16 text-ink-2', text('what'))}</div>`,
  },
  [PUBLIC_PATHS.terms]: DOCUMENT,
  [PUBLIC_PATHS.privacy]: DOCUMENT,
  [PUBLIC_PATHS.dpa]: DOCUMENT,
  [PUBLIC_PATHS.translate]: {
    module: 'public/guide/Phrasebook.tsx',
    padding: 'px-4 py-6 sm:px-6',
    lead: (title, text) => `<div>${title}${line('mt-1 text-20 text-ink-2', text('text'))}</div>`,
  },
};

function textsIn(language: Language, own: string): Text {
  return <Found>(key: string) => {
    const [namespace, name] = key.includes(':') ? key.split(':') : [own, key];
    const file = join(ROOT, `public/locales/${language}/${namespace}.json`);
    return (JSON.parse(readFileSync(file, 'utf8')) as Record<string, Found>)[name!]!;
  };
}

function paint({ padding = 'px-4 py-8 sm:px-6 sm:py-10', lead }: PublicPage, text: Text): string {
  const title = `<h1 class="text-28">${escaped(text('title'))}</h1>`;
  return `<div id="first" class="flex min-h-dvh flex-col"><header class="night border-b-4 border-lamp bg-bg text-ink"><div class="mx-auto flex min-h-16 max-w-[1120px] flex-wrap items-center justify-between gap-x-4 px-4 py-2 sm:px-6"><span class="wordmark inline-flex items-center gap-2.5 font-extrabold tracking-[0.01em] text-20" translate="no"><span aria-hidden="true" class="h-[0.6em] w-[1.3em] bg-lamp"></span>Wayside</span></div></header><main class="mx-auto w-full max-w-[1120px] flex-1 ${padding}">${lead(title, text)}</main></div>`;
}

interface Painted {
  /** Beside the element that the program draws into; the program's first title takes it away. */
  body: Readonly<Record<Language, string>>;
  head: string;
  /** Namespaces of texts that are fetched with the page. */
  texts: string;
}
/** By path, made once. */
export function publicPaints(webRoot: string): ReadonlyMap<string, Painted> {
  return new Map(
    Object.entries(PUBLIC_PAGES).map(([path, page]) => {
      const [own] = PUBLIC_TEXTS[path]!;
      const body = Object.fromEntries(LANGUAGES.map(one => [one, paint(page, textsIn(one, own))]));
      const modules = ['public/PublicPages.tsx', page.module].map(name => `console/${name}`);
      return [
        path,
        {
          body: body as Record<Language, string>,
          head: headLinks(webRoot, modules),
          texts: `public ${own}`,
        },
      ];
    }),
  );
}
