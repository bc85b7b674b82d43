/** Synchronizes a paired screen with its server: manifest, plays, heartbeat, commands. */
import { createSplash } from '../screens/house/fetchSplash.ts';
import { every, sleep, withDeadline } from '../../shared/clock.ts';
import type { UpdateDirective } from '../../shared/contract/fleet/build.ts';
import type { PendingCommand } from '../../shared/contract/fleet/command.ts';
import { MAX_NOTES, sendIncidents } from '../../shared/contract/fleet/incident.ts';
import { MAX_PICTURE_CHARS, sendPicture } from '../../shared/contract/fleet/live.ts';
import { sendDecisions } from '../../shared/contract/playout/decisions.ts';
import { heartbeat } from '../../shared/contract/playout/manifest.ts';
import type { ErrorCode } from '../../shared/contract/wire/errors.ts';
import { CallFailure, type DeviceClient } from '../../shared/device/call.ts';
import type { Monitor } from '../../shared/net/quality/monitor.ts';
import { readValue, writeValues } from '../../shared/device/storage.ts';
import { randomUnit } from '../../shared/random.ts';
import { loadAlertsLate } from '../alerts/load.ts';
import type { AlertsPlayer } from '../alerts/pageAlerts.ts';
import type { CommandPlayer } from './commandActions.ts';
import type { Commands } from './commands.ts';
import type { UsageMeter } from './usageMeter.ts';
import { deliver } from '../ledger/deliver.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { createDownloads, browserEnvironment, type DownloadsPlayer } from '../library/downloads.ts';
import { panelSize, targetScreen } from '../library/files.ts';
import { linesOf } from '../library/content.ts';
import { fetchHead, checkHead, fetchDocuments, keysAfter } from '../library/manifest.ts';
import { followEvents } from './events.ts';
import { INTERVALS } from './intervals.ts';
import type { FirstPlan } from './pairing.ts';
import { onFault } from '../app/faults.ts';
import type { Player } from '../app/player.ts';
import { readMachine, buildReport } from './report.ts';
import type { DeviceIdentity } from './identity.ts';
import { isTombstone } from './tombstone.ts';

/** The first heartbeat leaves link and processor to the first picture for this long. */
const FIRST_PICTURE_MS = 1_000;
/** So does the stream of events, and a screen that has nothing to play listens, too. */
const LISTEN_AFTER_MS = 5_000;
/** Longer than each of its calls may take. */
const ATTEMPT_LIMIT_MS = 5 * 60_000;
/** A screen that starts has better things to do than to send pictures. */
const FIRST_SENT_PICTURE_MS = 60_000;
const FORMER_AGAIN_MS = 10 * 60_000;
const REVOKED_CODES: ReadonlySet<ErrorCode | null> = new Set(['DEVICE_REVOKED', 'DEVICE_UNKNOWN'] as const);

export type SyncPlayer = DownloadsPlayer &
  CommandPlayer &
  AlertsPlayer &
  Pick<Player, 'decisions' | 'leases' | 'spent'>;
interface Link {
  caller: DeviceClient;
  monitor: Pick<Monitor, 'metered' | 'onOnline'>;
  spending: UsageMeter;
  /** What the server says of the builds, with each heartbeat. */
  onDirective: (directive: UpdateDirective | null) => Promise<void>;
  /** Of the stage, as a data URL of at most so many characters. */
  takePicture: (maxChars: number) => Promise<string>;
  /** With each answer of the server; 0 where it says nothing. */
  onAlertsVersion: (listener: (version: number) => void) => void;
}

