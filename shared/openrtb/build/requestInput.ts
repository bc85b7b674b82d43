/** All that a bid request for one spot on one screen is made of. Plain values; nobody in front of the screen is among them. */

export interface RequestInput {
  /** Of the auction: a uuid of version 7. */
  id: string;
  /** Of the impression. */
  imp_id?: string;
  placement: PlacementInput;
  time: TimeInput;
  /** Where the screen is; null where nobody knows, or nobody shall. */
  position: PositionInput | null;
  partner: PartnerInput;
  floor: { micros: number; currency: string };
  deals: DealInput[];
  policy: PolicyInput;
}

export interface PlacementInput {
  /** Ours, sent as `tagid`. */
  code: string;
  /** The screen as the partner knows it, sent as `dooh.id`. */
  screen_id: string;
  name?: string;
  w: number;
  h: number;
  ppi?: number | null;
  media: ('banner' | 'video' | 'audio')[];
  /** image/* and video/*; each medium takes its own. */
  mimes: string[];
  spot_len_s: number[];
  allow_audio: boolean;
  boxing_allowed: boolean;
  /** AdCOM's number of the taxonomy; 5 is OpenOOH 1.1. */
  venuetypetax: number;
  venuetype: string[];
  /** The multiplier with four decimals × 10^4. */
  multiplier_e4: number;
  sourcetype?: 0 | 1 | 2 | 3;
  vendor?: string | null;
  player?: { name: string; version: string };
  connectiontype?: number | null;
}

export interface TimeInput {
  /** When the spot is planned to play, ms since 1970. */
  play_at: number;
  /** Seconds from the auction to the last report of the play. */
  exp_s: number;
}

export interface PositionInput {
  lat: number;
  lon: number;
  accuracy_m?: number | null;
  /** Seconds since the fix. */
  age_s?: number | null;
  /** ISO 3166-1 alpha-3. */
  country?: string | null;
  utcoffset_min?: number | null;
}

export interface PartnerInput {
  at: number;
  tmax_ms: number;
  currencies: string[];
  seats_allow?: string[];
  seats_block?: string[];
  media?: { banner?: boolean; video?: boolean; audio?: boolean };
  mimes?: string[];
  max_duration_s?: number | null;
  schain?: { asi: string; sid: string } | null;
  test_mode: boolean;
}

export interface DealInput {
  deal_code: string;
  at?: number | null;
  guar?: boolean;
  floor: { mode: 'cpm' | 'cpm_per_sec' | 'durfloors'; amount_micros?: number | null; currency: string };
  durfloors?: { mindur?: number | null; maxdur?: number | null; floor_micros: number }[];
  private_auction?: boolean;
  wseat?: string[];
  wadomain?: string[];
}

export interface PolicyInput {
  bcat?: string[];
  badv?: string[];
  cattax?: number;
  battr?: number[];
  /** Decimals of latitude and longitude that leave the server. */
  place_decimals: number;
  publisher: { id: string; name: string; domain: string };
  coppa?: 0 | 1;
  gdpr?: 0 | 1;
  gpp?: string;
  gpp_sid?: number[];
}
