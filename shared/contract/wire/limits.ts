/** The table of rate limits. Counters stand in the database, so that all nodes share them. */
export interface Limit {
  max: number;
  per_s: number;
  /** What is counted. `tries`: only failures count, for each key that the handler names. */
  by: 'network' | 'user' | 'device' | 'tries';
  what: string;
}
const MINUTE_S = 60;
const HOUR_S = 3_600;

export const LIMITS = {
  login: { max: 20, per_s: MINUTE_S, by: 'network', what: 'sign-ins' },
  /** Counted per account and network, so that nobody elsewhere can lock the owner out. */
  password: { max: 10, per_s: 15 * MINUTE_S, by: 'tries', what: 'wrong passwords' },
  refresh: { max: 120, per_s: MINUTE_S, by: 'network', what: 'token refreshes' },
  register: { max: 10, per_s: HOUR_S, by: 'network', what: 'registrations' },
  reset: { max: 10, per_s: HOUR_S, by: 'network', what: 'password reset links and their use' },
  open_tenants: { max: 30, per_s: MINUTE_S, by: 'network', what: 'reads of the public tenant list' },
  /** At most 4 MB a second, at 1 MB each; a request without a body is not counted. */
  speed_tests: { max: 240, per_s: MINUTE_S, by: 'network', what: 'speed tests' },
  pairing_codes: { max: 60, per_s: MINUTE_S, by: 'network', what: 'new pairing codes' },
  pairing_tries: { max: 5, per_s: MINUTE_S, by: 'tries', what: 'wrong pairing codes' },
  plays: { max: 240, per_s: MINUTE_S, by: 'device', what: 'batches of plays' },
  incidents: { max: 60, per_s: MINUTE_S, by: 'device', what: 'batches of incidents' },
  error_records: { max: 120, per_s: MINUTE_S, by: 'network', what: 'error records' },
  export: { max: 20, per_s: 10 * MINUTE_S, by: 'user', what: 'exports' },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof LIMITS;