/** `plan`: what came with the screen's name. */
export function startSync(
  player: SyncPlayer,
  { caller, monitor, spending, onDirective, takePicture, onAlertsVersion }: Link,
  self: DeviceIdentity,
  plan: FirstPlan | null,
): void {
  const { clock, content, db, status, time } = player;
  const downloads = createDownloads(player, caller, {
    ...browserEnvironment(),
    mayFetch: spending.mayFetch,
    screen: () => targetScreen(content.active()?.config, monitor.metered()),
  });
  /** What gives no answer, be it the disk's, must not keep the next attempt from being made. */
  const inTime = (work: Promise<void>) => withDeadline(clock, ATTEMPT_LIMIT_MS, 'An attempt', work);
  const alerts = loadAlertsLate(player, caller, () => self.identity());
  const hearOfAlerts = (version: number) => void attempt(() => alerts.heardOf(version))();
  let deliverAfter = 0;
  let formerAfter = 0;

  let polling: Promise<void> | null = null;
  const pollManifest = () => (polling ??= inTime(fetchManifest()).finally(() => (polling = null)));

  async function fetchManifest() {
    const identity = self.identity();
    if (!identity) return;
    const given = plan;
    plan = null;
    const head = given?.head ?? (await fetchHead({ caller, db }, content.version()));
    if (head && head.version !== content.version()) {
      const signer = await checkHead(head, identity, content.version());
      const documents = await fetchDocuments({ caller, db }, head, given?.documents);
      const keys = keysAfter(identity, head, signer);
      if (JSON.stringify(keys) !== JSON.stringify(identity)) await self.setIdentity(keys);
      await content.accept(head, documents);
    }
    void download();
    void splash();
  }

  const keepSplash = createSplash(player, caller, spending.mayFetch);

  async function sendHeartbeat() {
    const running = player.running();
    if (!running) return;
    const sent = status.get().unsent;
    const [{ ready }, ledger, machine, kiosk, mayKnow, mayTell] = await Promise.all([
      downloads.readiness(),
      running.ledger.counts(),
      readMachine(navigator, panelSize()),
      readValue(db, 'kiosk'),
      readValue(db, 'place_allowed'),
      readValue(db, 'place_reported'),
    ]);
    await content.setPlaysAv1(machine.av1 ?? false);
    const now = { status: status.get(), active: content.active(), shown: running.run.onScreen() };
    const data = { ...spending.now(), waiting: downloads.waiting() };
    const place = mayKnow && mayTell ? { fix: player.moments.place() } : null;
    const body = buildReport({
      ...{ clock, time, ready, ledger, machine, data, kiosk, place, ...now },
      saves_data: monitor.metered(),
    });
    const { manifest_version, commands = [], update = null } = await caller.call(heartbeat, { body });
    if (status.get().refusedBy) status.set({ refusedBy: null });
    await onDirective(update);
    status.set({ unsent: status.get().unsent.filter(skip => !sent.includes(skip)) });
    await writeValues(db, { time: time.keep() });
    runCommands(commands);
    void attempt(sendIncidentNotes)();
    if (manifest_version > content.version()) await pollManifest();
    else void download();
  }

  /** They stay here until an answer of ours names them. */
  async function sendIncidentNotes() {
    const notes = (await player.incidents.waiting()).slice(0, MAX_NOTES);
    if (notes.length === 0) return;
    const { taken } = await caller.call(sendIncidents, { body: { notes } });
    await player.incidents.remove(taken);
  }

  async function sendDecisionCounts() {
    const body = player.decisions.take();
    if (!body) return;
    await caller.call(sendDecisions, { body });
    player.decisions.settle(body.period_id);
  }

  async function askForLeases() {
    const identity = self.identity();
    const isNeeded =
      player.leases.held().length > 0 || linesOf(content.active()).some(({ leased }) => leased);
    if (!identity || !isNeeded) return;
    const late = await import('../library/askForLeases.ts');
    await late.askForLeases({ player, caller, identity, handIn: deliverPlays });
  }

  /** Nobody waits for it: without a link, or past the data plan, an hour has no picture. */
  async function sendStagePicture() {
    if (!player.running()?.run.onScreen() || !spending.mayFetch(MAX_PICTURE_CHARS, false)) return;
    await caller.call(sendPicture, { body: { picture: await takePicture(MAX_PICTURE_CHARS) } });
  }

  let commandRunner: Promise<Commands> | null = null;
  /** What is seldom asked is loaded when it is; what lies here from the last start is gone on with. */
  const runCommands = (asked: readonly PendingCommand[]) => {
    const work = async () => {
      if (!commandRunner && asked.length === 0 && !(await readValue(db, 'commands'))) return;
      commandRunner ??= prepare().catch((error: unknown) => {
        commandRunner = null;
        throw error;
      });
      await (await commandRunner).run(asked);
    };
    void attempt(work)();
  };
  async function prepare() {
    const [{ createCommands }, { createCommandActions: actsOf }] = await Promise.all([
      import('./commands.ts'),
      import('./commandActions.ts'),
    ]);
    return createCommands({
      db,
      caller,
      actions: actsOf({
        player,
        self,
        caller,
        refresh: pollManifest,
        checkIn: attempt(pollManifest),
        download: downloadAgain,
      }),
    });
  }

  let delivering: Promise<void> | null = null;
  /** One after the other: the same rows must not go twice. */
  const deliverPlays = () => (delivering ??= inTime(handIn()).finally(() => (delivering = null)));
  async function handIn() {
    const running = player.running();
    if (!running || clock.mono() < deliverAfter) return;
    /** What became of an alert goes first; where that fails plays are handed in all the same. */
    await alerts.deliver().catch(() => undefined);
    const { ledger, identity } = running;
    const result = await deliver({ ledger, caller, device_id: identity.device_id, key: self.key() });
    if (result.outcome === 'stopped') deliverAfter = clock.mono() + (result.retryAfter ?? 0);
    await deliverFormer(ledger);
    const { waiting, parked } = await ledger.counts();
    status.set({ plays: { waiting, parked } });
  }

  /** Plays from before this screen was paired anew. Where their time is not known here, they keep nothing waiting. */
  async function deliverFormer(ledger: Ledger) {
    if (clock.mono() < formerAfter) return;
    for (const { device_id, key } of await self.former()) {
      const { outcome } = await deliver({ ledger, caller, device_id, key });
      const owner = { device_id, key_id: key.key_id };
      if (outcome === 'empty' && !(await ledger.hasOpen(owner))) await self.dropFormer(key.key_id);
      else formerAfter = clock.mono() + FORMER_AGAIN_MS;
    }
  }

  /** A failure ends this attempt only; the next one comes by the clock. */
  const attempt = (work: () => Promise<void>) => () =>
    work().catch((error: unknown) => {
      if (!(error instanceof CallFailure)) return onFault(error);
      return REVOKED_CODES.has(error.code) ? onRefused(error) : undefined;
    });

  /** A server that does not know this screen may be the wrong one: it plays on, and forgets on a signed word alone. */
  async function onRefused(failure: CallFailure) {
    const identity = self.identity();
    if (!identity) return;
    if (await isTombstone(failure.details['tombstone'], identity)) return forget();
    if (status.get().refusedBy !== failure.code) onFault(failure);
    status.set({ refusedBy: failure.code });
  }
  async function forget(): Promise<void> {
    await self.erase();
    location.reload();
    await new Promise(() => undefined);
  }

  const download = attempt(() => downloads.run());
  const splash = attempt(keepSplash);
  const downloadAgain = () => {
    downloads.lookAgain();
    return download();
  };

  async function syncAll() {
    await Promise.all([attempt(pollManifest)(), player.running()?.ledger.recover().catch(onFault)]);
    await Promise.race([player.firstPicture, sleep(clock, FIRST_PICTURE_MS)]);
    /** What comes to play only later is told of then, and not half a minute after it. */
    if (!player.running()?.run.onScreen()) void player.firstPicture.then(attempt(sendHeartbeat));
    await Promise.all([attempt(sendHeartbeat)(), attempt(deliverPlays)()]);
    await askAgain();
  }
  const askAgain = attempt(() => inTime(askForLeases()));
  player.on.damaged(download);
  player.on.syncRequest(syncAll);
  player.on.forgetRequest(forget);
  monitor.onOnline(() => void syncAll());
  const interval = (of: keyof typeof INTERVALS) => () =>
    INTERVALS[of][monitor.metered() ? 'metered' : 'free'];
  every(clock, interval('manifest'), attempt(pollManifest));
  every(
    clock,
    interval('heartbeat'),
    attempt(() => inTime(sendHeartbeat())),
  );
  every(clock, interval('plays'), attempt(deliverPlays));
  every(clock, interval('leases'), askAgain);
  every(clock, interval('decisions'), attempt(sendDecisionCounts));
  every(clock, interval('picture'), attempt(sendStagePicture));
  void Promise.all([player.firstPicture, sleep(clock, FIRST_SENT_PICTURE_MS)]).then(
    attempt(sendStagePicture),
  );
  void attempt(() => downloads.updateStatus())();
  void attempt(() => alerts.showHeld())();
  onAlertsVersion(hearOfAlerts);
  void syncAll();
  const beat = attempt(() => inTime(sendHeartbeat()));
  const listen = () =>
    followEvents({
      clock,
      caller,
      isMetered: () => monitor.metered(),
      onChanged: () => void beat(),
      onAlerts: hearOfAlerts,
      random: randomUnit,
    });
  void Promise.race([player.firstPicture, sleep(clock, LISTEN_AFTER_MS)]).then(listen);
}
