/** Substitution macros of OpenRTB 2.6 §4.4 in notices and markup. */

export const MACRO_NAMES = [
  'AUCTION_ID',
  'AUCTION_BID_ID',
  'AUCTION_IMP_ID',
  'AUCTION_SEAT_ID',
  'AUCTION_AD_ID',
  'AUCTION_PRICE',
  'AUCTION_CURRENCY',
  'AUCTION_MBR',
  'AUCTION_LOSS',
  'AUCTION_MIN_TO_WIN',
  'AUCTION_MULTIPLIER',
  'AUCTION_IMP_TS',
  'AUCTION_DISCOUNT_PCT',
  'AUCTION_DISCOUNT_CPM',
] as const;
export type MacroName = (typeof MACRO_NAMES)[number];
export type MacroValues = Partial<Record<MacroName, string | number>>;

export interface RenderedMacros {
  text: string;
  /** Macros of the text that OpenRTB does not have, or with a suffix that was not agreed; left as they are. */
  unknown: string[];
}

const MACRO = /\$\{([A-Z][A-Z0-9_]*)(:[A-Z0-9]+)?\}/g;
const NAMES: ReadonlySet<string> = new Set(MACRO_NAMES);
export const isMacro = (name: string): name is MacroName => NAMES.has(name);
/** Markup around an address ends it. */
const BREAKS = /[\s"'<>[\]()]/;

/** Whether the place is inside the query string of an address. */
function isInQuery(text: string, position: number): boolean {
  let start = position;
  while (start > 0 && !BREAKS.test(text[start - 1]!)) start--;
  const before = text.slice(start, position);
  return /^https?:\/\//i.test(before) && before.includes('?');
}

/** A macro without a value becomes nothing; `values` of 'AUDIT' stand in for all of them in tests. */
export function renderMacros(text: string, values: MacroValues | 'AUDIT'): RenderedMacros {
  const unknown = new Set<string>();
  const rendered = text.replace(MACRO, (whole, name: string, suffix: string | undefined, at: number) => {
    if (!isMacro(name) || suffix !== undefined) {
      unknown.add(whole);
      return whole;
    }
    const value = values === 'AUDIT' ? 'AUDIT' : String(values[name] ?? '');
    return isInQuery(text, at) ? encodeURIComponent(value) : value;
  });
  return { text: rendered, unknown: [...unknown] };
}
