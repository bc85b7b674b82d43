/** All that talks to the network. It starts after the first frame, and nothing on the screen waits for it. */
import { createCaller } from '../shared/device/call.ts';
import { attend, offerKiosk } from './attend.ts';
import { createSpending } from './spending.ts';
import { noted, timed, watchLink } from './link.ts';
import { pair } from './pairing.ts';
import { onFault, type Player } from './player.ts';
import { recover } from './recover.ts';
import { findSelf } from './self.ts';
import type { Monitor } from '../shared/net/quality/monitor.ts';
import { keepInStep } from './sync.ts';
import { installWorker } from './worker.ts';

export async function goOnline(player: Player): Promise<void> {
  const { clock, db, time } = player;
  const monitor = watchLink(player);
  const [self, spending] = await Promise.all([
    findSelf(db),
    createSpending({
      db,
      clock,
      now: () => time.now(),
      plan: () => player.content.active()?.config?.data_plan,
      isMetered: () => monitor.metered(),
      onFault,
    }),
  ]);
  const caller = createCaller({
    clock,
    time,
    origin: location.origin,
    signer: self.signer,
    fetch: noted((input, init) => fetch(input, init), monitor, clock, spending.carried),
  });
  attend(player);
  work(player);
  void afterPicture(player, monitor).catch(onFault);
  if (!self.identity()) {
    await self.become(await pair(player, caller, self));
    if (!player.status.get().isKiosk) void player.shown.then(() => offerKiosk(player)).catch(onFault);
  }
  const identity = self.identity();
  if (identity && !player.running()) player.begin(identity);
  const { ledger } = player.running() ?? {};
  if (ledger) void recover({ ...player, ledger, onFault }).catch(onFault);
  keepInStep(player, { caller: timed(caller, monitor, clock), monitor, spending }, self);
}

/** What nobody waits for leaves link and processor to the first picture. */
async function afterPicture(player: Player, monitor: Monitor) {
  await player.shown;
  const [{ tellOfFaults }, { scrub }] = await Promise.all([import('./telemetry.ts'), import('./scrub.ts')]);
  const onScreen = () => player.running()?.run.onScreen() ?? null;
  scrub({ ...player, onFault, onScreen });
  tellOfFaults(player, monitor);
}

const onWorkerFault = (error: unknown) => onFault(error, 'worker');

function work({ clock, incidents, listeners, running, shown, isSpoiled }: Player) {
  const workers = navigator.serviceWorker;
  if (!workers || import.meta.env.DEV) return;
  const installing = installWorker({
    clock,
    workers,
    onFault: onWorkerFault,
    onBad: isSpoiled,
    onBuildBad: build =>
      void incidents
        .note('version', `${build} came to no picture twice, the build before it plays`)
        .catch(onFault),
    /** Nobody sees a picture of a page that is hidden, and it comes to none: that it came this far must do. */
    shown: Promise.race([shown, hidden()]),
    entry: new URL(import.meta.url).pathname,
    onUpdate(change) {
      listeners.onUpdate = change;
      if (running()) running()?.run.tell({ on: 'update' });
      else change();
    },
    ask: () => listeners.onSync(),
    onWord: hear => (listeners.onWord = hear),
    onStay: () => running()?.run.tell({ on: 'stay' }),
    reload: () => location.reload(),
  });
  void installing.catch(onWorkerFault);
}

const hidden = () =>
  new Promise<void>(done => {
    const look = () => {
      if (document.hidden) done();
    };
    document.addEventListener('visibilitychange', look);
    look();
  });
