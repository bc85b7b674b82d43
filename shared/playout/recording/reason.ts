/** The one reason for which a line plays next or does not. Pure. */
import type { DecisionReason } from '../../contract/playout/decisions.ts';
import type { DocumentLine } from '../../contract/playout/flights.ts';
import type { Refused } from '../decide.ts';

export interface Choice {
  lines: readonly DocumentLine[];
  refused: readonly Refused[];
  /** The line that plays; null: an item of the loop, or nothing. */
  chosen: string | null;
  /** Lines that had the right, and whose file is not here or failed a moment ago. */
  missing: ReadonlySet<string>;
  failed: ReadonlySet<string>;
}

export function reasonsOf({ lines, refused, chosen, missing, failed }: Choice) {
  const known = new Map<string, DecisionReason>(refused.map(({ line, reason }) => [line.id, reason]));
  return lines.map(line => {
    const { id } = line;
    const ready = failed.has(id) ? 'failed' : missing.has(id) ? 'not_cached' : 'outranked';
    const reason: DecisionReason = chosen === id ? 'chosen' : (known.get(id) ?? ready);
    return { line, reason };
  });
}
