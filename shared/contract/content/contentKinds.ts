/** The six kinds of local content: what each holds beside what all of them hold. */
import * as z from 'zod/mini';
import { currency, instant, int, text, webUrl } from '../wire/wire.ts';

export const CONTENT_KINDS = [
  'local_discovery',
  'entertainment',
  'tourism',
  'deals',
  'jobs',
  'news',
] as const;
export type ContentKind = (typeof CONTENT_KINDS)[number];

export const EMPLOYMENTS = ['full_time', 'part_time', 'temporary', 'contract', 'internship'] as const;
export const PAY_UNITS = ['hour', 'day', 'month', 'year'] as const;
export const MAX_CODE_CHARS = 24;
const MAX_MINOR = 1_000_000_000_000;
const MAX_TOUR_MIN = 10_080;

const line = text(0, 200);
const category = text(0, 40);
const organisation = text(1, 120);
/** Of the item's currency. */
const minor = z.nullable(int(0, MAX_MINOR));
const anyCurrency = z.nullable(currency);

export const KIND_FIELDS = {
  local_discovery: { address: line, hours: line, category, price_level: z.nullable(int(1, 4)) },
  entertainment: {
    venue: organisation,
    event_starts_at: instant,
    event_ends_at: z.nullable(instant),
    ticket_url: z.nullable(webUrl),
  },
  tourism: { duration_min: z.nullable(int(1, MAX_TOUR_MIN)), best_time: line },
  deals: {
    merchant: organisation,
    price_was_minor: minor,
    price_now_minor: minor,
    currency: anyCurrency,
    code: text(0, MAX_CODE_CHARS),
    terms: text(0, 400),
  },
  jobs: {
    employer: organisation,
    employment: z.enum(EMPLOYMENTS),
    pay_min_minor: minor,
    pay_max_minor: minor,
    currency: anyCurrency,
    unit: z.enum(PAY_UNITS),
    apply_url: webUrl,
  },
  news: { source_name: organisation, category, published_at: instant },
} as const;

/** What each holds where nobody has filled it in; a field without one must be filled in. */
export const KIND_BLANKS = {
  address: '',
  hours: '',
  category: '',
  price_level: null,
  event_ends_at: null,
  ticket_url: null,
  duration_min: null,
  best_time: '',
  price_was_minor: null,
  price_now_minor: null,
  currency: null,
  code: '',
  terms: '',
  employment: 'full_time',
  pay_min_minor: null,
  pay_max_minor: null,
  unit: 'month',
} as const;

export const fieldsOf = (kind: ContentKind): readonly string[] => Object.keys(KIND_FIELDS[kind]);
