/** The past of the demo's fleet: plays of some weeks and a few outages, taken in by what takes them in every day. */
import { instant, type Clock } from '../../../shared/clock.ts';
import { MAX_BATCH, type PlayRecord } from '../../../shared/contract/proof/play.ts';
import { dayStart, isoDate } from '../../../shared/i18n/format.ts';
import { seededUnit, uuid7 } from '../../../shared/random.ts';
import type { Server } from '../../context/server.ts';
import { detectIncidents } from '../../fleet/incidents/watch.ts';
import type { Network } from '../../fleet/link/network.ts';
import { openSightings } from '../../fleet/link/sightings.ts';
import { ingestPlays } from '../../proof/ingest.ts';
import type { Identity } from './client.ts';
import type { Content } from './content.ts';
import { createDecisions, type Decisions } from './decisions.ts';
import { positionAt } from './place.ts';
import { createRecords, type Records } from './records.ts';
import { reportOf } from './report.ts';
import { ridesOn, type Ride } from './rides.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
/** Share of the plays that fall into a dead spot of the link. */
const OFFLINE_SHARE = 0.06;
/** The screens hand in what is left of the day when they come home. */
const HOME_AFTER_MS = 5 * MINUTE_MS;
/** The watch calls a screen silent after ten minutes. */
const SILENT_MS = 11 * MINUTE_MS;
/** When a screen stayed silent: which, how long ago, and for how long; the last one still is. */
const OUTAGES = [
  { vehicle: 2, agoMs: 24 * DAY_MS, lengthMs: 5 * HOUR_MS },
  { vehicle: 0, agoMs: 13 * DAY_MS, lengthMs: 50 * MINUTE_MS },
  { vehicle: 4, agoMs: 6 * DAY_MS, lengthMs: 9 * HOUR_MS },
  { vehicle: 5, agoMs: 26 * HOUR_MS, lengthMs: Infinity },
];

/** Each driver has another weekday off; 0 is Sunday. */
export const dayOffOf = (vehicle: number) => (vehicle + 2) % 7;

export interface Past {
  server: Server;
  network: Network;
  tenant_id: string;
  /** In the order of the fleet, with what each plays. */
  vehicles: readonly (Identity & { content: Content })[];
  tz: string;
  app_version: string;
  days: number;
  /** ms since 1970 */
  now: number;
}

/** A server whose clock stands at that moment; its timers never fire. */
export function serverAt(server: Server, at: number): Server {
  const clock: Clock = { now: () => at, mono: () => 0, after: () => () => undefined };
  return { ...server, clock };
}

export async function writeHistory(past: Past): Promise<void> {
  for (const [i, vehicle] of past.vehicles.entries()) await writePlays(past, vehicle, i);
  await writeOutages(past);
}

async function writePlays(past: Past, vehicle: Past['vehicles'][number], index: number): Promise<void> {
  const { now, tz, network, tenant_id, days } = past;
  const random = seededUnit(index + 1);
  const begin = now - days * DAY_MS;
  const records = createRecords(vehicle, past.app_version, begin);
  const decisions = createDecisions({ now: () => now, isUnleased: true });
  decisions.take(vehicle.content);
  const until = index === OUTAGES.at(-1)?.vehicle ? now - (OUTAGES.at(-1)?.agoMs ?? 0) : now;
  for (let day = 0; day <= days; day++) {
    const midnight = Date.parse(dayStart(isoDate(begin, tz), tz, day));
    const rides = ridesOn(midnight, dayOffOf(index), random).filter(
      ({ start, end }) => start > begin && end < until,
    );
    const plays = await playsOf(vehicle, { decisions, records, rides, random });
    const handedIn = Math.min(now, (rides.at(-1)?.end ?? 0) + HOME_AFTER_MS);
    for (let i = 0; i < plays.length; i += MAX_BATCH) {
      const { device_id, key } = vehicle;
      const principal = { kind: 'device', device_id, key_id: key.key_id, tenant_id } as const;
      const sent = records.batch(plays.slice(i, i + MAX_BATCH));
      await ingestPlays(serverAt(past.server, handedIn), network, { principal, sent });
    }
  }
}

interface Day {
  decisions: Decisions;
  records: Records;
  rides: readonly Ride[];
  random: () => number;
}
/** The screen plays while somebody rides; what is on it when he gets out is interrupted. */
async function playsOf(
  { device_id }: Identity,
  { decisions, records, rides, random }: Day,
): Promise<PlayRecord[]> {
  const plays: PlayRecord[] = [];
  for (const { start: begin, end } of rides) {
    records.boot(begin);
    const ride_id = uuid7(begin);
    for (let start = begin; start < end;) {
      const show = decisions.next({
        at: start,
        place: positionAt(device_id, start),
        ride: 'riding',
        ride_id,
      });
      if (!show) break;
      const shown_ms = Math.round(Math.min(show.item.duration_ms, end - start));
      const isOnline = random() >= OFFLINE_SHARE;
      plays.push(await records.add({ ...show, start, shown_ms, isOnline }));
      start += show.item.duration_ms;
    }
  }
  return plays;
}

/** Each outage: all screens are seen, one falls silent, the watch notices, it comes back. */
async function writeOutages(past: Past): Promise<void> {
  const { vehicles, now } = past;
  await watchAt(past, now - past.days * DAY_MS, vehicles);
  for (const { vehicle, agoMs, lengthMs } of OUTAGES) {
    if (agoMs > past.days * DAY_MS) continue;
    const others = vehicles.filter((_, i) => i !== vehicle);
    await watchAt(past, now - agoMs, vehicles);
    await watchAt(past, now - agoMs + SILENT_MS, others);
    const end = now - agoMs + lengthMs;
    await watchAt(past, Math.min(end, now - MINUTE_MS), end < now ? vehicles : others);
  }
}

async function watchAt(past: Past, at: number, seen: Past['vehicles']): Promise<void> {
  const server = serverAt(past.server, at);
  const sightings = openSightings(server);
  for (const [i, { device_id, content }] of seen.entries())
    sightings.recordHeartbeat(
      { device_id, tenant_id: past.tenant_id },
      reportAt(past, content, { at, turn: i }),
    );
  await sightings.close();
  await detectIncidents(server);
}

function reportAt({ app_version }: Past, content: Content, { at, turn }: { at: number; turn: number }) {
  const { items = [] } = content.documents.playlist ?? {};
  const item = items[turn % items.length];
  const playing = item === undefined ? null : { item, since: instant(at) };
  return reportOf({ app_version, content, playing, ledger: { epoch: null, seq: 0, waiting: 0, parked: 0 } });
}
