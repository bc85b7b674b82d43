/** A simulated screen: it polls, reports, plays its loop, loses its link now and then, and hands its plays in. */
import { every, instant, type Clock } from '../../../shared/clock.ts';
import { reportCommand, type PendingCommand } from '../../../shared/contract/fleet/command.ts';
import { HEARTBEAT_S } from '../../../shared/contract/fleet/device.ts';
import { heartbeat } from '../../../shared/contract/playout/manifest.ts';
import { MAX_BATCH, sendPlays } from '../../../shared/contract/proof/play.ts';
import { createVehicleAlerts } from './alerts.ts';
import { createVehicleClient, Refusal, type ClientPorts, type Identity } from './client.ts';
import { loopAt, pollLoop } from './loop.ts';
import { placeAt } from './place.ts';
import { startPlayback, within, type Range } from './playback.ts';
import { createRecords, type Loop } from './records.ts';
import { reportOf } from './report.ts';

export interface VehiclePorts extends ClientPorts {
  clock: Clock;
  random: () => number;
  app_version: string;
  warn: (error: unknown) => void;
}

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const POLL_MS = 15 * SECOND_MS;
const HAND_IN_MS = MINUTE_MS;
const FIRST_BEAT_MS = 3 * SECOND_MS;
/** A link lasts some minutes; a tunnel or a dead spot lasts less. */
const LINK_MS: Range = { least: 8 * MINUTE_MS, most: 20 * MINUTE_MS };
const GAP_MS: Range = { least: 40 * SECOND_MS, most: 2 * MINUTE_MS };
/** A simulated screen has neither a picture nor a log to answer with. */
const CARRIED_OUT: readonly string[] = [
  ...['reload', 'restart_app', 'refresh_content', 'identify', 'set_volume', 'set_brightness', 'clear_cache'],
];
const UNKNOWN_HERE: readonly string[] = ['DEVICE_REVOKED', 'DEVICE_UNKNOWN'];

/** Returns the function that stops it. */
export function startVehicle(identity: Identity, ports: VehiclePorts): () => void {
  const { clock, random, app_version } = ports;
  const client = createVehicleClient(identity, ports);
  const lookAtAlerts = createVehicleAlerts(identity.device_id, client, clock);
  const records = createRecords(identity, app_version, clock.now());
  let loop: Loop | null = null;
  let isConnected = true;
  const playback = startPlayback({
    clock,
    random,
    records,
    loop: () => loop && loopAt(loop, clock.now()),
    isOnline: () => isConnected,
  });

  async function carryOut({ id, kind }: PendingCommand): Promise<void> {
    const params = { id };
    await client.call(reportCommand, { params, body: { state: 'accepted' } });
    const failed = { state: 'failed', result: 'A simulated screen cannot do this.' } as const;
    const body = CARRIED_OUT.includes(kind) ? ({ state: 'done' } as const) : failed;
    await client.call(reportCommand, { params, body });
  }
  async function beat(): Promise<void> {
    const current = playback.current();
    const { epoch, seq } = records;
    const body = reportOf({
      app_version,
      loop,
      playing: current && { ...current, since: instant(current.since) },
      ledger: { epoch, seq, waiting: playback.waiting().length, parked: 0 },
      place: placeAt(identity.device_id, clock.now()),
    });
    const { commands = [] } = await client.call(heartbeat, { body });
    for (const command of commands) await carryOut(command);
  }
  async function poll(): Promise<void> {
    loop = (await pollLoop(client, loop?.manifest_version ?? 0)) ?? loop;
    await lookAtAlerts();
  }
  async function handIn(): Promise<void> {
    const batch = playback.waiting().slice(0, MAX_BATCH);
    if (batch.length === 0) return;
    await client.call(sendPlays, { body: records.batch(batch) });
    playback.settle(batch.length);
  }

  /** Without a link nothing is tried. What failed is tried again next time, unless the server no longer knows the screen. */
  const overLink = (act: () => Promise<void>) => async () => {
    if (!isConnected) return;
    try {
      await act();
    } catch (error) {
      ports.warn(error);
      if (error instanceof Refusal && UNKNOWN_HERE.includes(error.code)) stop();
    }
  };
  let cancelLink = () => {};
  function changeLink() {
    cancelLink = clock.after(within(isConnected ? LINK_MS : GAP_MS, random), () => {
      isConnected = !isConnected;
      changeLink();
    });
  }

  const stops = [
    every(clock, POLL_MS, overLink(poll)),
    every(clock, HEARTBEAT_S.free * SECOND_MS, overLink(beat)),
    every(clock, HAND_IN_MS, overLink(handIn)),
    () => playback.stop(),
    () => cancelLink(),
  ];
  function stop() {
    for (const end of stops) end();
  }
  changeLink();
  /** The first report comes when something plays. */
  void overLink(poll)();
  stops.push(clock.after(FIRST_BEAT_MS, () => void overLink(beat)()));
  return stop;
}
