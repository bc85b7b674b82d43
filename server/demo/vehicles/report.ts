import type { Reported } from '../../../shared/contract/fleet/device.ts';
import type { DocumentItem } from '../../../shared/contract/playout/manifest.ts';
import type { Content } from './content.ts';

export interface ReportFacts {
  app_version: string;
  content: Content | null;
  playing: { item: Pick<DocumentItem, 'creative_id' | 'name'>; since: string } | null;
  ledger: Reported['ledger'];
  place?: Reported['place'];
}

const STORAGE = { used: 3_435_973_837, quota: 8_589_934_592, persisted: true };

/** What the heartbeat of a simulated screen says: a tablet on which all is well. */
export function reportOf({ app_version, content, playing, ledger, place = null }: ReportFacts): Reported {
  const { version = 0, documents } = content ?? {};
  const total = [documents?.playlist, ...(documents?.flights?.lines ?? [])].flatMap(
    one => one?.items ?? [],
  ).length;
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
