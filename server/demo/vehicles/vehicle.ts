/** A simulated screen: it polls, reports, plays what it decides, loses its link now and then, and hands its plays in. */
import { every, instant, type Clock } from '../../../shared/clock.ts';
import { reportCommand, type PendingCommand } from '../../../shared/contract/fleet/command.ts';
import { HEARTBEAT_S } from '../../../shared/contract/fleet/device.ts';
import { sendDecisions } from '../../../shared/contract/playout/decisions.ts';
import { pullLeases } from '../../../shared/contract/playout/lease.ts';
import { heartbeat } from '../../../shared/contract/playout/manifest.ts';
import { MAX_BATCH, sendPlays } from '../../../shared/contract/proof/play.ts';
import { createVehicleAlerts } from './alerts.ts';
import { createVehicleClient, Refusal, type ClientPorts, type Identity } from './client.ts';
import { pollContent } from './content.ts';
import { createDecisions } from './decisions.ts';
import { placeAt, positionAt } from './place.ts';
import { startPlayback, within, type Range } from './playback.ts';
import { createRecords } from './records.ts';
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
/** Why campaigns played or not. */
const COUNTS_MS = 5 * MINUTE_MS;
/** Screens of one loop do not all begin it at once. */
const MOST_BEGUN = 100;
const FIRST_BEAT_MS = 3 * SECOND_MS;
/** A link lasts some minutes; a tunnel or a dead spot lasts less. */
const LINK_MS: Range = { least: 8 * MINUTE_MS, most: 20 * MINUTE_MS };
const GAP_MS: Range = { least: 40 * SECOND_MS, most: 2 * MINUTE_MS };
/** A simulated screen has neither a picture nor a log to answer with. */
const CARRIED_OUT: readonly string[] = [
  ...['reload', 'restart_app', 'refresh_content', 'identify', 'set_volume', 'set_brightness', 'clear_cache'],
];
const UNKNOWN_HERE: readonly string[] = ['DEVICE_REVOKED', 'DEVICE_UNKNOWN'];

/** Returns the function that stops it: what it has played is handed in then, and its leases are given back. */
export function startVehicle(identity: Identity, ports: VehiclePorts): () => Promise<void> {
  const { clock, random, app_version } = ports;
  const { device_id } = identity;
  const client = createVehicleClient(identity, ports);
  const lookAtAlerts = createVehicleAlerts(device_id, client, clock);
  const records = createRecords(identity, app_version, clock.now());
  const begin = Math.floor(random() * MOST_BEGUN);
  const decisions = createDecisions({ begin, now: () => clock.now() });
  let isConnected = true;
  const playback = startPlayback({
    ...{ clock, random, records, isOnline: () => isConnected, onFault: ports.warn },
    next: (at, ride) => decisions.next({ at, place: positionAt(device_id, at), ...ride }),
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
      content: decisions.content(),
      playing: current && { ...current, since: instant(current.since) },
      ledger: { epoch, seq, waiting: playback.waiting().length, parked: 0 },
      place: placeAt(device_id, clock.now()),
    });
    const { commands = [] } = await client.call(heartbeat, { body });
    for (const command of commands) await carryOut(command);
  }
  async function poll(): Promise<void> {
    const next = await pollContent(client, decisions.content()?.version ?? 0);
    if (next) decisions.take(next);
    await lookAtAlerts();
    if (decisions.hasToAsk(clock.now())) await askForLeases();
  }
  /** What is handed in is free for others. */
  async function askForLeases(): Promise<void> {
    await handIn();
    await decisions.askForLeases(clock.now(), body => client.call(pullLeases, { body }));
  }
  /** One after the other: the same records must not go twice. */
  let delivering = Promise.resolve();
  const handIn = () => (delivering = delivering.catch(() => undefined).then(sendBatch));
  async function sendBatch(): Promise<void> {
    const batch = playback.waiting().slice(0, MAX_BATCH);
    if (batch.length === 0) return;
    await client.call(sendPlays, { body: records.batch(batch) });
    playback.settle(batch.length);
  }
  async function sendCounts(): Promise<void> {
    const body = decisions.counts.take();
    if (!body) return;
    await client.call(sendDecisions, { body });
    decisions.counts.settle(body.period_id);
  }

  /** Without a link nothing is tried. What failed is tried again next time, unless the server no longer knows the screen. */
  const overLink = (act: () => Promise<void>) => async () => {
    if (!isConnected) return;
    try {
      await act();
    } catch (error) {
      ports.warn(error);
      if (error instanceof Refusal && UNKNOWN_HERE.includes(error.code)) void end();
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
    every(clock, COUNTS_MS, overLink(sendCounts)),
    () => cancelLink(),
  ];
  let isOver = false;
  function end(): Promise<void> {
    isOver = true;
    for (const stop of stops) stop();
    return playback.stop();
  }
  changeLink();
  /** The first report comes when something plays. */
  void overLink(poll)();
  stops.push(clock.after(FIRST_BEAT_MS, () => void overLink(beat)()));
  return async () => {
    if (isOver) return;
    await end();
    decisions.closeLeases();
    /** It drives within its server, whatever its link is said to be. */
    isConnected = true;
    await overLink(askForLeases)();
  };
}
