/** All that talks to the network. It starts after the first frame, and nothing on the screen waits for it. */
import { ALERTS_VERSION_HEADER } from '../../shared/contract/alerts/alertSignals.ts';
import type { UpdateDirective } from '../../shared/contract/fleet/build.ts';
import { createDeviceClient } from '../../shared/device/call.ts';
import { readValue, writeValues } from '../../shared/device/storage.ts';
import { supervise, offerKiosk } from '../app/supervise.ts';
import { createUsageMeter } from './usageMeter.ts';
import { measureCalls, measureDownloads, watchLink } from './link.ts';
import { pair, startEarlyPairing, type EarlyPairing, type FirstPlan } from './pairing.ts';
import { createEvent } from '../app/event.ts';
import { onFault } from '../app/faults.ts';
import type { Player } from '../app/player.ts';
import type { AudienceSensor } from '../audience/audience.ts';
import { recover } from '../ledger/recover.ts';
import { loadIdentity } from './identity.ts';
import type { Monitor } from '../../shared/net/quality/monitor.ts';
import { startSync } from './sync.ts';
import { installWorker, type WorkerPorts } from '../app/worker.ts';

export { startEarlyPairing as introduce };

/** `introduced`: where nothing of a screen lay here, its key was named already. */
export async function prepareOnline(player: Player, earlyPairing: EarlyPairing | null) {
  const { clock, db, time } = player;
  const [self, spending] = await Promise.all([
    loadIdentity(db, earlyPairing?.key ?? null),
    createUsageMeter({
      db,
      clock,
      now: () => time.now(),
      plan: () => player.content.active()?.config?.data_plan,
      isMetered: () => monitor.metered(),
      onFault,
    }),
  ]);
  /** From here on nothing fails: what is started below is started once. */
  const monitor = watchLink(player);
  const alertsVersion = createEvent<number>();
  const caller = createDeviceClient({
    clock,
    time,
    origin: location.origin,
    signer: self.signer,
    fetch: measureCalls(
      (input, init) => fetch(input, init),
      monitor,
      clock,
      spending.count,
      headers => void alertsVersion.emit(Number(headers.get(ALERTS_VERSION_HEADER) ?? 0)),
    ),
  });
  supervise(player);
  const directive = createEvent<UpdateDirective | null>();
  startWorker(player, directive.on);
  void afterPicture(player, monitor).catch(onFault);

  /** Tried again as a whole where it fails; it begins to talk with the server at its end. */
  async function join(): Promise<void> {
    let plan: FirstPlan | null = null;
    if (!self.identity()) {
      void player.library.open().catch(onFault);
      const answer = earlyPairing?.key === self.key() ? earlyPairing.answer : null;
      const paired = await pair(player, caller, { ...self, answer });
      await self.setIdentity(paired.identity);
      plan = paired.plan;
      if (!player.status.get().isKiosk) void player.shown.then(() => offerKiosk(player)).catch(onFault);
    }
    const identity = self.identity();
    if (identity && !player.running()) player.begin(identity);
    const { ledger } = player.running() ?? {};
    if (ledger) void recover({ ...player, ledger, onFault }).catch(onFault);
    const measured = measureDownloads(caller, monitor, clock);
    const link = {
      ...{ caller: measured, monitor, spending, onDirective: directive.emit, takePicture },
      onAlertsVersion: alertsVersion.on,
    };
    startSync(player, link, self, plan);
    const { waysideAudienceSensor: sensor } = globalThis as { waysideAudienceSensor?: AudienceSensor };
    if (sensor)
      import('../audience/audience.ts')
        .then(({ startAudience }) => startAudience({ ...player, caller, sensor }))
        .catch(onFault);
  }
  return { join };
}

const takePicture = async (maxChars: number) =>
  (await import('../panels/screenshot.ts')).stagePicture(maxChars);

/** What nobody waits for leaves link and processor to the first picture. */
async function afterPicture(
  player: Pick<Player, 'clock' | 'library' | 'running' | 'shown' | 'status'>,
  monitor: Monitor,
) {
  await player.shown;
  const [{ reportFaults: tellOfFaults }, { scrub }] = await Promise.all([
    import('./telemetry.ts'),
    import('../library/scrub.ts'),
  ]);
  const onScreen = () => player.running()?.run.onScreen() ?? null;
  const secondOnScreen = () => player.running()?.zones.onScreen() ?? null;
  scrub({ ...player, onFault, onScreen, secondOnScreen });
  tellOfFaults(player, monitor);
}

const onWorkerFault = (error: unknown) => onFault(error, 'worker');

const LOSS_DETAILS = {
  worker: 'The service worker of this screen was gone',
  files: "The player's own files were gone from the caches of this screen",
};

function startWorker(
  { clock, db, incidents, requestSync, changePage, running, shown, bootCounter, onChunkDamaged }: Player,
  onDirective: WorkerPorts['onVerdict'],
) {
  const workers = navigator.serviceWorker;
  if (!workers || import.meta.env.DEV) return;
  const noteIncident = (kind: 'storage_loss' | 'version', what: string) =>
    void incidents.note(kind, what).catch(onFault);
  const installing = installWorker({
    clock,
    workers,
    onFault: onWorkerFault,
    onChunkDamaged,
    onBuildBad: build =>
      noteIncident('version', `${build} came to no picture twice, the build before it plays`),
    onInstallFailed: once(() =>
      noteIncident('version', 'A new build did not install, the one before it plays'),
    ),
    onStorageLoss: what => noteIncident('storage_loss', LOSS_DETAILS[what]),
    wasThere: async () => (await readValue(db, 'worker')) ?? false,
    rememberWorker: () => writeValues(db, { worker: true }),
    /** Nobody sees a picture of a page that is hidden, and it comes to none: that it came this far must do. */
    shown: Promise.race([shown, pageHidden()]),
    entry: new URL(import.meta.url).pathname,
    onUpdate(change) {
      changePage(() => {
        if (running()) void bootCounter.markHealthy().catch(onFault);
        change();
      });
    },
    askServer: requestSync,
    onVerdict: onDirective,
    onUpdateFailed: () => running()?.zones.tellAll({ on: 'stay' }),
    reload: () => location.reload(),
  });
  void installing.catch(onWorkerFault);
}

/** It is looked for every hour, and one word of it is enough. */
function once(act: () => void): () => void {
  let isDone = false;
  return () => {
    if (!isDone) act();
    isDone = true;
  };
}

const pageHidden = () =>
  new Promise<void>(done => {
    const look = () => {
      if (document.hidden) done();
    };
    document.addEventListener('visibilitychange', look);
    look();
  });
