/**
 * Formatters by language and options, each made once: making one costs a slow device milliseconds, and a table asks
 * for the same one in each of its cells. One without a time zone keeps the zone that the device had when it was made.
 */

/** Far more than a page uses; an admin who looks through screens of all zones starts again. */
const MAX_MADE = 512;

function once<Options, Made>(make: (locale: string, options?: Options) => Made) {
  const made = new Map<string, Made>();
  return (locale: string, options?: Options): Made => {
    const key = locale + JSON.stringify(options);
    const known = made.get(key) ?? make(locale, options);
    if (made.size >= MAX_MADE) made.clear();
    made.set(key, known);
    return known;
  };
}

export const numberFormat = once(
  (locale, options?: Intl.NumberFormatOptions) => new Intl.NumberFormat(locale, options),
);
export const dateFormat = once(
  (locale, options?: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(locale, options),
);
export const listFormat = once(
  (locale, options?: Intl.ListFormatOptions) => new Intl.ListFormat(locale, options),
);
export const relativeFormat = once(
  (locale, options?: Intl.RelativeTimeFormatOptions) => new Intl.RelativeTimeFormat(locale, options),
);
