/** Synchronizes a paired screen with its server: manifest, plays, heartbeat, commands. */
import { every, sleep } from '../../shared/clock.ts';
import type { UpdateDirective } from '../../shared/contract/fleet/build.ts';
import type { PendingCommand } from '../../shared/contract/fleet/command.ts';
import { MAX_NOTES, sendIncidents } from '../../shared/contract/fleet/incident.ts';
import { heartbeat } from '../../shared/contract/playout/manifest.ts';
import { CallFailure, type DeviceClient } from '../../shared/device/call.ts';
import type { Monitor } from '../../shared/net/quality/monitor.ts';
import { readValue, writeValues } from '../../shared/device/storage.ts';
import type { CommandPlayer } from './commandActions.ts';
import type { Commands } from './commands.ts';
import type { UsageMeter } from './usageMeter.ts';
import { deliver } from '../ledger/deliver.ts';
import { createDownloads, browserEnvironment, type DownloadsPlayer } from '../library/downloads.ts';
import { panelSize, targetScreen } from '../library/files.ts';
import { fetchHead, checkHead, fetchDocuments, keysAfter } from '../library/manifest.ts';
import { INTERVALS } from './intervals.ts';
import type { FirstPlan } from './pairing.ts';
import { onFault } from '../app/faults.ts';
import { readMachine, buildReport } from './report.ts';
import type { DeviceIdentity } from './identity.ts';

/** The first heartbeat leaves link and processor to the first picture for this long. */
const FIRST_PICTURE_MS = 1_000;
const REVOKED_CODES = new Set(['DEVICE_REVOKED', 'DEVICE_UNKNOWN']);

type SyncPlayer = DownloadsPlayer & CommandPlayer;
interface Link {
  caller: DeviceClient;
  monitor: Pick<Monitor, 'metered' | 'onOnline'>;
  spending: UsageMeter;
  /** What the server says of the builds, with each heartbeat. */
  onDirective: (directive: UpdateDirective | null) => Promise<void>;
}

/** `plan`: what came with the screen's name. */
export function startSync(
  player: SyncPlayer,
  { caller, monitor, spending, onDirective }: Link,
  self: DeviceIdentity,
  plan: FirstPlan | null,
): void {
  const { clock, content, db, status, time } = player;
  const downloads = createDownloads(player, caller, {
    ...browserEnvironment(),
    mayFetch: spending.mayFetch,
    screen: () => targetScreen(content.active()?.config, monitor.metered()),
  });
  let deliverAfter = 0;

  let polling: Promise<void> | null = null;
  const pollManifest = () => (polling ??= fetchManifest().finally(() => (polling = null)));

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
  }

  async function sendHeartbeat() {
    const running = player.running();
    if (!running) return;
    const sent = status.get().unsent;
    const [{ ready }, ledger, machine, kiosk] = await Promise.all([
      downloads.readiness(),
      running.ledger.counts(),
      readMachine(navigator.storage, panelSize()),
      readValue(db, 'kiosk'),
    ]);
    const now = { status: status.get(), active: content.active(), shown: running.run.onScreen() };
    const data = { ...spending.now(), waiting: downloads.waiting() };
    const body = buildReport({ clock, time, ready, ledger, machine, data, kiosk, ...now });
    const { manifest_version, commands = [], update = null } = await caller.call(heartbeat, { body });
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
      actions: actsOf({ player, self, refresh: pollManifest, download: download }),
    });
  }

  async function deliverPlays() {
    const running = player.running();
    if (!running || clock.mono() < deliverAfter) return;
    const { ledger, identity } = running;
    const result = await deliver({
      ledger,
      caller,
      device_id: identity.device_id,
      key: self.key.pair.privateKey,
    });
    if (result.outcome === 'stopped') deliverAfter = clock.mono() + (result.retryAfter ?? 0);
    const { waiting, parked } = await ledger.counts();
    status.set({ plays: { waiting, parked } });
  }

  /** A failure ends this attempt only; the next one comes by the clock. */
  const attempt = (work: () => Promise<void>) => () =>
    work().catch(async (error: unknown) => {
      if (!(error instanceof CallFailure)) return onFault(error);
      if (error.code === null || !REVOKED_CODES.has(error.code)) return;
      await self.erase();
      location.reload();
    });

  const download = attempt(() => downloads.run());

  async function syncAll() {
    await Promise.all([attempt(pollManifest)(), player.running()?.ledger.recover().catch(onFault)]);
    await Promise.race([player.firstPicture, sleep(clock, FIRST_PICTURE_MS)]);
    await Promise.all([attempt(sendHeartbeat)(), attempt(deliverPlays)()]);
  }
  player.on.damaged(download);
  player.on.syncRequest(syncAll);
  monitor.onOnline(() => void syncAll());
  const interval = (of: keyof typeof INTERVALS) => () =>
    INTERVALS[of][monitor.metered() ? 'metered' : 'free'];
  every(clock, interval('manifest'), attempt(pollManifest));
  every(clock, interval('heartbeat'), attempt(sendHeartbeat));
  every(clock, interval('plays'), attempt(deliverPlays));
  void syncAll();
}
