/** The table of rate limits. Counters stand in the database, so that all nodes share them. */
export interface Limit {
  max: number;
  per_s: number;
  /** What is counted. `tries`: only failures count, for each key that the handler names. */
  by: 'network' | 'user' | 'tenant' | 'device' | 'key' | 'tries';
  what: string;
}
const MINUTE_S = 60;
const HOUR_S = 3_600;
const DAY_S = 24 * HOUR_S;

export const LIMITS = {
  login: { max: 20, per_s: MINUTE_S, by: 'network', what: 'sign-ins' },
  /** Counted per account and network, so that nobody elsewhere can lock the owner out. */
  password: { max: 10, per_s: 15 * MINUTE_S, by: 'tries', what: 'wrong passwords' },
  /** Counted per account, wherever they come from: the password was right. */
  second_factor: { max: 5, per_s: 15 * MINUTE_S, by: 'tries', what: 'wrong codes' },
  /** Right ones count, too, because each is hashed. */
  confirm: { max: 20, per_s: MINUTE_S, by: 'user', what: 'confirmations of a password' },
  confirm_network: { max: 120, per_s: MINUTE_S, by: 'network', what: 'confirmations of a password' },
  /** The way to a provider, back from it, and the exchange. */
  oauth: { max: 60, per_s: MINUTE_S, by: 'network', what: 'sign-ins with a provider' },
  refresh: { max: 120, per_s: MINUTE_S, by: 'network', what: 'token refreshes' },
  register: { max: 10, per_s: HOUR_S, by: 'network', what: 'registrations' },
  business_registrations: { max: 10, per_s: HOUR_S, by: 'network', what: 'registrations of companies' },
  contact: { max: 10, per_s: HOUR_S, by: 'network', what: 'messages of the contact page' },
  invitations: { max: 30, per_s: HOUR_S, by: 'network', what: 'opened invitations' },
  sent_invitations: { max: 60, per_s: HOUR_S, by: 'user', what: 'invitations' },
  reset: { max: 10, per_s: HOUR_S, by: 'network', what: 'password reset links' },
  /** Counted per address that is written to, wherever it is asked from; nobody is told. */
  reset_mails: { max: 5, per_s: HOUR_S, by: 'user', what: 'password reset links' },
  /** Not among those who only ask for one: a neighbour uses up nobody's link. */
  link_uses: { max: 30, per_s: HOUR_S, by: 'network', what: 'uses of links from e-mails' },
  /** Counted per account and per address that is written to. */
  address_links: { max: 5, per_s: HOUR_S, by: 'user', what: 'links to a new address' },
  open_tenants: { max: 30, per_s: MINUTE_S, by: 'network', what: 'reads of the public tenant list' },
  public_reads: { max: 120, per_s: MINUTE_S, by: 'network', what: 'reads of public lists' },
  proof_checks: { max: 30, per_s: MINUTE_S, by: 'network', what: 'checks of proofs' },
  /** Many telephones share the address of their carrier. */
  scans: { max: 600, per_s: MINUTE_S, by: 'network', what: 'scans of codes' },
  test_mails: { max: 10, per_s: 10 * MINUTE_S, by: 'user', what: 'test messages' },
  domain_checks: { max: 20, per_s: 10 * MINUTE_S, by: 'user', what: 'checks of a domain' },
  report_previews: { max: 60, per_s: MINUTE_S, by: 'user', what: 'previews of reports' },
  partner_tests: { max: 20, per_s: MINUTE_S, by: 'user', what: 'test requests to partners' },
  test_bids: { max: 120, per_s: MINUTE_S, by: 'user', what: 'bid requests sent by hand' },
  feed_previews: { max: 20, per_s: MINUTE_S, by: 'user', what: 'previews of feeds' },
  /** At most 4 MB a second, at 1 MB each; a request without a body is not counted. */
  speed_tests: { max: 240, per_s: MINUTE_S, by: 'network', what: 'speed tests' },
  pairing_codes: { max: 60, per_s: MINUTE_S, by: 'network', what: 'new pairing codes' },
  pairing_tries: { max: 5, per_s: MINUTE_S, by: 'tries', what: 'wrong pairing codes' },
  /** Only unknown ones count, so that known screens behind the same address go on. */
  unknown_devices: { max: 120, per_s: MINUTE_S, by: 'network', what: 'calls of unknown screens' },
  plays: { max: 240, per_s: MINUTE_S, by: 'device', what: 'batches of plays' },
  alert_acks: { max: 240, per_s: MINUTE_S, by: 'device', what: 'batches of acknowledgements of alerts' },
  /** Each key has its own maximum below it. */
  police: { max: 60, per_s: MINUTE_S, by: 'key', what: 'calls with this key' },
  /** Of keys that are not known here. */
  unknown_keys: { max: 30, per_s: MINUTE_S, by: 'network', what: 'calls with keys that do not exist' },
  pictures: { max: 6, per_s: HOUR_S, by: 'device', what: 'pictures' },
  incidents: { max: 60, per_s: MINUTE_S, by: 'device', what: 'batches of incidents' },
  error_records: { max: 120, per_s: MINUTE_S, by: 'network', what: 'error records' },
  verify: { max: 20, per_s: MINUTE_S, by: 'tenant', what: 'checks of the audit log' },
  attachments: { max: 60, per_s: DAY_S, by: 'user', what: 'files for tickets' },
  /** Each is sent on by e-mail. */
  ticket_messages: { max: 100, per_s: DAY_S, by: 'user', what: 'messages of tickets' },
  forecasts: { max: 60, per_s: MINUTE_S, by: 'user', what: 'forecasts of campaigns' },
  budget_requests: { max: 30, per_s: DAY_S, by: 'user', what: 'requests for a budget' },
  export: { max: 20, per_s: 10 * MINUTE_S, by: 'user', what: 'exports' },
} as const satisfies Record<string, Limit>;
export type LimitName = keyof typeof LIMITS;

/** What one caller may have under way at the same time on one node, and how many more may wait for their turn. */
export const AT_ONCE = {
  user: { atOnce: 4, waiting: 96, patience: 8 },
  device: { atOnce: 4, waiting: 32 },
  /** Of all callers: a hash keeps a processor busy for tens of milliseconds. */
  hashes: { atOnce: 1, waiting: 48 },
} as const;
/** Open streams of the live wall on one node. */
export const LIVE_STREAMS = { user: 20, tenant: 150, all: 500 } as const;
