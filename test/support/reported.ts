/** What a screen says of itself when all is well. */
export const REPORTED = {
  app_version: '0.1.0',
  resolution: '1280x720',
  storage: { used: 0, quota: 1, persisted: true },
  now_playing: null,
  manifest_version: 1,
  readiness: { ready: 1, total: 1, given_up: 0 },
  clock: { offset_ms: 0, quality: 'A' },
  ledger: { epoch: null, seq: 0, waiting: 0, parked: 0 },
  skipped: [],
};
