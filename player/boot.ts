/** Paints first from what lies on the device, then talks to the network. */
import { systemClock, sleep } from '../shared/clock.ts';
import { connect, readValue } from '../shared/device/storage.ts';
import { holdScreen } from './exclusive.ts';
import { createPlayer, onFault } from './player.ts';

const RETRY_MS = 2_000;
const byId = (id: string) => document.getElementById(id)!;

async function boot() {
  if (new URLSearchParams(location.search).has('preview'))
    return (await import('./preview.ts')).preview(byId('stage'));
  if (!isSecureContext) return (await import('./screens/notice.ts')).notice('insecure');
  const mine = holdScreen(navigator.locks, systemClock, async () => {
    await (await import('./screens/notice.ts')).notice('second');
  });
  await play(mine);
}

async function play(mine: Promise<void>) {
  const db = connect();
  const onHouse = async () => (await import('./screens/house.ts')).showHouse(player);
  const player = await createPlayer({ clock: systemClock, db, root: byId('stage'), onHouse });
  const [identity] = await Promise.all([readValue(db, 'identity'), mine]);
  if (identity) player.begin(identity);
  (await import('./online.ts')).goOnline(player);
}

/** A database that does not open is tried again; meanwhile the ground is on screen. */
async function insist() {
  for (;;) {
    try {
      return await boot();
    } catch (error) {
      onFault(error);
      await sleep(systemClock, RETRY_MS);
    }
  }
}

void insist();
