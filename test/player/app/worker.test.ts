import { describe, expect, it } from 'vitest';
import type { UpdateDirective } from '../../../shared/contract/fleet/build.ts';
import { installWorker } from '../../../player/app/worker.ts';
import { manualClock } from '../../support/clock.ts';

class Target extends EventTarget {
  sent: unknown[] = [];
  postMessage = (message: unknown) => void this.sent.push(message);
}

function world({ random = () => 0.5, wasThere = false }: { random?: () => number; wasThere?: boolean } = {}) {
  const clock = manualClock();
  const registration = Object.assign(new EventTarget(), {
    waiting: null as Target | null,
    installing: null as (Target & { state: string }) | null,
    updates: 0,
    update: () => {
      registration.updates++;
      return Promise.resolve();
    },
  });
  const registered: string[] = [];
  let options: RegistrationOptions | undefined;
  const workers = Object.assign(new EventTarget(), {
    controller: null as object | null,
    getRegistration: () => Promise.resolve(registered.length > 0 ? registration : undefined),
    register: (address: string, asked?: RegistrationOptions) => {
      registered.push(address);
      options = asked;
      return Promise.resolve(registration);
    },
  });
  const heard: string[] = [];
  let kept = false;
  let takeOver = () => {};
  let show = () => {};
  let tell: (word: UpdateDirective | null) => void = () => {};
  void installWorker({
    clock,
    workers: workers as unknown as ServiceWorkerContainer,
    onChunkDamaged: sha256 => heard.push(`bad ${sha256}`),
    onUpdate: take => {
      heard.push('update');
      takeOver = take;
    },
    onBuildBad: build => heard.push(`bad build ${build}`),
    onInstallFailed: () => heard.push('refused'),
    onStorageLoss: what => heard.push(`lost ${what}`),
    wasThere: () => Promise.resolve(wasThere),
    rememberWorker: () => Promise.resolve(void (kept = true)),
    shown: new Promise<void>(done => (show = done)),
    entry: '/assets/online-1.js',
    askServer: () => {
      heard.push('ask');
      return Promise.resolve();
    },
    onVerdict: hear => (tell = hear),
    onUpdateFailed: () => heard.push('stay'),
    reload: () => heard.push('reload'),
    onFault: error => heard.push(String(error)),
    random,
  });
  const come = () => {
    const coming = Object.assign(new Target(), { state: 'installing' });
    registration.installing = coming;
    registration.dispatchEvent(new Event('updatefound'));
    coming.state = 'installed';
    registration.waiting = coming;
    coming.dispatchEvent(new Event('statechange'));
    return coming;
  };
  return {
    clock,
    registration,
    workers,
    registered,
    options: () => options,
    heard,
    isKept: () => kept,
    come,
    take: () => takeOver(),
    tell: (word: UpdateDirective | null) => tell(word),
    show: () => show(),
  };
}

