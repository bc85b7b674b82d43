/** Alerts on this screen: pulls the signed set, shows what counts here, ends it in time, reports each state once. */
import { every, instant, sleep } from '../../shared/clock.ts';
import { MAX_ACKS, sendAlertAcks, type AckState } from '../../shared/contract/alerts/alertAcks.ts';
import { PLAYER_ALERTS_PATH } from '../../shared/contract/alerts/alertSignals.ts';
import type { PlayerAlert, PlayerAlerts } from '../../shared/contract/alerts/playerAlerts.ts';
import { decideAlerts, NO_ALERTS, withState, type AlertReport } from '../../shared/alerts/screen.ts';
import { failureOf, isOk, type DeviceClient } from '../../shared/device/call.ts';
import type { Identity } from '../../shared/device/storage.ts';
import type { Player } from '../app/player.ts';
import { trustedNow } from './clock.ts';
import { createCover } from './cover.ts';
import { checkSet, readHeld, writeHeld } from './held.ts';
import type { AlertView } from './view.ts';

const TICK_MS = 1_000;
/** A power cut costs at most so much of the running time. */
const SAVE_MS = 10_000;
/** The node that was asked may hear of a change a moment after the one that announced it. */
const PULL_AGAIN_MS = 1_000;
const NOT_MODIFIED = 304;
const NONE: AlertReport[] = [];

interface Ports {
  player: Pick<Player, 'clock' | 'db' | 'time' | 'moments' | 'running'>;
  caller: Pick<DeviceClient, 'send' | 'call'>;
  /** Its keys change with a head that announces another one. */
  identity: () => Identity | null;
  view: AlertView;
  onFault: (error: unknown) => void;
}

export async function startAlerts({ player, caller, identity, view, onFault }: Ports) {
  const { clock, db, time } = player;
  const held = await readHeld(db, identity(), onFault);
  let { set } = held;
  let { ran_ms, seen_at, progress, acks } = held.log;
  let shown = NO_ALERTS;
  let decidedAt = clock.mono();
  let savedAt = clock.mono();
  const cover = createCover(player);

  function note(reports: readonly AlertReport[]) {
    const at = instant(Math.round(time.now()));
    const clock_quality = time.reading().quality;
    const records = reports.map(({ id, version, state, seen_ms }) => ({
      ...{ alert_id: id, alert_version: version, state, at, clock_quality },
      ...(state === 'cleared' && { seen_s: Math.round(seen_ms / 1_000) }),
    }));
    acks = [...acks, ...records];
  }
  /** False: they were reported before. */
  function reach(states: readonly { id: string; state: AckState }[]): boolean {
    const start = { progress, reports: NONE };
    const reached = states.reduce((so, { id, state }) => withState(so, id, state), start);
    progress = reached.progress;
    note(reached.reports);
    return reached.reports.length > 0;
  }
  /** One after the other: of two writes the older must not come last. */
  let saving = Promise.resolve();
  function save(newSet?: PlayerAlerts): Promise<void> {
    savedAt = clock.mono();
    saving = saving.then(() => writeHeld(db, { ran_ms, seen_at, progress, acks }, newSet)).catch(onFault);
    return saving;
  }

  /** Brings the running time up to now. True: something is to be reported. */
  function decide({ alerts, ended }: PlayerAlerts): boolean {
    const passed = clock.mono() - decidedAt;
    decidedAt = clock.mono();
    ran_ms += passed;
    const now = trustedNow(time, seen_at);
    if (now !== null) seen_at = Math.max(seen_at, Math.round(now));
    const moment = { now, ran_ms, place: player.moments.place() };
    const decision = decideAlerts({ alerts, ended }, { progress, shown }, moment, passed);
    ({ progress, shown } = decision);
    note(decision.reports);
    return decision.reports.length > 0;
  }
  async function look(newSet?: PlayerAlerts): Promise<void> {
    if (!set) return;
    const isReached = decide(set);
    const isDue = set.alerts.length > 0 && clock.mono() - savedAt >= SAVE_MS;
    if (newSet || isReached || isDue) void save(newSet);
    const isSeen = await cover.show(shown, view);
    const drawn = Object.values<PlayerAlert | null>({ ...shown }).filter(alert => alert !== null);
    const isShown = isSeen && reach(drawn.map(({ id }) => ({ id, state: 'shown' })));
    if (isShown) void save();
    if (isReached || isShown) deliverSoon();
  }
  /** One after the other: a frame may take longer than a second. */
  let looking: Promise<void> | null = null;
  const lookOnce = (newSet?: PlayerAlerts) =>
    (looking ??= look(newSet)
      .catch(onFault)
      .finally(() => (looking = null)));

  async function accept(answer: PlayerAlerts): Promise<void> {
    await checkSet(answer, identity(), set?.version ?? 0);
    if (answer.version === set?.version) return;
    await looking;
    set = answer;
    ran_ms = 0;
    await lookOnce(answer);
  }
  async function pull(): Promise<void> {
    const since = set ? `?since=${set.version}` : '';
    const reply = await caller.send({ method: 'GET', target: PLAYER_ALERTS_PATH + since });
    if (reply.status === NOT_MODIFIED) return;
    if (!isOk(reply)) throw failureOf(reply);
    /** Signed as a whole by the key this screen has pinned: the contract was kept by whoever signed it. */
    await accept(JSON.parse(new TextDecoder().decode(reply.bytes)) as PlayerAlerts);
  }
  let newest = 0;
  let pulling: Promise<void> | null = null;
  async function pullNewest(): Promise<void> {
    await pull();
    if (newest <= (set?.version ?? 0)) return;
    await sleep(clock, PULL_AGAIN_MS);
    await pull();
  }

  let delivering: Promise<void> | null = null;
  const deliver = () => (delivering ??= send().finally(() => (delivering = null)));
  /** A failure is no fault: they go before the next plays. */
  const deliverSoon = () => void deliver().catch(() => undefined);
  async function send(): Promise<void> {
    while (acks.length > 0) {
      const { records } = await caller.call(sendAlertAcks, { body: { records: acks.slice(0, MAX_ACKS) } });
      const named = new Set(records.map(({ alert_id, state }) => `${alert_id} ${state}`));
      if (named.size === 0) return;
      acks = acks.filter(({ alert_id, state }) => !named.has(`${alert_id} ${state}`));
      await save();
    }
  }

  every(clock, TICK_MS, () => void lookOnce());
  await lookOnce();
  return {
    /** The server has a set of this version. */
    async heardOf(version: number): Promise<void> {
      newest = Math.max(newest, version);
      if (newest > (set?.version ?? 0)) await (pulling ??= pullNewest().finally(() => (pulling = null)));
    },
    /** Sends what is not reported yet. */
    deliver,
    async confirm(id: string): Promise<void> {
      reach([{ id, state: 'acknowledged' }]);
      await save();
      deliverSoon();
    },
    isConfirmed: (id: string) => progress[id]?.states.includes('acknowledged') ?? false,
  };
}
export type Alerts = Awaited<ReturnType<typeof startAlerts>>;
