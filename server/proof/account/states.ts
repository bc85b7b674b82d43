/** The state of a play: as it was judged, until it stands on an invoice that was sent or a partner has taken its bill. Pure. */
import type { PlayState } from '../../../shared/contract/proof/play.ts';
import { isCounted, type CountedFields } from '../../../shared/proof/counting.ts';
import type { Account, InvoicedPlays } from './account.ts';

export interface JudgedPlay extends Omit<CountedFields, 'result'> {
  result: string;
  play_id: string;
  campaign_id: string | null;
  state: string;
  started_at: Date;
  received_at: Date;
}
export interface Standing {
  state: PlayState;
  /** Number of the invoice it stands on. */
  invoice: string | null;
  credit_note: string | null;
}

/** The same as `isDelivered` of the database. */
export const isDelivered = (play: JudgedPlay) =>
  (play.state === 'accepted' || play.state === 'late') && isCounted(play as JudgedPlay & CountedFields);

function grouped<T>(rows: readonly T[], keyOf: (row: T) => string): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const row of rows) groups.set(keyOf(row), [...(groups.get(keyOf(row)) ?? []), row]);
  return groups;
}

/** Of many plays by one account. */
export function standingBy({ invoiced, marks, sold }: Account): (play: JudgedPlay) => Standing {
  const byCampaign = grouped(invoiced, line => line.campaign_id);
  const marksOf = grouped(marks, mark => mark.line_id);
  return play => {
    const [started, received] = [play.started_at.getTime(), play.received_at.getTime()];
    const holds = (line: InvoicedPlays) =>
      line.from <= started &&
      started < line.to &&
      line.received.some(one => one.from <= received && received < one.to);
    const line = isDelivered(play) ? byCampaign.get(play.campaign_id ?? '')?.find(holds) : undefined;
    if (!line) {
      const bought = isDelivered(play) ? sold.get(play.play_id) : undefined;
      return { state: bought ?? (play.state as PlayState), invoice: null, credit_note: null };
    }
    const found = (marksOf.get(line.line_id) ?? []).filter(
      mark =>
        (mark.play_id === null || mark.play_id === play.play_id) && mark.from <= started && started < mark.to,
    );
    const credit = found.find(({ kind }) => kind === 'credited');
    return {
      state: credit ? 'credited' : found.length > 0 ? 'disputed' : 'billed',
      ...{ invoice: line.invoice, credit_note: credit?.credit_note ?? null },
    };
  };
}
