import { describe, expect, it, vi } from 'vitest';
import { HEALTH } from '../../../../shared/constants.ts';
import { hang, ours, refused, world, type Answer } from './world.ts';

const S = 1_000;
const MINUTE = 60 * S;

describe('the monitor', () => {
  it('NET-22 AMBIG-NET-04 checks at once and then every 5 s from start to start', async () => {
    const w = world();
    w.answers(ours, 120);
    w.monitor.start();
    await w.clock.advance(29 * S);
    expect(w.heads()).toEqual([0, 5, 10, 15, 20, 25]);
  });

  it('NET-23 tests the speed every 30 s, after the check that falls due with it', async () => {
    const w = world();
    w.answers(ours, 120);
    w.monitor.start();
    await w.clock.advance(2 * MINUTE + S);
    expect(w.tests()).toEqual([30, 60, 90, 120]);
    expect(w.heads()).toHaveLength(25);
    expect(w.quality().downlink).toBeCloseTo((HEALTH.speedTestBytes * 8) / 120 / 1000);
  });

  it('API-14 asks for 100,000 bytes and reads them to the end', async () => {
    const w = world();
    const read = vi.fn();
    w.answers(asked => {
      const answer = ours(asked) as Response;
      if (!asked.url.includes('?')) return answer;
      expect(asked.url).toBe('/api/health?size=100000');
      const body = answer.body!.pipeThrough(new TransformStream({ flush: read }));
      return new Response(body, { headers: answer.headers });
    });
    w.monitor.start();
    await w.clock.advance(31 * S);
    expect(read).toHaveBeenCalledTimes(1);
  });

  it('API-13 asks no cache, sends no credentials and follows no redirect', async () => {
    const w = world();
    w.monitor.start();
    await w.clock.advance(31 * S);
    for (const { init } of w.asked)
      expect(init).toMatchObject({ cache: 'no-store', credentials: 'omit', redirect: 'error' });
    const nonces = w.asked.map(({ init }) => new Headers(init.headers).get('X-Health'));
    expect(new Set(nonces).size).toBe(w.asked.length);
  });

  it('NET-24 AMBIG-NET-04 a check that hangs is ended after 5 s and has failed; three take 15 s, none beside another', async () => {
    const w = world();
    let open = 0;
    let most = 0;
    w.answers(async asked => {
      most = Math.max(most, ++open);
      return Promise.resolve(hang(asked)).finally(() => open--);
    });
    w.monitor.start();
    await w.clock.advance(5 * S - 1);
    expect(w.quality().consecutiveFailures).toBe(0);
    await w.clock.advance(1);
    expect(w.asked[0]?.init.signal?.aborted).toBe(true);
    expect(w.quality().consecutiveFailures).toBe(1);
    await w.clock.advance(10 * S);
    expect(w.quality()).toMatchObject({ status: 'offline', consecutiveFailures: 3 });
    expect(w.heads()).toEqual([0, 5, 10, 15]);
    expect(most).toBe(1);
  });

  it.each<[string, Answer]>([
    ['no answer', refused],
    [
      'an error of the server',
      asked => new Response(null, { status: 503, headers: asked.init.headers ?? {} }),
    ],
    ['a page of a portal', () => new Response('<p>Welcome</p>')],
    ['an answer to another question', () => new Response(null, { headers: { 'X-Health': 'a1' } })],
  ])('OPEN-NET-01 a check has failed by %s', async (_what, answer) => {
    const w = world();
    w.answers(answer);
    w.monitor.start();
    await w.clock.advance(11 * S);
    expect(w.quality()).toMatchObject({ status: 'offline', consecutiveFailures: 3 });
  });

  it('NET-08 notes the time of every check', async () => {
    const w = world();
    w.monitor.start();
    for (let check = 0; check < 3; check++) {
      const due = w.clock.now();
      await w.clock.advance(5 * S - 1);
      expect(w.quality().lastChecked).toBe(due);
      await w.clock.advance(1);
    }
  });

  it('NET-10 hears the browser at once and asks nothing while it says no', async () => {
    const w = world();
    w.monitor.start();
    await w.clock.advance(S);
    w.browserSays(false);
    expect(w.quality().status).toBe('offline');
    expect(await w.monitor.check()).toBe(false);
    await w.clock.advance(MINUTE);
    expect(w.heads()).toEqual([0]);
    w.browserSays(true);
    await w.clock.advance(0);
    expect(w.quality().status).toBe('online');
    expect(w.heads()).toEqual([0, 61]);
  });

  it('NET-19 whoever waits for the link is called once each time it comes back', async () => {
    const w = world();
    const process = vi.fn();
    const end = w.monitor.onOnline(process);
    w.monitor.start();
    await w.clock.advance(S);
    expect(process).not.toHaveBeenCalled();
    w.answers(refused);
    await w.clock.advance(15 * S);
    expect(w.quality().status).toBe('offline');
    w.answers(ours, 600);
    await w.clock.advance(15 * S);
    expect(w.quality().status).toBe('degraded');
    expect(process).toHaveBeenCalledTimes(1);
    w.browserSays(false);
    w.browserSays(true);
    await w.clock.advance(S);
    expect(process).toHaveBeenCalledTimes(2);
    end();
    w.browserSays(false);
    w.browserSays(true);
    expect(process).toHaveBeenCalledTimes(2);
  });

  it('NET-20 NET-21 AMBIG-NET-08 rests while the page is hidden; seen again it checks at once and goes on counting', async () => {
    const w = world();
    const back = vi.fn();
    w.monitor.onOnline(back);
    w.answers(refused);
    w.monitor.start();
    await w.clock.advance(7 * S);
    expect(w.quality()).toMatchObject({ status: 'degraded', consecutiveFailures: 2 });
    w.hide(true);
    await w.clock.advance(10 * MINUTE);
    expect(w.heads()).toEqual([0, 5]);
    w.hide(false);
    expect(back).toHaveBeenCalledTimes(1);
    await w.clock.advance(0);
    expect(w.heads()).toEqual([0, 5, 607]);
    expect(w.quality()).toMatchObject({ status: 'offline', consecutiveFailures: 3 });
    await w.clock.advance(10 * S);
    expect(w.heads()).toEqual([0, 5, 607, 612, 617]);
  });

  it('counts no check that ended because the page was hidden', async () => {
    const w = world();
    w.answers(hang);
    w.monitor.start();
    await w.clock.advance(2 * S);
    w.hide(true);
    await w.clock.advance(S);
    expect(w.asked[0]?.init.signal?.aborted).toBe(true);
    expect(w.quality().consecutiveFailures).toBe(0);
  });

  it('AMBIG-NET-04 a check that is asked for joins the one under way', async () => {
    const w = world();
    w.answers(ours, 2 * S);
    w.monitor.start();
    await w.clock.advance(S);
    const answers = Promise.all([w.monitor.check(), w.monitor.check()]);
    await w.clock.advance(2 * S);
    expect(await answers).toEqual([true, true]);
    expect(w.heads()).toEqual([0]);
  });

  it('a check ends a speed test under way, and what had come by then is its measure', async () => {
    const w = world();
    const BYTES = 40_000;
    w.answers(asked => {
      if (asked.init.method === 'HEAD') return ours(asked);
      const body = new ReadableStream<Uint8Array>({
        start(controller) {
          controller.enqueue(new Uint8Array(BYTES));
          asked.init.signal?.addEventListener('abort', () => controller.error(new Error('aborted')));
        },
      });
      return new Response(body, { headers: (ours(asked) as Response).headers });
    });
    w.monitor.start();
    await w.clock.advance(35 * S);
    expect(w.heads().at(-1)).toBe(35);
    expect(w.quality().downlink).toBeCloseTo((BYTES * 8) / 5_000 / 1000);
  });

  it('takes calls that were made anyway for checks, those that fail together for one', async () => {
    const w = world();
    w.monitor.start();
    await w.clock.advance(S);
    const lose = async () => {
      for (let call = 0; call < 5; call++) w.monitor.recordCall(false);
      await w.clock.advance(1_100);
    };
    await lose();
    expect(w.quality()).toMatchObject({ status: 'online', consecutiveFailures: 1 });
    await lose();
    expect(w.quality().status).toBe('degraded');
    await lose();
    expect(w.quality().status).toBe('offline');
    w.monitor.recordCall(true);
    expect(w.quality()).toMatchObject({ status: 'online', consecutiveFailures: 0 });
    expect(w.heads()).toEqual([0]);
  });

  it('stops when told, and leaves no listener behind', async () => {
    const w = world();
    const stop = w.monitor.start();
    await w.clock.advance(6 * S);
    stop();
    w.browserSays(false);
    await w.clock.advance(MINUTE);
    expect(w.heads()).toEqual([0, 5]);
    expect(w.quality().status).toBe('online');
  });
});
