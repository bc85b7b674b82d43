/** Which column of a partner's file is likely which. Pure. */
const WORDS = {
  day_column: [/^(day|date)$/, /\b(day|date)\b/],
  key_column: [/deal/, /creative|crid/, /auction|request/],
  count_column: [/impression|imps/, /play|spot|count/],
  revenue_column: [/revenue|spend|cost|gross|net|amount/],
  currency_column: [/currency|^cur$/],
} as const;
export type GuessedColumns = Record<keyof typeof WORDS, string | null>;

export function guessColumns(heads: readonly string[]): GuessedColumns {
  const taken = new Set<string>();
  const find = (patterns: readonly RegExp[]): string | null => {
    for (const pattern of patterns) {
      const found = heads.find(head => !taken.has(head) && pattern.test(head.trim().toLowerCase()));
      if (found === undefined) continue;
      taken.add(found);
      return found.trim();
    }
    return null;
  };
  return {
    day_column: find(WORDS.day_column),
    key_column: find(WORDS.key_column),
    currency_column: find(WORDS.currency_column),
    count_column: find(WORDS.count_column),
    revenue_column: find(WORDS.revenue_column),
  };
}
