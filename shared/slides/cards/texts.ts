/** What a card says of its item, in both languages. Pure. */
import type cards from '../../../public/locales/en/cards.json';
import { LANGUAGES, type Language } from '../../constants.ts';
import type { ContentBody } from '../../contract/content/contentItem.ts';
import type { BilingualText } from '../../contract/content/slide.ts';
import { createFormat, type Format } from '../../i18n/format.ts';

export type CardWord = keyof typeof cards;
/** The words around what somebody wrote: `Code {{code}}`, `until {{day}}`. */
export type CardWords = (language: Language) => (word: CardWord, values?: Record<string, string>) => string;

interface WordOptions {
  words: CardWords;
  tz: string;
}
/** The texts in one language: one that is empty leaves its place free. */
interface Wording {
  kicker: string;
  headline: string;
  body: string;
  lead: string;
  /** Before a deal. */
  formerPrice: string;
  /** Each on a line of its own. */
  facts: readonly string[];
}
type Fields = Record<'kicker' | 'headline' | 'body' | 'lead' | 'formerPrice' | 'facts', BilingualText>;

/** Signs that can be read at two metres while a card stands; Chinese says as much in half of them. */
const BODY_CHARS = { en: 200, zh: 90 } as const;
const TERMS_CHARS = { en: 110, zh: 50 } as const;
const ELLIPSIS = '…';
const SEPARATOR = ' • ';
const PRICE_SIGN = '$';
const MINUTES_AN_HOUR = 60;

export function textsOf(item: ContentBody, { words, tz }: WordOptions): Fields {
  const wording = Object.fromEntries(
    LANGUAGES.map(language => [language, wordingIn(language, item, { words, tz })]),
  ) as Record<Language, Wording>;
  const both = (of: (one: Wording) => string): BilingualText => ({ en: of(wording.en), zh: of(wording.zh) });
  return {
    kicker: both(one => one.kicker),
    headline: both(one => one.headline),
    body: both(one => one.body),
    lead: both(one => one.lead),
    formerPrice: both(one => one.formerPrice),
    facts: both(one => one.facts.filter(line => line !== '').join('\n')),
  };
}

interface CardFormat extends Format {
  word: ReturnType<CardWords>;
  /** Of what was written in two languages: this one, or the other where this has none. */
  own: (text: BilingualText) => string;
}
const formatIn = (language: Language, { words, tz }: WordOptions): CardFormat => ({
  ...createFormat(language, tz),
  word: words(language),
  own: text => text[language] || text[language === 'en' ? 'zh' : 'en'],
});

function wordingIn(language: Language, item: ContentBody, options: WordOptions): Wording {
  const format = formatIn(language, options);
  const { word, own, appointment, price } = format;
  const common = {
    ...{ kicker: '', lead: '', formerPrice: '', facts: [] },
    headline: own(item.title),
    body: shorten(own(item.body), BODY_CHARS[language]),
  };
  const until = item.ends_at === null ? '' : word('until', { day: format.weekday(item.ends_at) });
  switch (item.kind) {
    case 'local_discovery': {
      const level = item.price_level === null ? '' : PRICE_SIGN.repeat(item.price_level);
      return { ...common, kicker: joined(item.category, level), facts: [item.address, item.hours] };
    }
    case 'entertainment':
      return { ...common, lead: appointment(item.event_starts_at), facts: [item.venue] };
    case 'tourism': {
      const lasts =
        item.duration_min === null ? '' : word('lasts', { time: length(item.duration_min, format) });
      const best = item.best_time === '' ? '' : word('best_time', { when: item.best_time });
      return { ...common, facts: [lasts, best] };
    }
    case 'deals': {
      const priceOf = (minor: number | null) =>
        minor === null || item.currency === null ? '' : price(minor, item.currency);
      const formerPrice = priceOf(item.price_was_minor);
      const code = item.code === '' ? '' : word('code', { code: item.code });
      return {
        ...{ ...common, kicker: item.merchant, lead: priceOf(item.price_now_minor) },
        formerPrice: formerPrice === '' ? '' : word('former_price', { price: formerPrice }),
        facts: [code, until, shorten(item.terms, TERMS_CHARS[language])],
      };
    }
    case 'jobs':
      return { ...common, kicker: item.employer, lead: pay(item, format), facts: [word(item.employment)] };
    case 'news':
      return {
        ...common,
        kicker: joined(item.source_name, item.category),
        facts: [appointment(item.published_at)],
      };
  }
}

const joined = (...parts: string[]) => parts.filter(part => part !== '').join(SEPARATOR);

/** `1 hr 30 min` */
const length = (minutes: number, { duration }: Format) => duration(minutes * MINUTES_AN_HOUR * 1_000);

type Job = Extract<ContentBody, { kind: 'jobs' }>;
function pay({ pay_min_minor, pay_max_minor, currency, unit }: Job, { word, price }: CardFormat): string {
  if (currency === null) return '';
  const least = pay_min_minor === null ? null : price(pay_min_minor, currency);
  const most = pay_max_minor === null ? null : price(pay_max_minor, currency);
  if (least === null && most === null) return '';
  const sum =
    least === null
      ? word('pay_up_to', { pay: most ?? '' })
      : most === null || most === least
        ? most === null
          ? word('pay_from', { pay: least })
          : least
        : `${least} – ${most}`;
  return word(`pay_${unit}`, { pay: sum });
}

/** Ends with a whole word where one ends near enough. */
function shorten(text: string, most: number): string {
  const signs = [...text];
  if (signs.length <= most) return text;
  const cut = signs.slice(0, most - 1).join('');
  const word = cut.replace(/\s+\S*$/, '');
  return `${(word.length > cut.length / 2 ? word : cut).trimEnd()}${ELLIPSIS}`;
}
