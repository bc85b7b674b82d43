// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Player } from '../../../player/app/player.ts';
import { createStatus } from '../../../player/app/status.ts';
import { connect } from '../../../shared/device/storage.ts';
import { manualClock } from '../../support/clock.ts';
import '../../support/console/panelPage.ts';

/** A page reads its code once, and its code listens from then on: the page of a file that ran before is another. */
vi.resetModules();
const { supervise } = await import('../../../player/app/supervise.ts');
/** Read before, so that the waits below are for the question and not for its code. */
await Promise.all([
  import('../../../player/install/pageInstall.ts'),
  import('../../../player/screens/ask.ts'),
]);

afterEach(() => localStorage.clear());

const question = () => document.querySelector('[role=dialog]');
const flag = () => localStorage.getItem('install_prompt_installed');

/** The player's page as a browser opens it that tells the steps of an installation and does not ask itself. */
function opened({ mode = 'browser', standalone = false, db = connect() } = {}) {
  document.body.innerHTML = '<div id="over"></div>';
  vi.stubGlobal('matchMedia', (query: string) => ({ matches: query === `(display-mode: ${mode})` }));
  Object.defineProperty(navigator, 'standalone', { value: standalone, configurable: true });
  Object.assign(navigator, { storage: { persist: () => Promise.resolve(true) } });
  const clock = manualClock();
  let ready = () => {};
  const shown = new Promise<void>(done => (ready = done));
  supervise({ clock, db, status: createStatus(), shown } as unknown as Player);
  /** The modules of the question come first, which takes real time. */
  const rest = async () => {
    for (let i = 0; i < 20; i++) {
      await new Promise(done => setTimeout(done, 5));
      await clock.advance(0);
    }
  };
  return { clock, ready, rest, db };
}

describe('the question whether to install, on the page itself', () => {
  it('AMBIG-INSTALL-01 INSTALL-03 counts its five seconds from when something is shown', async () => {
    indexedDB = new IDBFactory();
    const { clock, ready, rest } = opened();
    await rest();
    await clock.advance(60_000);
    await rest();
    expect(question()).toBeNull();
    ready();
    await rest();
    await clock.advance(4_999);
    await rest();
    expect(question()).toBeNull();
    await clock.advance(1);
    await rest();
    expect(question()).toBeNull();
    dispatchEvent(new Event('pointerdown'));
    await vi.waitFor(() => expect(question()).not.toBeNull());
  });

  it.each([
    ['as an app without a frame', { mode: 'standalone' }],
    ['as an app over the whole screen', { mode: 'fullscreen' }],
    ['from the home screen', { standalone: true }],
  ])('INSTALL-02 is not asked where it runs %s', async (_how, how) => {
    indexedDB = new IDBFactory();
    const { clock, ready, rest } = opened(how);
    ready();
    await rest();
    await clock.advance(60_000);
    await rest();
    expect(question()).toBeNull();
  });

  it('INSTALL-02 is not asked once the browser has said that the app was installed, nor after the next start', async () => {
    indexedDB = new IDBFactory();
    const first = opened();
    first.ready();
    await first.rest();
    dispatchEvent(new Event('appinstalled'));
    await vi.waitFor(() => expect(flag()).toBe('true'));
    await first.clock.advance(60_000);
    await first.rest();
    expect(question()).toBeNull();
    localStorage.clear();
    const again = opened({ db: first.db });
    again.ready();
    await again.rest();
    await again.clock.advance(60_000);
    await again.rest();
    expect([question(), flag()]).toEqual([null, 'true']);
  });
});
