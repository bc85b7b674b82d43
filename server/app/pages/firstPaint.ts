/** Markup that the sign-in page shows while its script loads, in the reader's language. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Language } from '../../../shared/constants.ts';
import { ROOT } from '../../root.ts';

interface FirstPaintTexts {
  claim: string;
  mission: string;
}
interface CommonTexts {
  frame: FirstPaintTexts;
}
const textsOf = (language: Language) =>
  (JSON.parse(readFileSync(join(ROOT, `public/locales/${language}/common.json`), 'utf8')) as CommonTexts)
    .frame;

/** The classes are those of AuthFrame, so that there is no layout shift when the script renders; a test compares the two. */
function frame({ claim, mission }: FirstPaintTexts): string {
  return `<div class="grid min-h-dvh grid-rows-[auto_1fr] lg:grid-cols-[minmax(380px,5fr)_7fr] lg:grid-rows-1"><header class="night flex flex-col gap-3 border-b-4 border-lamp bg-bg px-6 py-5 text-ink lg:sticky lg:top-0 lg:h-dvh lg:gap-6 lg:border-r-4 lg:border-b-0 lg:px-12 lg:pt-10 lg:pb-[calc(40px+var(--bar,0px))]"><span class="wordmark inline-flex items-center gap-2.5 font-extrabold tracking-[0.01em] text-20" translate="no"><span aria-hidden="true" class="h-[0.6em] w-[1.3em] bg-lamp"></span>Wayside</span><div class="flex flex-1 flex-col justify-end gap-8"><p class="hidden max-w-[18ch] text-40 leading-[1.12] font-bold lg:block">${claim}</p><p class="max-w-[44ch] text-16 text-ink-2">${mission}</p></div></header></div>`;
}

export const FIRST_PAINT: Record<Language, string> = { en: frame(textsOf('en')), zh: frame(textsOf('zh')) };
