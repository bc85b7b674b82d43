/** A screen that holds alerts: real store, real signatures; clock, position, picture and network are ours. */
import 'fake-indexeddb/auto';
import { startAlerts, type Alerts } from '../../../player/alerts/alerts.ts';
import type { AlertsOnScreen } from '../../../shared/alerts/screen.ts';
import { instant } from '../../../shared/clock.ts';
import type { AlertAck } from '../../../shared/contract/alerts/alertAcks.ts';
import type { PlayerAlert, PlayerAlerts } from '../../../shared/contract/alerts/playerAlerts.ts';
import { CallFailure, type DeviceClient } from '../../../shared/device/call.ts';
import { connect, type Connection } from '../../../shared/device/storage.ts';
import { createServerTime } from '../../../shared/device/time.ts';
import type { ScreenPosition } from '../../../shared/playout/rights.ts';
import { keyId, newPair, signDocument } from '../../../server/identity/keys/serverKeys.ts';
import type { manualClock } from '../../support/clock.ts';
import { idOf } from '../items.ts';

export const DEVICE = idOf(1);
export const HOUR_S = 3_600;
export type Clock = ReturnType<typeof manualClock>;

/** All that is not this screen: the true time, the server's key, what it publishes and what it was told. */
export function outside(trueNow: () => number) {
  const pair = newPair();
  const key = { ...pair, key_id: keyId(pair.jwk) };
  const net = { isUp: true, losesAnswers: false, pulls: 0 };
  const acks: AlertAck[] = [];
  let current: PlayerAlerts | null = null;
  /** Also one that was signed before and changed since. */
  function sign({
    sig: _,
    ...set
  }: Omit<PlayerAlerts, 'sig' | 'kind' | 'key_id'> & { sig?: string }): PlayerAlerts {
    const unsigned = { ...set, kind: 'alerts' as const, key_id: key.key_id };
    return { ...unsigned, sig: signDocument(key as never, unsigned) };
  }
  return {
    key,
    net,
    acks,
    sign,
    /** What the server would name as the true version. */
    version: () => current?.version ?? 0,
    publish(alerts: PlayerAlert[], ended: PlayerAlerts['ended'] = [], version = (current?.version ?? 0) + 1) {
      current = sign({ device_id: DEVICE, version, alerts, ended, issued_at: instant(trueNow()) });
      return current;
    },
    answer: (set: PlayerAlerts) => void (current = set),
    states: (id: string) => acks.filter(ack => ack.alert_id === id).map(({ state }) => state),
    caller: (isDead: () => boolean): Pick<DeviceClient, 'send' | 'call'> => {
      const reach = () => {
        if (isDead()) return new Promise<never>(() => {});
        if (!net.isUp) return Promise.reject(new CallFailure('network', 'no link'));
        return Promise.resolve();
      };
      return {
        async send() {
          await reach();
          net.pulls++;
          const bytes = new TextEncoder().encode(JSON.stringify(current)).buffer;
          return { status: current ? 200 : 304, headers: new Headers(), bytes };
        },
        call: (async (_endpoint: unknown, { body }: { body: { records: AlertAck[] } }) => {
          await reach();
          for (const record of body.records)
            if (!acks.some(one => one.alert_id === record.alert_id && one.state === record.state))
              acks.push(record);
          if (net.losesAnswers || isDead()) throw new CallFailure('network', 'the answer was lost');
          return { records: body.records.map(record => ({ ...record, verdict: 'accepted' })) };
        }) as DeviceClient['call'],
      };
    },
  };
}
export type Outside = ReturnType<typeof outside>;

/** An alert as the server gives it `now`; for all screens, as a takeover, for an hour. */
export function alertOf(n: number, now: number, more: Partial<PlayerAlert> = {}): PlayerAlert {
  const ttl_s = more.ttl_s ?? HOUR_S;
  const starts_in_s = more.starts_in_s ?? 0;
  return {
    id: idOf(100 + n),
    root_id: idOf(100 + n),
    version: 1,
    status: 'Actual',
    msg_type: 'Alert',
    priority: 1,
    template: 'takeover',
    sound: true,
    event: 'Fire',
    response_types: [],
    texts: { en: { headline: `Fire ${n}`, description: '', instruction: 'Leave.', sender_name: 'City' } },
    sent_at: instant(now),
    effective_at: instant(now + starts_in_s * 1_000),
    expires_at: instant(now + ttl_s * 1_000),
    max_display_s: null,
    areas: null,
    buffer_m: 0,
    when_unknown: 'show',
    ...more,
    starts_in_s,
    ttl_s,
  };
}

let disks = 0;
export const freshDisk = () => connect(`alerts-${++disks}`);

interface Boot {
  clock: Clock;
  disk: Connection;
  world: Outside;
  place?: () => ScreenPosition | null;
  /** Of the clock this page starts with; it hears the server if it is up. */
  trueNow: () => number;
}
/** One start of the page. */
export async function boot({ clock, disk, world, place = () => null, trueNow }: Boot) {
  const life = { isDead: false };
  const db: Connection = () => (life.isDead ? new Promise(() => {}) : disk());
  const kept = (await (await disk()).get('values', 'time')) as never;
  const time = createServerTime(clock, kept ?? null);
  const hear = () => {
    if (!world.net.isUp) return;
    time.addSample(trueNow(), clock.mono(), clock.mono());
  };
  hear();
  const seen: { at: number; ids: string[] }[] = [];
  const told: string[] = [];
  const run = {
    onScreen: () => (told.at(-1) === 'cover' ? null : { item: {} as never, since: 0 }),
    zones: { tellAll: ({ on }: { on: string }) => void told.push(on) },
  };
  const running = { run, zones: run.zones } as never;
  const faults: string[] = [];
  const identity = { device_id: DEVICE, key_id: 'k', tenant: 't', server_key: world.key.jwk };
  const alerts: Alerts = await startAlerts({
    player: {
      ...{ clock, db, time },
      moments: { at: () => ({}) as never, place, setPlace: () => {}, setRide: () => {} },
      running: () => running,
    },
    caller: world.caller(() => life.isDead),
    identity: () => identity,
    view: {
      show(on: AlertsOnScreen) {
        if (life.isDead) return new Promise(() => {});
        const ids = Object.values(on).flatMap((one: PlayerAlert | null) => (one ? [one.id] : []));
        if (ids.join() !== (seen.at(-1)?.ids ?? []).join()) seen.push({ at: trueNow(), ids });
        return Promise.resolve(ids.length > 0);
      },
    },
    onFault: error => void faults.push(String(error)),
  });
  return {
    alerts,
    seen,
    told,
    faults,
    time,
    /** Another answer of the server came. */
    hear,
    hears: async () => {
      hear();
      if (world.net.isUp) await alerts.heardOf(world.version());
    },
    onScreen: () => seen.at(-1)?.ids ?? [],
    async turnOff() {
      life.isDead = true;
      const value = time.keep();
      if (value) await (await disk()).put('values', value, 'time');
    },
  };
}
