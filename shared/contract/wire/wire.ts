/** Schemas shared by all entities and endpoints (docs: "Conventions" of the contract). */
import * as z from 'zod/mini';

export const id = z.string().check(z.regex(/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/));
const NO_DAY = /-(0[2469]|11)-31|-02-30/;
const isLeap = (year: number) => year % (year % 100 ? 4 : 400) === 0;
/** A date, with a time or without. The platform takes the 31st of a shorter month for a day of the next. */
export const isInCalendar = (value: string): boolean =>
  !Number.isNaN(Date.parse(value)) &&
  !NO_DAY.test(value) &&
  (!value.includes('-02-29') || isLeap(parseInt(value)));
/** UTC ISO-8601 with milliseconds, of four digits without a zero before them: formatters of other years do not agree. */
export const instant = z
  .string()
  .check(z.regex(/^(?!0|9999)\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/), z.refine(isInCalendar));
/** Day of the calendar, without a zone: of the screen, where one plays by it. */
export const localDate = z
  .string()
  .check(z.regex(/^(?!0|9999)\d{4}-\d\d-\d\d$/, 'A date like 2026-12-24'), z.refine(isInCalendar));
/** Whether a field's schema is an instant, nullable or not. */
export const isInstant = (schema: z.core.$ZodType): boolean =>
  schema === instant || (schema instanceof z.ZodMiniNullable && schema._zod.def.innerType === instant);
/** Whether the platform knows a time zone by this IANA name. */
export function isTimeZone(tz: string): boolean {
  if (tz === '') return false;
  try {
    new Intl.DateTimeFormat('en', { timeZone: tz });
    return true;
  } catch (error) {
    if (error instanceof RangeError) return false;
    throw error;
  }
}
/** A body's; rows keep what was valid once. */
export const zone = z
  .string()
  .check(z.maxLength(60), z.refine(isTimeZone, 'An IANA time zone like Europe/Berlin'));
/** HH:MM in local time. */
export const wallClock = z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'A time like 22:00'));
export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));

/** Without blanks and signs that have no width at its ends: a name of nothing else would stand unseen in its list. */
const SEEN =
  /[^\s\u200B-\u200F\u202A-\u202E\u2060-\u2069](?:[^]*[^\s\u200B-\u200F\u202A-\u202E\u2060-\u2069])?/;
const clean = (value: string) => SEEN.exec(value.normalize('NFC').replaceAll('\0', ''))?.[0] ?? '';
const cleaned = (min: number, max: number, change = clean) =>
  z.string().check(z.overwrite(change), z.minLength(min), z.maxLength(max));
/** Trimmed NFC text of `min` to `max` characters, without NUL. */
export const text = (min: number, max: number) => cleaned(min, max);
/** They turn the letters around a name about, so that it is read as another. */
const BIDI_OVERRIDES = /[\u202A-\u202E\u2066-\u2069]/g;
/** In one line, as a name stands in sentences, subjects and e-mails: line breaks become spaces. */
export const line = (min: number, max: number) =>
  cleaned(min, max, value => clean(value.replaceAll(BIDI_OVERRIDES, '').replaceAll(/\s+/g, ' ')));
export const name = line(1, 120);
export const email = z.string().check(
  z.overwrite(value => value.trim().toLowerCase()),
  z.email('Please enter a valid email address'),
  z.maxLength(254),
);
const MAX_URL_CHARS = 2_048;
/** Of a web page: http or https. */
export const webUrl = z.string().check(
  z.overwrite(value => value.trim()),
  z.maxLength(MAX_URL_CHARS),
  z.refine(
    value => /^https?:\/\//i.test(value) && URL.canParse(value),
    'A web address like https://example.org/',
  ),
);
/** Why a web address could not be read: it is none to be read, the way there, or its answer. */
export const OUTBOUND_FAULTS = [
  ...(['url', 'unresolved', 'private', 'redirects', 'status', 'type', 'size', 'unreachable'] as const),
] as const;
/** ISO 4217. */
export const currency = z.string().check(z.regex(/^[A-Z]{3}$/));
/** One text in two languages; where one is empty, its readers see the other. */
export const bilingual = (max: number) => z.strictObject({ en: text(0, max), zh: text(0, max) });
export const MAX_TAGS = 20;
export const MAX_TAG_LENGTH = 40;
export const tags = z.array(text(1, MAX_TAG_LENGTH)).check(z.maxLength(MAX_TAGS));
export const int = (min: number, max: number) => z.int().check(z.minimum(min), z.maximum(max));
export const MAX_INT = Number.MAX_SAFE_INTEGER;

/** Fields of every stored row. */
export const common = {
  id,
  tenant_id: id,
  created_at: instant,
  updated_at: instant,
  created_by: z.nullable(id),
  version: int(1, MAX_INT),
  deleted_at: z.nullable(instant),
};

export const whole = (min: number, max: number, fallback: number) =>
  z._default(z.coerce.number().check(z.int(), z.minimum(min), z.maximum(max)), fallback);

/** A comma-separated list of enum values: `?status=online,stale`. */
export const enumList = (words: readonly string[]) =>
  z.optional(
    z.string().check(
      z.refine(asked => asked.split(',').every(word => words.includes(word)), {
        error: `One of ${words.join(', ')}`,
      }),
    ),
  );
export const enumValue = (words: readonly string[]) =>
  z.optional(
    z.string().check(z.refine(word => words.includes(word), { error: `One of ${words.join(', ')}` })),
  );

/** Common filters and sort of a list; each entity adds its own. */
const listFilter = {
  q: z.optional(text(0, 120)),
  sort: z.optional(z.string()),
  /** Bounds of created_at. */
  from: z.optional(instant),
  to: z.optional(instant),
  deleted: z.optional(z.enum(['1'])),
};
/** `GET ?q=&sort=&limit=&offset=&from=&to=`; numbers arrive as text. */
export const listQuery = z.object({
  ...listFilter,
  limit: whole(1, 100, 25),
  offset: whole(0, 1_000_000, 0),
});
export type ListQuery = z.infer<typeof listQuery>;
/** All rows of the same filter. */
export const exportQuery = z.object({
  ...listFilter,
  format: z._default(z.enum(['csv', 'jsonl']), 'csv'),
  /** Time zone of the times in a CSV. */
  tz: z.optional(z.string().check(z.maxLength(60))),
});
export type ListFilter = Pick<ListQuery, keyof typeof listFilter>;

/** `GET ?cursor=&limit=` of logs; `from` and `to` bound the time. */
export const logQuery = z.object({
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: whole(1, 200, 50),
  from: z.optional(instant),
  to: z.optional(instant),
});

export const listOf = <T extends z.core.$ZodType>(item: T) =>
  z.object({
    items: z.array(item),
    total: z.int(),
    limit: z.int(),
    offset: z.int(),
    facets: z.record(z.string(), z.record(z.string(), z.int())),
  });
export const logOf = <T extends z.core.$ZodType>(item: T) =>
  z.object({ items: z.array(item), next_cursor: z.nullable(z.string()) });

export const byId = z.object({ id });
export const nothing = z.strictObject({});
export const ok = z.object({ ok: z.literal(true) });
/** E.164; spaces, dashes and brackets are left out of what is typed. */
export const phone = z.string().check(
  z.overwrite(value => value.replace(/[\s().-]/g, '')),
  z.regex(/^\+[1-9]\d{6,14}$/, 'A number like +351 21 123 4567'),
);
/** ISO 3166-1. */
export const country = z.string().check(z.regex(/^[A-Z]{2}$/, 'A country'));