describe('the worker', () => {
  it('notes that it is there, and tells where it was before and is gone', async () => {
    const first = world();
    await first.clock.advance(2_000);
    expect([first.isKept(), first.heard]).toEqual([true, []]);
    const again = world({ wasThere: true });
    await again.clock.advance(2_000);
    expect([again.registered, again.heard]).toEqual([['/sw.js'], ['lost worker']]);
    again.workers.dispatchEvent(new MessageEvent('message', { data: { type: 'shell-lost' } }));
    expect(again.heard).toEqual(['lost worker', 'lost files']);
  });

  it('tells of a build that does not install, and not of one that another has replaced', async () => {
    const { clock, registration, heard, come } = world();
    await clock.advance(2_000);
    const refused = Object.assign(new Target(), { state: 'installing' });
    registration.installing = refused;
    registration.dispatchEvent(new Event('updatefound'));
    refused.state = 'redundant';
    refused.dispatchEvent(new Event('statechange'));
    expect(heard).toEqual(['refused']);
    const replaced = come();
    replaced.state = 'redundant';
    replaced.dispatchEvent(new Event('statechange'));
    expect(heard).toEqual(['refused']);
  });

  it('comes after the first picture', async () => {
    const { clock, registered } = world();
    await clock.advance(1_000);
    expect(registered).toEqual([]);
    await clock.advance(1_000);
    expect(registered).toEqual(['/sw.js']);
  });

  it('is checked for a new build every 60 minutes', async () => {
    const { clock, registration } = world();
    await clock.advance(2_000);
    await clock.advance(59 * 60_000);
    expect(registration.updates).toBe(0);
    await clock.advance(60_000);
    expect(registration.updates).toBe(1);
    await clock.advance(3 * 60 * 60_000);
    expect(registration.updates).toBe(4);
  });

  it.each([
    [0, 55],
    [0.999, 65],
  ])(
    'SW-02 a fleet that started together asks up to five minutes apart, each screen every 60 minutes (%s)',
    async (chance, minutes) => {
      const { clock, registration } = world({ random: () => chance });
      await clock.advance(2_000);
      await clock.advance((minutes - 1) * 60_000);
      expect(registration.updates).toBe(0);
      await clock.advance(60_000);
      expect(registration.updates).toBe(1);
      await clock.advance(3 * 60 * 60_000);
      expect(registration.updates).toBe(4);
    },
  );

  it('is asked for past the cache of the browser', async () => {
    const { clock, options } = world();
    await clock.advance(2_000);
    expect(options()).toEqual({ scope: '/', updateViaCache: 'none' });
  });

  it('of a first install takes the page without a reload', async () => {
    const { clock, heard, come } = world();
    await clock.advance(2_000);
    come();
    expect(heard).toEqual([]);
  });

  it("of a new build waits for the server's word and for the time between two items, then the page begins anew", async () => {
    const { clock, workers, heard, come, take, tell } = world();
    workers.controller = {};
    await clock.advance(2_000);
    const coming = come();
    expect(heard).toEqual(['ask']);
    tell(null);
    expect(heard).toEqual(['ask', 'update']);
    expect(coming.sent).toEqual([]);
    take();
    expect(coming.sent).toEqual([{ type: 'take-over' }]);
    workers.dispatchEvent(new Event('controllerchange'));
    await clock.advance(60_000);
    expect(heard).toEqual(['ask', 'update', 'reload']);
  });

  it('of a build that is held waits until the word changes, and a word from before it came counts for nothing', async () => {
    const { clock, workers, heard, come, tell } = world();
    workers.controller = {};
    await clock.advance(2_000);
    tell(null);
    come();
    tell('hold');
    await clock.advance(60 * 60_000);
    tell('hold');
    expect(heard).toEqual(['ask']);
    tell(null);
    tell(null);
    expect(heard).toEqual(['ask', 'update']);
  });

  it('of a server that says nothing is taken after ten minutes: it may be what mends the link', async () => {
    const { clock, workers, heard, come } = world();
    workers.controller = {};
    await clock.advance(2_000);
    come();
    await clock.advance(9 * 60_000);
    expect(heard).toEqual(['ask']);
    await clock.advance(60_000);
    expect(heard).toEqual(['ask', 'update']);
  });

  it('of a build that was called back is told so once, between two items; where none is before it playing goes on', async () => {
    const { clock, workers, heard, take, tell } = world();
    const controller = new Target();
    workers.controller = controller;
    await clock.advance(2_000);
    tell('back');
    tell('back');
    expect([heard, controller.sent]).toEqual([['update'], []]);
    take();
    expect(controller.sent).toEqual([{ type: 'call-back', entry: '/assets/online-1.js' }]);
    await clock.advance(5_000);
    expect(heard).toEqual(['update', 'stay']);
  });

  it('that does not come lets playing go on', async () => {
    const { clock, workers, heard, come, take, tell } = world();
    workers.controller = {};
    await clock.advance(2_000);
    come();
    tell(null);
    take();
    await clock.advance(5_000);
    expect(heard).toEqual(['ask', 'update', 'stay']);
  });

  it('P7 hears once something is on screen, and not before, of which build it is; a build found bad is passed on', async () => {
    const { clock, workers, heard, show } = world();
    const controller = new Target();
    workers.controller = controller;
    await clock.advance(60_000);
    expect(controller.sent).toEqual([]);
    show();
    await clock.advance(0);
    expect(controller.sent).toEqual([{ type: 'healthy', entry: '/assets/online-1.js' }]);
    workers.dispatchEvent(new MessageEvent('message', { data: { type: 'build-bad', build: 'shell-2' } }));
    expect(heard).toEqual(['bad build shell-2']);
  });

  it('tells of damage in the library', async () => {
    const { clock, workers, heard } = world();
    await clock.advance(2_000);
    workers.dispatchEvent(new MessageEvent('message', { data: { type: 'library-bad', sha256: 'ab' } }));
    workers.dispatchEvent(new MessageEvent('message', { data: null }));
    expect(heard).toEqual(['bad ab']);
  });
});
