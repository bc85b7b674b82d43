/** What typed text means: a value, nothing at all, or a refusal whose sentence stands at `refused.<why>` of the texts. */
export interface Refused {
  refused: string;
  /** What the sentence names. */
  values?: Readonly<Record<string, string | number>>;
}
export type Parsed<V> = { value: V } | { blank: true } | Refused;

export const BLANK: { blank: true } = { blank: true };
export const refuse = (refused: string, values?: Refused['values']): Refused =>
  values === undefined ? { refused } : { refused, values };
export const isRefused = (parsed: Parsed<unknown>): parsed is Refused => 'refused' in parsed;
