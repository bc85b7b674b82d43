/** Every number of the specification, grouped, with its unit. Our own numbers are declared next to their use. */
export const MEDIA = {
  videoLoadMs: 10_000,
  imageLoadMs: 8_000,
  quarantineMs: 15 * 60_000,
  /** After this many consecutive failures the house loop plays for `houseMs`. */
  failuresToHouse: 3,
  houseMs: 60_000,
} as const;

export const SERVICE_WORKER = { updateCheckMs: 60 * 60_000 } as const;

export const TOAST = { durationMs: 5_000, removeDelayMs: 1_000_000, swipeThresholdPx: 50, limit: 1 } as const;

export const TOOLTIP = { openDelayMs: 700, skipDelayMs: 300 } as const;

/** The error log: how many of the newest entries are held in memory, how many are persisted, and how much of a stack. */
export const ERROR_LOG = { inMemory: 100, persisted: 50, stackChars: 500 } as const;

/** Error records sent with consent: queue capacity, send interval (ms), and retries of a failed batch. */
export const ANALYTICS = { queued: 50, everyMs: 30_000, batchRetries: 3 } as const;

/** Retries of the async error boundary, and the wait before each. */
export const BOUNDARY = { retries: 3, retryDelayMs: 3_000 } as const;

/** Intervals and thresholds of the link monitor. `slowChecks` and `failuresTo…` count consecutive checks. */
export const HEALTH = {
  checkMs: 5_000,
  timeoutMs: 5_000,
  speedTestMs: 30_000,
  speedTestBytes: 100_000,
  /** Check interval on a healthy metered link; speed tests are off there. */
  meteredCheckMs: 60_000,
  degradedAboveRttMs: 500,
  slowAboveRttMs: 300,
  slowBelowMbps: 1,
  slowTypes: ['2g', 'slow-2g'] as readonly string[],
  slowChecks: 3,
  failuresToDegraded: 2,
  failuresToOffline: 3,
  /** A throughput measured longer ago than this is ignored in favour of the browser's estimate. */
  measuredForMs: 60_000,
} as const;

/** An ordinary call gives up after this; the wait between refreshes doubles up to the cap. */
export const API = { timeoutMs: 30_000 } as const;
export const REFRESH = { backoffBaseMs: 1_000, backoffCapMs: 30_000 } as const;

/** The request queue: bounds, waits, tries. */
export const QUEUE = {
  capacity: 100,
  prunedWhenFull: 10,
  failedKept: 50,
  priority: 5,
  retries: 3,
  backoffBaseMs: 1_000,
  backoffFactor: 2,
  backoffCapMs: 16_000,
  requestTimeoutMs: 30_000,
  /** How long a call waits for the network. Queue entries wait without limit. */
  waitMs: 5 * 60_000,
} as const;

export const RETRY = {
  call: { attempts: 3, baseMs: 5_000 },
  callSlow: { attempts: 5, baseMs: 8_000 },
  callDegraded: { attempts: 5, baseMs: 10_000 },
  query: { attempts: 2, baseMs: 3_000 },
  querySlow: { attempts: 3, baseMs: 5_000 },
  capMs: 30_000,
  jitterMs: 1_000,
} as const;

export const QUERY = {
  staleMs: 5 * 60_000,
  keptMs: 30 * 60_000,
  retries: 3,
  retryBaseMs: 1_000,
  retryCapMs: 8_000,
  currentUserMs: 5 * 60_000,
  tenantListMs: 10 * 60_000,
} as const;

/** The persisted query cache: a record of another version, or older than `maxAgeMs`, is discarded. */
export const QUERY_CACHE = { version: '1.0.0', persistMs: 10_000, maxAgeMs: 24 * 60 * 60_000 } as const;

export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];
/** Countries that default to Chinese; every other country gets English. */
export const CHINESE_COUNTRIES: readonly string[] = ['CN', 'TW', 'HK', 'MO'];
export const LOCATION = { timeoutMs: 5_000, maxAgeMs: 300_000 } as const;

export const REGISTER = { toastMs: 8_000, backToSignInMs: 2_000 } as const;

/** Kiosk mode: the hold that asks for the PIN, and the bounds of a random one. */
export const KIOSK = { holdMs: 3_000, pinFrom: 1_000, pinTo: 9_999 } as const;
export const INSTALL = { delayMs: 5_000 } as const;

/** What screens show while there is nothing to play: so many bytes of picture come over their link, once. */
export const MAX_SPLASH_BYTES = 160_000;

/** The pages without sign-in. */
export const PUBLIC_PATHS = {
  pricing: '/pricing',
  register: '/register',
  terms: '/terms',
  privacy: '/privacy',
  dpa: '/dpa',
  contact: '/contact',
  jobs: '/jobs',
  translate: '/translate',
} as const;
