/** What a seller asks of bids beyond the request itself. */
import type { Rates } from './price.ts';

/** AdCOM's audit states of a creative. */
export const AUDIT = { pending: 1, pre_approved: 2, approved: 3, denied: 4, changed: 5, expired: 6 } as const;

export interface KnownCreative {
  /** AdCOM 1–6. */
  audit_status: number;
  /** The file no longer has the hash that was approved. */
  is_changed: boolean;
  mime?: string;
  w?: number;
  h?: number;
  dur_s?: number;
  bytes?: number;
}

/** What we know of a deal beyond what the request says of it. */
export interface DealTerms {
  /** 1 … 16, the lower goes first. */
  priority?: number;
  guaranteed?: boolean;
  /** Creative ids that may be bid to it; none: all. */
  allowed_crids?: readonly string[];
  /** Categories that may not, and all below them. */
  blocked_cats?: readonly string[];
}

export interface AuctionPolicy {
  rates: Rates;
  /** For a thousand impressions, in the base currency. */
  max_price_micros: number;
  requires_adomain: boolean;
  requires_crid: boolean;
  /** Whether a creative that is only pre-approved may play. */
  allows_pre_approved: boolean;
  /** By creative id; null where approvals are not judged. */
  creatives: Readonly<Record<string, KnownCreative>> | null;
  /** AdCOM creative attributes that are never shown. */
  blocked_attr: readonly number[];
  /** Where given, each attribute of a bid must be one of these; a screen in a driver's sight. */
  allowed_attr: readonly number[] | null;
  /** Whether type, markup, size and safety of the creative are judged. */
  judges_markup: boolean;
  max_bitrate_kbps: number | null;
  max_bytes: number | null;
  /** A bid must stay valid this long: the planned lead and the time a play may take to be reported. */
  min_exp_s: number | null;
  deals: Readonly<Record<string, DealTerms>>;
  /** Hosts to which notices of these kinds may go; null where that is not judged. */
  notices: { hosts: readonly string[]; kinds: readonly ('nurl' | 'burl' | 'lurl')[] } | null;
}

/** Sound, expanding, popping up, flashing, interactive, dialogs, skipping, Flash (AdCOM); 19, a QR code, is allowed. */
export const BLOCKED_ON_SCREENS = [1, 2, 3, 4, 5, 8, 10, 13, 14, 16, 17];
/** Static, or with limited motion. */
export const STILL_ONLY = [21, 22];

export const policyOf = (base: string, more: Partial<AuctionPolicy> = {}): AuctionPolicy => ({
  rates: { base, micros: {} },
  max_price_micros: 10_000_000_000,
  requires_adomain: true,
  requires_crid: true,
  allows_pre_approved: false,
  creatives: null,
  blocked_attr: BLOCKED_ON_SCREENS,
  allowed_attr: null,
  judges_markup: true,
  max_bitrate_kbps: null,
  max_bytes: null,
  min_exp_s: null,
  deals: {},
  notices: null,
  ...more,
});
