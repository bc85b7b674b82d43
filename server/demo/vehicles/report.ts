import type { Reported } from '../../../shared/contract/fleet/device.ts';
import type { Loop, LoopItem } from './records.ts';

export interface ReportFacts {
  app_version: string;
  loop: Loop | null;
  playing: { item: LoopItem; since: string } | null;
  ledger: Reported['ledger'];
  place?: Reported['place'];
}

const STORAGE = { used: 3_435_973_837, quota: 8_589_934_592, persisted: true };

/** What the heartbeat of a simulated screen says: a tablet on which all is well. */
export function reportOf({ app_version, loop, playing, ledger, place = null }: ReportFacts): Reported {
  const version = loop?.manifest_version ?? 0;
  const total = loop?.items.length ?? 0;
  return {
    app_version,
    ledger,
    resolution: '1280x800',
    storage: STORAGE,
    now_playing: playing && {
      creative_id: playing.item.creative_id,
      name: playing.item.name,
      since: playing.since,
    },
    network: 'online',
    manifest_version: version,
    config_version: version,
    readiness: { ready: total, total, given_up: 0 },
    clock: { offset_ms: 0, quality: 'A' },
    kiosk: { enabled: true, pin_set: true },
    place,
    skipped: [],
  };
}
