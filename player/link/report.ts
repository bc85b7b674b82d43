/** What the heartbeat says. */
import { instant, type Clock } from '../../shared/clock.ts';
import { WIDEST_REPORTED_M, type Reported } from '../../shared/contract/fleet/device.ts';
import type { KioskState } from '../../shared/device/storage.ts';
import type { ServerTime } from '../../shared/device/time.ts';
import type { ScreenPosition } from '../../shared/playout/rights.ts';
import { playsAv1 } from '../library/av1.ts';
import { itemsOf, type Content } from '../library/content.ts';
import type { panelSize } from '../library/files.ts';
import { resolutionOf } from './newDevice.ts';
import type { Item } from '../engine/state.ts';
import type { Status } from '../app/status.ts';
import { APP_VERSION } from '../app/version.ts';

export interface ReportInput {
  clock: Pick<Clock, 'mono'>;
  time: Pick<ServerTime, 'now' | 'reading'>;
  status: Status;
  active: Content | null;
  /** `since`: monotonic ms. */
  shown: { item: Item; since: number } | null;
  /** SHA-256 of assets the library holds whole. */
  ready: ReadonlySet<string>;
  ledger: Reported['ledger'];
  machine: Pick<Reported, 'storage' | 'resolution' | 'av1'>;
  data?: Reported['data'];
  saves_data: boolean;
  kiosk: KioskState | null;
  /** null: nothing may be said of it; `fix`: null where it is not known. */
  place: { fix: ScreenPosition | null } | null;
}

/** Some ten metres: more would be of no use on a map of a fleet. */
const DEGREE_DIGITS = 4;
function placeOf({ place, time }: ReportInput): Pick<Reported, 'place'> {
  if (!place) return { place: null };
  const { fix } = place;
  if (!fix || fix.acc_m > WIDEST_REPORTED_M) return {};
  const at = instant(Math.round(time.now() - fix.age_ms));
  const degrees = (angle: number) => Number(angle.toFixed(DEGREE_DIGITS));
  return { place: { lat: degrees(fix.lat), lng: degrees(fix.lng), acc_m: fix.acc_m, at } };
}

const MAX_NAME = 120;

export async function readMachine(
  { storage, mediaCapabilities }: Pick<Navigator, 'storage' | 'mediaCapabilities'>,
  screen: ReturnType<typeof panelSize>,
): Promise<ReportInput['machine']> {
  const [{ usage = 0, quota = 0 }, persisted, av1] = await Promise.all([
    ...([storage.estimate(), storage.persisted(), playsAv1(mediaCapabilities)] as const),
  ]);
  return { resolution: resolutionOf(screen), storage: { used: usage, quota, persisted }, av1 };
}

export function buildReport(facts: ReportInput): Reported {
  const { clock, time, status, active, shown, ready, ledger, machine, data, kiosk, saves_data } = facts;
  const items = itemsOf(active);
  const { offset_ms, quality } = time.reading();
  return {
    ...machine,
    ...(data ? { data } : {}),
    ...placeOf(facts),
    kiosk: { enabled: kiosk?.enabled ?? false, pin_set: Boolean(kiosk?.pin) },
    ...{ ledger, saves_data },
    app_version: APP_VERSION,
    network: status.link === 'offline' ? 'unknown' : status.link,
    now_playing: shown && {
      creative_id: shown.item.creative_id,
      name: shown.item.name.slice(0, MAX_NAME),
      since: instant(Math.round(time.now() + shown.since - clock.mono())),
    },
    manifest_version: active?.plan.version ?? 0,
    config_version: active?.config ? active.plan.version : 0,
    readiness: {
      ready: items.filter(item => ready.has(item.asset.sha256)).length,
      total: items.length,
      given_up: status.library.givenUp,
    },
    clock: { offset_ms, quality },
    skipped: status.unsent.map(({ creative_id, reason, at }) => ({ creative_id, reason, at })),
  };
}
