/** What the server's verdicts mean for the rows on the device. Pure. */
import { isSettled, type PlayRecord, type Verdict } from '../../shared/contract/proof/play.ts';

interface RecordVerdict {
  epoch: string;
  seq: number;
  verdict: Verdict;
  reason?: string | undefined;
}
export interface SettledRecords {
  /** Stored by the server: these, and no others, may go. */
  done: PlayRecord[];
  parked: { record: PlayRecord; reason: string }[];
  /** The same number with another hash stands there already: to be sent again in a new epoch. */
  forked: PlayRecord[];
}

/** A record no verdict names stays and is sent again. */
export function sortByVerdict(
  sent: readonly PlayRecord[],
  rulings: readonly RecordVerdict[],
): SettledRecords {
  const settled: SettledRecords = { done: [], parked: [], forked: [] };
  const verdictByKey = new Map(rulings.map(ruling => [`${ruling.epoch} ${ruling.seq}`, ruling]));
  for (const record of sent) {
    const ruling = verdictByKey.get(`${record.epoch} ${record.seq}`);
    if (!ruling) continue;
    if (isSettled(ruling.verdict)) settled.done.push(record);
    else if (ruling.verdict === 'conflict') settled.forked.push(record);
    else settled.parked.push({ record, reason: ruling.reason ?? ruling.verdict });
  }
  return settled;
}
