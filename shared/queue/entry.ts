/** A write that waits for the network, as it lies on the disk. */
export const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

export interface Metadata {
  type: string;
  /** For people: what will be done. */
  description: string;
  /** Entries of one group are done in the order they were accepted in. */
  group?: string;
}
/** Who made it: it is replayed for nobody else. */
export type Owner = { user: string; tenant: string } | { device: string };

export interface Draft {
  /** Also its Idempotency-Key, from the first attempt on. */
  id: string;
  method: Method;
  url: string;
  data: unknown;
  /** Never a token or a cookie: those are added when it is sent. */
  headers: Record<string, string>;
  /** Wall time, ms; for display alone, since a clock may jump. */
  timestamp: number;
  retryCount: number;
  maxRetries: number;
  /** Lower runs first. */
  priority: number;
  metadata: Metadata;
  owner: Owner;
}
export type FailureReason = 'signed_out' | 'too_old' | 'refused' | 'conflict' | 'exhausted' | 'pruned' | 'poison';
export interface Entry extends Draft {
  /** Order of acceptance; the disk counts it. */
  seq: number;
  state: 'waiting' | 'parked';
  reason?: FailureReason;
}
/** What the server said of it last. */
export interface ServerMessage {
  status?: number;
  error?: string;
  message?: string;
  details?: unknown;
}
export interface FailedEntry extends Omit<Entry, 'state' | 'reason' | 'seq'> {
  /** Of the list itself. */
  no: number;
  failedAt: number;
  reason: FailureReason;
  said: ServerMessage;
}

/** What has become of all that was ever accepted: `accepted` is what still lies there plus all the others. */
export interface Tally {
  accepted: number;
  done: number;
  failed: number;
  pruned: number;
  /** Taken back by a person, or wiped with a sign-out. */
  dropped: number;
}
export const NO_TALLY: Tally = { accepted: 0, done: 0, failed: 0, pruned: 0, dropped: 0 };

export const sameOwner = (a: Owner, b: Owner) =>
  'device' in a
    ? 'device' in b && a.device === b.device
    : 'user' in b && a.user === b.user && a.tenant === b.tenant;
