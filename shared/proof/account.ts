/** Which plays of a file were billed, disputed or credited when it was made, by the word of whoever signed it. Pure. */
import { ACCOUNT_STATES } from '../contract/proof/play.ts';
import type { LedgerRanges, ProofFault, ProofReport } from '../contract/proof/proof.ts';
import { Contents } from './ledgers.ts';
import type { ProofParts } from './read.ts';

type Counts = Pick<ProofReport, (typeof ACCOUNT_STATES)[number]>;
const NONE: Counts = { billed: 0, disputed: 0, credited: 0 };

/** Of a proof or a file without a fault alone: nobody vouches for the account of another. */
export function accountOf({ head, proof }: Pick<ProofParts, 'head' | 'proof'>): Counts {
  const counts = { ...NONE };
  if (proof?.account) counts[proof.account.state] = 1;
  for (const { account = {} } of head?.ledgers ?? [])
    for (const state of ACCOUNT_STATES)
      for (const [first, last] of account[state] ?? []) counts[state] += last - first + 1;
  return counts;
}

/** Each stands in one state alone, is in the file, and was not set aside; a run goes forward, so that none takes from what is counted. */
export function accountFault({ head, plays }: ProofParts): ProofFault | null {
  const setAside = new Set(
    plays
      .filter(({ judged }) => judged.reasons.length > 0)
      .map(
        ({ record }) => `${String(record['device_id'])} ${String(record['epoch'])} ${String(record['seq'])}`,
      ),
  );
  for (const ledger of head?.ledgers ?? []) {
    const fault = ledgerFault(ledger, setAside);
    if (fault) return fault;
  }
  return null;
}
function ledgerFault(ledger: LedgerRanges, setAside: ReadonlySet<string>): ProofFault | null {
  const { device_id, epoch, account = {} } = ledger;
  const contents = new Contents([ledger]);
  const seen = new Set<number>();
  for (const state of ACCOUNT_STATES)
    for (const [first, last] of account[state] ?? []) {
      if (first > last) return { code: 'account', device_id, epoch, seq: first, last_seq: last };
      for (let seq = first; seq <= last; seq++) {
        const isIn = contents.holds({ device_id, epoch, seq });
        if (!isIn || seen.has(seq) || setAside.has(`${device_id} ${epoch} ${seq}`))
          return { code: 'account', device_id, epoch, seq };
        seen.add(seq);
      }
    }
  return null;
}
