/** The report of a healthy screen. */
import type { Reported } from '../../shared/contract/fleet/device.ts';

export const said = (fields: Partial<Reported> = {}): Reported => ({
  app_version: '0.1.0',
  resolution: '1280x720',
  storage: { used: 1_000, quota: 1_000_000, persisted: true },
  now_playing: null,
  manifest_version: 1,
  readiness: { ready: 0, total: 0, given_up: 0 },
  clock: { offset_ms: 0, quality: 'A' },
  ledger: { epoch: null, seq: 0, waiting: 0, parked: 0 },
  skipped: [],
  ...fields,
});
