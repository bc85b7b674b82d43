/** The notices the mock bidder was sent, the newest first, as long as the process runs. */

export interface MockNotice {
  at: string;
  kind: string;
  bid: string;
  /** All of its query, as it came. */
  query: Readonly<Record<string, string>>;
  /** What it was answered with. */
  status: number;
}
const MAX_KEPT = 1_000;
const NO_CONTENT = 204;
const BUSY = 503;

export interface MockNotices {
  /** Returns the status to answer with. */
  take(query: Record<string, string>, at: string): number;
  list(): MockNotice[];
}

/** A billing notice of a slow bidder is refused once before it is taken. */
export function openNotices(): MockNotices {
  const kept: MockNotice[] = [];
  return {
    take(query, at) {
      const { kind = '', bid = '', profile = '' } = query;
      const isAgain = kept.some(one => one.kind === kind && one.bid === bid);
      const status = profile === 'slow_burl' && kind === 'burl' && !isAgain ? BUSY : NO_CONTENT;
      kept.unshift({ at, kind, bid, query, status });
      kept.length = Math.min(kept.length, MAX_KEPT);
      return status;
    },
    list: () => [...kept],
  };
}
