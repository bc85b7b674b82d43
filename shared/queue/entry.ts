/** A queued write as it is stored. */
export const METHODS = ['POST', 'PUT', 'PATCH', 'DELETE'] as const;
export type Method = (typeof METHODS)[number];

export interface Metadata {
  type: string;
  /** Text for people: what will be done. */
  description: string;
  /** Entries of one group are sent in their order of acceptance. */
  group?: string;
}
/** Who created the entry; it is only replayed for the same owner. `anyone`: its body alone entitles it, as a sign-out's ticket does. */
export type Owner = { user: string; tenant: string } | { device: string } | { anyone: true };
export const ANYONE: Owner = { anyone: true };

export interface Draft {
  /** Also its Idempotency-Key, from the first attempt on. */
  id: string;
  method: Method;
  url: string;
  data: unknown;
  /** Never a token or a cookie; those are added on sending. */
  headers: Record<string, string>;
  /** Wall time, ms. For display and age only, because the clock may jump. */
  timestamp: number;
  retryCount: number;
  maxRetries: number;
  /** Lower runs first. */
  priority: number;
  metadata: Metadata;
  owner: Owner;
  /** Older than that it is parked, and a person decides: done again it would count twice. Of its policy where it is left out. */
  maxAgeMs?: number;
}
export type FailureReason =
  | 'signed_out'
  | 'too_old'
  | 'refused'
  | 'conflict'
  | 'exhausted'
  | 'pruned'
  | 'poison';
export interface Entry extends Draft {
  /** Order of acceptance; assigned by IndexedDB. */
  seq: number;
  state: 'waiting' | 'parked';
  reason?: FailureReason;
}
/** The last error the server returned for it. */
export interface ServerMessage {
  status?: number;
  error?: string;
  message?: string;
  details?: unknown;
}
export interface FailedEntry extends Omit<Entry, 'state' | 'reason' | 'seq'> {
  /** Key in the list of failed entries. */
  no: number;
  failedAt: number;
  reason: FailureReason;
  said: ServerMessage;
}

/** Counters of all entries ever accepted. Invariant: `accepted` = stored entries + all other counters. */
export interface Tally {
  accepted: number;
  done: number;
  failed: number;
  pruned: number;
  /** Withdrawn by the user, or wiped on sign-out. */
  dropped: number;
}
export const NO_TALLY: Tally = { accepted: 0, done: 0, failed: 0, pruned: 0, dropped: 0 };

export const sameOwner = (a: Owner, b: Owner) =>
  'anyone' in a
    ? 'anyone' in b
    : 'device' in a
      ? 'device' in b && a.device === b.device
      : 'user' in b && a.user === b.user && a.tenant === b.tenant;
