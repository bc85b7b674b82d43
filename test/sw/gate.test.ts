import { describe, expect, it } from 'vitest';
import { createGate, NEW_BUILD, afterStart } from '../../sw/gate.ts';
import { createShell, type PrecacheEntry } from '../../sw/shell.ts';
import { manualClock } from '../support/clock.ts';
import { memoryCaches } from '../shared/library/memoryCache.ts';

const origin = 'http://test.local';
const build = (n: number): PrecacheEntry[] => [
  { url: '/player', revision: `r${n}` },
  { url: `/assets/boot-${n}.js`, revision: null },
  { url: '/locales/en/player.json', revision: `l${n}` },
];
const get = (path: string, mode = 'no-cors') =>
  ({ url: origin + path, mode, method: 'GET' }) as unknown as Request;
const page = get('/player', 'navigate');

/** A browser in which builds are installed, each by a worker that the browser may end and wake at any time. */
function browser() {
  const { caches } = memoryCaches();
  const clock = manualClock();
  let current = 0;
  const fetch = (input: string | Request) => {
    const path = typeof input === 'string' ? input : new URL(input.url).pathname;
    return Promise.resolve(new Response(`${path} of ${current}`));
  };
  const wake = (n: number) => {
    const gate = createGate(caches, clock);
    return {
      gate,
      ...createShell({ entries: build(n), caches, fetch: fetch as typeof globalThis.fetch, origin, gate }),
    };
  };
  return {
    caches,
    clock,
    wake,
    install: async (n: number) => {
      current = n;
      await wake(n).precache();
      await wake(n).dropOldBuilds();
    },
    open: async (n: number) => (await wake(n).answer(page)).text(),
    heard: (worker: number, of = worker) => wake(worker).recordHealthy(`/assets/boot-${of}.js`),
  };
}
/** The first build showed a picture, the second is new. */
async function updated() {
  const own = browser();
  await own.install(1);
  await own.open(1);
  await own.heard(1);
  await own.install(2);
  return own;
}

describe('a new build', () => {
  it("that was called back is left for the one before, comes no second time and is nobody's news", async () => {
    const { open, heard, wake, install } = await updated();
    await open(2);
    await heard(2);
    expect(await wake(2).rollBack('/assets/boot-1.js')).toBe(false);
    expect(await wake(2).rollBack('/assets/boot-2.js')).toBe(true);
    expect(await open(2)).toBe('/player of 1');
    expect(await heard(2, 1)).toBeNull();
    await expect(install(2)).rejects.toThrow();
  });

  it('that is the only one cannot be left', async () => {
    const { install, open, wake } = browser();
    await install(1);
    await open(1);
    expect(await wake(1).rollBack('/assets/boot-1.js')).toBe(false);
    expect(await open(1)).toBe('/player of 1');
  });

  it('P7 that twice came to no picture gives way to the one before, for good, and a page hears of it once', async () => {
    const { open, heard, wake } = await updated();
    expect([await open(2), await open(2)]).toEqual(['/player of 2', '/player of 2']);
    expect([await open(2), await open(2)]).toEqual(['/player of 1', '/player of 1']);
    expect(await heard(2, 1)).toBe(wake(2).name);
    expect(await heard(2, 1)).toBeNull();
    expect(await open(2)).toBe('/player of 1');
    const texts = await wake(2).answer(get('/locales/en/player.json'));
    expect(await texts.text()).toBe('/locales/en/player.json of 1');
  });

  it('P7 that was found bad installs no second time, and the next one does and is kept beside the one that played', async () => {
    const own = await updated();
    for (let n = 0; n < 3; n++) await own.open(2);
    await expect(own.wake(2).precache()).rejects.toThrow('has failed here before');
    await own.install(3);
    expect(await own.open(3)).toBe('/player of 3');
    const kept = (await own.caches.keys()).filter(name => name.startsWith('shell-'));
    expect(kept).toEqual([own.wake(1).name, own.wake(3).name]);
    await own.open(3);
    expect(await own.open(3)).toBe('/player of 1');
  });

  it('that showed a picture stays, however often it is opened after', async () => {
    const { open, heard } = await updated();
    await open(2);
    await open(2);
    expect(await heard(2)).toBeNull();
    for (let n = 0; n < 5; n++) expect(await open(2)).toBe('/player of 2');
  });

  it('is not proven by a page of the build before, nor judged by previews', async () => {
    const { open, heard, wake } = await updated();
    await heard(2, 1);
    for (let n = 0; n < 9; n++) await wake(2).answer(get('/player?preview=1', 'navigate'));
    expect(await wake(2).gate.of(wake(2).name)).toEqual(NEW_BUILD);
    await open(2);
    await open(2);
    expect(await open(2)).toBe('/player of 1');
  });

  it('is kept where there is nothing before it', async () => {
    const own = browser();
    await own.install(1);
    for (let n = 0; n < 9; n++) expect(await own.open(1)).toBe('/player of 1');
    expect(afterStart(NEW_BUILD, false)).toEqual(NEW_BUILD);
  });

  it('P7 goes back to the build that played, not to one that came and never ran', async () => {
    const own = await updated();
    await own.install(3);
    expect(await own.wake(3).gate.of(own.wake(1).name)).toMatchObject({ state: 'proven' });
    for (let n = 0; n < 2; n++) await own.open(3);
    expect(await own.open(3)).toBe('/player of 1');
  });

  it('that shows nothing for half a minute is begun anew by the worker; one that did is left alone', async () => {
    const { clock, open, wake } = await updated();
    const worker = wake(2);
    let restarts = 0;
    const watch = () => worker.gate.restartIfDark(worker.name, () => Promise.resolve(restarts++));
    await watch();
    expect(restarts).toBe(0);
    await worker.answer(page);
    const dead = watch();
    await clock.advance(29_999);
    expect(restarts).toBe(0);
    await clock.advance(1);
    await dead;
    expect(restarts).toBe(1);
    const alive = watch();
    await worker.recordHealthy('/assets/boot-2.js');
    await clock.advance(60_000);
    await alive;
    expect(restarts).toBe(1);
    expect(await open(2)).toBe('/player of 2');
  });

  it('plays though the disk is too full to count its starts', async () => {
    const { caches, wake } = await updated();
    const worker = wake(2);
    const refuse = () => Promise.reject(new DOMException('full', 'QuotaExceededError'));
    const opened = await caches.open('gate');
    caches.open = name => Promise.resolve(name === 'gate' ? { ...opened, put: refuse } : opened);
    expect((await worker.gate.recordStart(worker.name, true)).starts).toBe(1);
    expect((await worker.gate.recordStart(worker.name, true)).starts).toBe(2);
    expect((await worker.gate.recordStart(worker.name, true)).state).toBe('bad');
  });
});
