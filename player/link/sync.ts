/** Keeps a paired screen in step with its server: what to play, what was played, how it is. */
import { every, sleep } from '../../shared/clock.ts';
import type { PendingCommand } from '../../shared/contract/fleet/command.ts';
import { MAX_NOTES, sendIncidents } from '../../shared/contract/fleet/incident.ts';
import { heartbeat } from '../../shared/contract/playout/manifest.ts';
import { CallFailure, type Caller } from '../../shared/device/call.ts';
import type { Monitor } from '../../shared/net/quality/monitor.ts';
import { readValue, writeValues } from '../../shared/device/storage.ts';
import type { Commands } from './commands.ts';
import type { Spending } from './spending.ts';
import { deliver } from '../ledger/deliver.ts';
import { createDownloads, ofThisBrowser } from '../library/downloads.ts';
import { panel, screenOf } from '../library/files.ts';
import { askHead, checkHead, fetchDocuments, keysAfter } from '../library/manifest.ts';
import { PACE } from './pace.ts';
import type { FirstPlan } from './pairing.ts';
import { onFault, type Player } from '../app/player.ts';
import { machineOf, reportOf } from './report.ts';
import type { Self } from './self.ts';

/** The first heartbeat leaves link and processor to the first picture for this long. */
const FIRST_PICTURE_MS = 1_000;
const GONE = new Set(['DEVICE_REVOKED', 'DEVICE_UNKNOWN']);

interface Link {
  caller: Caller;
  monitor: Pick<Monitor, 'metered' | 'onOnline'>;
  spending: Spending;
}

/** `plan`: what came with the screen's name. */
export function keepInStep(
  player: Player,
  { caller, monitor, spending }: Link,
  self: Self,
  plan: FirstPlan | null,
): void {
  const { clock, content, db, status, time } = player;
  const downloads = createDownloads(player, caller, {
    ...ofThisBrowser(),
    mayFetch: spending.mayFetch,
    screen: () => screenOf(content.active()?.config, monitor.metered()),
  });
  let silentUntil = 0;

  let polling: Promise<void> | null = null;
  const pollManifest = () => (polling ??= takeManifest().finally(() => (polling = null)));

  async function takeManifest() {
    const identity = self.identity();
    if (!identity) return;
    const given = plan;
    plan = null;
    const head = given?.head ?? (await askHead({ caller, db }, content.version()));
    if (head && head.version !== content.version()) {
      const signer = await checkHead(head, identity, content.version());
      const documents = await fetchDocuments({ caller, db }, head, given?.documents);
      const keys = keysAfter(identity, head, signer);
      if (JSON.stringify(keys) !== JSON.stringify(identity)) await self.become(keys);
      await content.accept(head, documents);
    }
    void bring();
  }

  async function beat() {
    const running = player.running();
    if (!running) return;
    const sent = status.get().unsent;
    const [{ ready }, ledger, machine, kiosk] = await Promise.all([
      downloads.readiness(),
      running.ledger.counts(),
      machineOf(navigator.storage, panel()),
      readValue(db, 'kiosk'),
    ]);
    const now = { status: status.get(), active: content.active(), shown: running.run.onScreen() };
    const data = { ...spending.now(), waiting: downloads.waiting() };
    const body = reportOf({ clock, time, ready, ledger, machine, data, kiosk, ...now });
    const { manifest_version, commands = [], update = null } = await caller.call(heartbeat, { body });
    player.listeners.onWord(update);
    status.set({ unsent: status.get().unsent.filter(skip => !sent.includes(skip)) });
    await writeValues(db, { time: time.keep() });
    obey(commands);
    void attempt(tellIncidents)();
    if (manifest_version > content.version()) await pollManifest();
    else void bring();
  }

  /** They stay here until an answer of ours names them. */
  async function tellIncidents() {
    const notes = (await player.incidents.waiting()).slice(0, MAX_NOTES);
    if (notes.length === 0) return;
    const { taken } = await caller.call(sendIncidents, { body: { notes } });
    await player.incidents.taken(taken);
  }

  let obeying: Promise<Commands> | null = null;
  /** What is seldom asked is loaded when it is; what lies here from the last start is gone on with. */
  const obey = (asked: readonly PendingCommand[]) => {
    const work = async () => {
      if (!obeying && asked.length === 0 && !(await readValue(db, 'commands'))) return;
      obeying ??= prepare().catch((error: unknown) => {
        obeying = null;
        throw error;
      });
      await (await obeying).work(asked);
    };
    void attempt(work)();
  };
  async function prepare() {
    const [{ createCommands }, { actsOf }] = await Promise.all([
      import('./commands.ts'),
      import('./acts.ts'),
    ]);
    return createCommands({ db, caller, acts: actsOf({ player, self, refresh: pollManifest, bring }) });
  }

  async function handIn() {
    const running = player.running();
    if (!running || clock.mono() < silentUntil) return;
    const { ledger, identity } = running;
    const result = await deliver({
      ledger,
      caller,
      device_id: identity.device_id,
      key: self.key.pair.privateKey,
    });
    if (result.outcome === 'stopped') silentUntil = clock.mono() + (result.retryAfter ?? 0);
    const { waiting, parked } = await ledger.counts();
    status.set({ plays: { waiting, parked } });
  }

  /** A failure ends this attempt only; the next one comes by the clock. */
  const attempt = (work: () => Promise<void>) => () =>
    work().catch(async (error: unknown) => {
      if (!(error instanceof CallFailure)) return onFault(error);
      if (error.code === null || !GONE.has(error.code)) return;
      await self.forget();
      location.reload();
    });

  const bring = attempt(() => downloads.run());

  async function begin() {
    await Promise.all([attempt(pollManifest)(), player.running()?.ledger.recover().catch(onFault)]);
    await Promise.race([player.firstPicture, sleep(clock, FIRST_PICTURE_MS)]);
    await Promise.all([attempt(beat)(), attempt(handIn)()]);
  }
  player.listeners.onBad = () => void bring();
  player.listeners.onSync = begin;
  monitor.onOnline(() => void begin());
  const pace = (of: keyof typeof PACE) => () => PACE[of][monitor.metered() ? 'metered' : 'free'];
  every(clock, pace('manifest'), attempt(pollManifest));
  every(clock, pace('heartbeat'), attempt(beat));
  every(clock, pace('plays'), attempt(handIn));
  void begin();
}
