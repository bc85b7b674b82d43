/** Paints first from what lies on the device, then talks to the network. */
import { sleep, systemClock, withDeadline } from '../shared/clock.ts';
import { connect, readValue } from '../shared/device/storage.ts';
import { isModuleAvailable } from '../shared/web/modules.ts';
import '../shared/web/trusted.ts';
import { acquireScreen } from './app/exclusive.ts';
import './install/event.ts';
import { ownLanguage } from './screens/language.ts';
import { fromMirror, readKiosk } from './kiosk/mode.ts';
import { prepareNewDevice } from './link/newDevice.ts';
import { onFault } from './app/faults.ts';
import { createPlayer, type Player } from './app/player.ts';
import type { Playback } from './engine/playback.ts';
import { retryUntilDone } from './app/retry.ts';

/** A database that gives no answer is opened anew. */
const START_LIMIT_MS = 15_000;
/** The first picture often comes sooner than the house loop could. */
const HOUSE_DELAY_MS = 1_500;
/** The network waits this long for the first picture, so that both need not share the processor. */
const FIRST_PICTURE_MS = 700;
/** The screen is ours at once where no other tab has it. */
const SINGLE_TAB_MS = 500;
/** Fetched while the database opens where the page is new here; else after the first picture. */
const online = () => import('./link/online.ts');
const byId = (id: string) => document.getElementById(id)!;

async function boot() {
  document.documentElement.lang = ownLanguage();
  /** Nobody asks how long each file took, and the browser would keep hundreds. */
  performance.setResourceTimingBufferSize(0);
  const isPreview = new URLSearchParams(location.search).has('preview');
  if (isPreview) return (await import('./app/preview.ts')).preview(byId('stage'));
  if (!isSecureContext) return (await import('./screens/notice.ts')).showNotice('insecure');
  const mine = acquireScreen(navigator.locks, systemClock, async () => {
    await (await import('./screens/notice.ts')).showNotice('second');
  });
  const earlyPairing = introduce(mine).catch((error: unknown) => {
    onFault(error);
    return null;
  });
  const player = await untilDone(() => play(mine));
  void untilDone(() => watch(player), player);
  if (player.running()) await Promise.race([player.firstPicture, sleep(systemClock, FIRST_PICTURE_MS)]);
  const link = await untilDone(
    async () => (await online()).prepareOnline(player, await earlyPairing),
    player,
  );
  await untilDone(() => link.join(), player);
}

/** A new screen names itself while its database is made. A second tab waits, and reads what the first made. */
async function introduce(mine: Promise<void>) {
  if (navigator.serviceWorker.controller) return null;
  const isAlone = Promise.race([mine.then(() => true), sleep(systemClock, SINGLE_TAB_MS).then(() => false)]);
  const [made, isOurs, { introduce }] = await Promise.all([prepareNewDevice(), isAlone, online()]);
  return made && isOurs ? introduce(made) : null;
}

const inTime = <T>(work: Promise<T>) => withDeadline(systemClock, START_LIMIT_MS, 'The database', work);

async function play(mine: Promise<void>): Promise<Player> {
  const db = connect();
  const root = byId('stage');
  root.replaceChildren();
  const onHouse = async () => {
    await sleep(systemClock, Math.max(0, HOUSE_DELAY_MS - systemClock.mono()));
    if (!player.running()?.run.onScreen()) await (await import('./screens/house/house.ts')).showHouse(player);
    player.markShown();
  };
  /** Asked once the screen is ours: the tab before may have made it a kiosk. */
  const kiosk = mine.then(() => readKiosk(db, localStorage, onFault));
  const [player, identity, { enabled }] = await Promise.all([
    inTime(createPlayer({ clock: systemClock, db, root, onHouse })),
    inTime(readValue(db, 'identity')),
    kiosk,
  ]);
  player.status.set({ isKiosk: enabled });
  void player.shown.then(() => {
    isBlank = false;
    document.getElementById('fatal')?.remove();
  });
  if (identity) player.begin(identity);
  else void untilDone(onHouse);
  return player;
}

async function watch(player: Player) {
  await player.shown;
  const { startWatchdog: stayAlive } = await import('./app/watchdog.ts');
  const run = (): Pick<Playback, 'tell'> | undefined => {
    const zones = player.running()?.zones;
    return zones && { tell: event => zones.tellAll(event) };
  };
  const restartPage = () => restart(player);
  const showServiceMark = async () => (await import('./screens/serviceMark.ts')).markService('E-204');
  stayAlive({ ...player, page: window, run, showServiceMark, restart: restartPage, onFault });
}

/** The page anew, between two items where something plays. */
function restart(player: Player | null) {
  const reload = () => location.reload();
  if (player) player.changePage(reload);
  else reload();
}

/** Until something is on the screen. */
let isBlank = true;

const untilDone = <T>(attempt: () => Promise<T>, player: Player | null = null) =>
  retryUntilDone(attempt, {
    clock: systemClock,
    isPlaying: () => Boolean(player?.running()?.run.onScreen()),
    isBlank: () => isBlank,
    isModuleAvailable: error => isModuleAvailable(error, fetch),
    restart: () => restart(player),
    showFatal,
    onFault,
  });

/** The database may be what does not open: whether this is a kiosk its mirror says. */
function showFatal(error: unknown) {
  const isKiosk = fromMirror(localStorage).enabled;
  const reload = () => restart(null);
  void import('./screens/fatal.ts')
    .then(screen => screen.showFatal({ error, isKiosk, clock: systemClock, reload }))
    .catch(onFault);
}

boot().catch((error: unknown) => {
  onFault(error);
  showFatal(error);
});
