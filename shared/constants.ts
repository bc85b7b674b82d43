/** Every number of the specification, grouped, with its unit. Our own numbers stand beside what uses them. */
export const MEDIA = {
  videoLoadMs: 10_000,
  imageLoadMs: 8_000,
  quarantineMs: 15 * 60_000,
  /** Failures in a row that bring the house loop, and for how long. */
  failuresToHouse: 3,
  houseMs: 60_000,
} as const;

export const SERVICE_WORKER = { updateCheckMs: 60 * 60_000 } as const;

export const PASSWORD = { minChars: 8 } as const;

export const BUTTON = { minHeightPx: 48, largeHeightPx: 56 } as const;

export const TOAST = { durationMs: 5_000, removeDelayMs: 1_000_000, swipeThresholdPx: 50, limit: 1 } as const;

export const TOOLTIP = { openDelayMs: 700, skipDelayMs: 300 } as const;

/** The error log: newest in memory, newest of them kept; one line of a stack is worth more than all of it. */
export const ERROR_LOG = { inMemory: 100, persisted: 50, stackChars: 500 } as const;

/** Consented error records: so many wait, all are sent every 30 s, a batch that failed is tried so often again. */
export const ANALYTICS = { queued: 50, everyMs: 30_000, batchRetries: 3 } as const;

/** The async boundary's own retries, and the wait before each. */
export const BOUNDARY = { retries: 3, retryDelayMs: 3_000 } as const;

/** An ordinary call gives up after this; the wait between refreshes doubles up to the cap. */
export const API = { timeoutMs: 30_000 } as const;
export const REFRESH = { backoffBaseMs: 1_000, backoffCapMs: 30_000 } as const;

export const QUERY = {
  staleMs: 5 * 60_000,
  keptMs: 30 * 60_000,
  retries: 3,
  retryBaseMs: 1_000,
  retryCapMs: 8_000,
  currentUserMs: 5 * 60_000,
  tenantListMs: 10 * 60_000,
} as const;

export const LANGUAGES = ['en', 'zh'] as const;
export type Language = (typeof LANGUAGES)[number];
export const NAMESPACES = ['common', 'player', 'emergency', 'navigation'] as const;
/** Where Chinese is read; every other country gets English. */
export const CHINESE_COUNTRIES: readonly string[] = ['CN', 'TW', 'HK', 'MO'];
export const LOCATION = { timeoutMs: 5_000, maxAgeMs: 300_000 } as const;

export const REGISTER = { toastMs: 8_000, backToSignInMs: 2_000 } as const;
