/** Sequence numbers of ledgers: runs, and what is missing between them. Pure. */
export interface LedgerKey {
  device_id: string;
  epoch: string;
  seq: number;
}
export type Range = [first: number, last: number];

/** Of numbers in ascending order. */
export function runsOf(seqs: readonly number[]): Range[] {
  const runs: Range[] = [];
  for (const seq of seqs) {
    const open = runs.at(-1);
    if (open && seq === open[1] + 1) open[1] = seq;
    else runs.push([seq, seq]);
  }
  return runs;
}

interface LedgerRanges {
  device_id: string;
  epoch: string;
  ranges: readonly (readonly [number, number])[];
}
/** Walks what a bundle must hold, in its order. */
export class Contents {
  readonly #ledgers: readonly LedgerRanges[];
  #ledger = 0;
  #range = 0;
  #seq: number | null = null;
  constructor(ledgers: readonly LedgerRanges[]) {
    this.#ledgers = ledgers;
  }

  /** null: all were passed. */
  get next(): (LedgerKey & { last_seq: number }) | null {
    for (; this.#ledger < this.#ledgers.length; this.#ledger++, this.#range = 0, this.#seq = null) {
      const ledger = this.#ledgers[this.#ledger];
      for (; this.#range < (ledger?.ranges.length ?? 0); this.#range++, this.#seq = null) {
        const [first = 1, last = 0] = ledger?.ranges[this.#range] ?? [];
        const seq = this.#seq ?? first;
        if (ledger && seq <= last)
          return { device_id: ledger.device_id, epoch: ledger.epoch, seq, last_seq: last };
      }
    }
    return null;
  }
  pass(seq: number): void {
    this.#seq = seq + 1;
  }
  holds({ device_id, epoch, seq }: LedgerKey): boolean {
    return this.#ledgers.some(
      ledger =>
        ledger.device_id === device_id &&
        ledger.epoch === epoch &&
        ledger.ranges.some(([first, last]) => first <= seq && seq <= last),
    );
  }
}
