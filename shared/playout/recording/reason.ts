/** The one reason for which a line plays next or does not. Pure. */
import type { DecisionReason, UnreadyReason } from '../../contract/playout/decisions.ts';
import type { DocumentLine } from '../../contract/playout/flights.ts';
import type { DocumentItem } from '../../contract/playout/manifest.ts';
import type { Refused } from '../decide.ts';

export interface Choice {
  lines: readonly DocumentLine[];
  refused: readonly Refused[];
  /** The line that plays; null: an item of the loop, or nothing. */
  chosen: string | null;
  /** Lines that had the right, and whose file was looked for and is not here. */
  missing: ReadonlySet<string>;
  /** Lines none of whose creatives can be shown, whatever lies here. */
  unready: ReadonlyMap<string, UnreadyReason>;
}

/** By line, of those none of whose creatives can be shown: what is said of the first of them. */
export const unreadyLines = (
  lines: readonly DocumentLine[],
  reasonOf: (item: DocumentItem) => UnreadyReason | null,
): Map<string, UnreadyReason> =>
  new Map(
    lines.flatMap(({ id, items }) => {
      const reasons = items.map(reasonOf);
      return reasons[0] && reasons.every(Boolean) ? [[id, reasons[0]]] : [];
    }),
  );

/** How far a line came: not to its time, to a limit, or to its turn. */
const BEFORE_LIMITS: readonly DecisionReason[] = ['over', 'not_yet', 'daypart'];
const AFTER_LIMITS: readonly DecisionReason[] = ['outranked', 'chosen'];
const stepOf = (reason: DecisionReason) =>
  BEFORE_LIMITS.includes(reason) ? BEFORE_LIMITS.indexOf(reason) : 4 + AFTER_LIMITS.indexOf(reason);
/** Of the lines of each campaign the one that came furthest: a campaign has one reason, however many flights it has. */
export function byCampaign<R extends DecisionReason, O extends { line: DocumentLine; reason: R }>(
  all: readonly O[],
): Map<string, O> {
  const found = new Map<string, O>();
  for (const one of all) {
    const before = found.get(one.line.campaign_id);
    if (!before || stepOf(one.reason) > stepOf(before.reason)) found.set(one.line.campaign_id, one);
  }
  return found;
}

export interface LineReason {
  line: DocumentLine;
  reason: DecisionReason;
}
export function reasonsOf({ lines, refused, chosen, missing, unready }: Choice): LineReason[] {
  const known = new Map<string, DecisionReason>(refused.map(({ line, reason }) => [line.id, reason]));
  return lines.map(line => {
    const { id } = line;
    const ready = unready.get(id) ?? (missing.has(id) ? 'not_cached' : 'outranked');
    const reason: DecisionReason = chosen === id ? 'chosen' : (known.get(id) ?? ready);
    return { line, reason };
  });
}
