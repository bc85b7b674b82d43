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

/** Whether places of a text are inside the query string of an address; asked from front to back, and once through. */
function queryReader(text: string): (position: number) => boolean {
  let [read, start, hasQuery] = [0, 0, false];
  return position => {
    for (; read < position; read++) {
      const char = text[read]!;
      if (BREAKS.test(char)) [start, hasQuery] = [read + 1, false];
      else if (char === '?') hasQuery = true;
    }
    return hasQuery && /^https?:\/\//i.test(text.slice(start, start + 'https://'.length));
  };
}

/** Characters that a text has at most once its macros are filled: in an address a value grows by what is escaped. */
export function longestRendered(text: string, values: MacroValues | 'AUDIT'): number {
  const lengthOf = (name: string) =>
    values === 'AUDIT' ? values.length : encodeURIComponent(String(values[name as MacroName] ?? '')).length;
  const lengths = new Map(MACRO_NAMES.map(name => [name as string, lengthOf(name)]));
  return [...text.matchAll(MACRO)].reduce(
    (sum, [, name = '']) => sum + (lengths.get(name) ?? 0),
    text.length,
  );
}

/** A macro without a value becomes nothing; `values` of 'AUDIT' stand in for all of them in tests. */
export function renderMacros(text: string, values: MacroValues | 'AUDIT'): RenderedMacros {
  const unknown = new Set<string>();
  const isInQuery = queryReader(text);
  const rendered = text.replace(MACRO, (whole, name: string, suffix: string | undefined, at: number) => {
    if (!isMacro(name) || suffix !== undefined) {
      unknown.add(whole);
      return whole;
    }
    const value = values === 'AUDIT' ? 'AUDIT' : String(values[name] ?? '');
    return isInQuery(at) ? encodeURIComponent(value) : value;
  });
  return { text: rendered, unknown: [...unknown] };
}
