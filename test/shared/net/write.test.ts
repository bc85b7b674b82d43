import { describe, expect, it } from 'vitest';
import { TIMEOUT_OFFLINE, WENT_OFFLINE } from '../../../shared/contract/wire/errorTexts.ts';
import { isNoResponse } from '../../../shared/net/apiError.ts';
import { isQueued } from '../../../shared/net/client.ts';
import { METHODS } from '../../../shared/queue/entry.ts';
import { ABOUT, begin, get, json, lost, no, post } from './calls.ts';

describe('a call that waits for the link', () => {
  it('QUEUE-18 QUEUE-27 AMBIG-QUEUE-03 gives up after five minutes and not before, having sent nothing', async () => {
    const { client, clock, at } = begin(lost, { status: 'offline' });
    let said: unknown = null;
    void client.call(get, { waitsForLink: true }).catch((error: unknown) => (said = error));
    await clock.advance(299_999);
    expect(said).toBe(null);
    await clock.advance(1);
    expect(said).toMatchObject({ message: 'Request timeout while offline' });
    expect(at).toEqual([]);
  });

  it('goes on as soon as the link is back', async () => {
    const { client, clock, at, turn } = begin(() => json(200), { status: 'offline' });
    const call = client.call(get, { waitsForLink: true });
    await clock.advance(60_000);
    turn('online');
    expect(await call).toEqual({ n: 1 });
    expect(at).toEqual([60_000]);
  });
});

describe('what a call tells of the link', () => {
  it.each([
    ['an answer', () => json(200), [true]],
    ['a refusal of ours', () => no(403, 'FORBIDDEN'), [true]],
    ['silence', lost, [false]],
    ['a portal’s page', () => new Response('<html>', { headers: { 'content-type': 'text/html' } }), [false]],
  ])('%s', async (_what, answer, told) => {
    const { client, noted, outcome } = begin(answer, { status: 'offline' });
    await outcome(client.call(get, {}));
    expect(noted).toEqual(told);
  });
});

describe('a write that may wait', () => {
  const write = (client: ReturnType<typeof begin>['client']) => client.write(post, { body: { n: 1 } }, ABOUT);

  it('ERR-12 QUEUE-24 QUEUE-26 AMBIG-QUEUE-09 AMBIG-QUEUE-11 without a link it is queued at once, and says so', async () => {
    const { client, at, queued } = begin(lost, { status: 'offline' });
    const said = await write(client);
    expect(said).toMatchObject({ queued: true, message: 'Network went offline, request queued' });
    expect([at.length, queued.length, isQueued(said), WENT_OFFLINE]).toEqual([
      0,
      1,
      true,
      'Network went offline, request queued',
    ]);
  });

  it('OPEN-QUEUE-04 a broken link is looked at once more, and where nothing answers the write is queued', async () => {
    const { client, at, queued, checks, keys } = begin(lost, { there: false });
    expect(isQueued(await write(client))).toBe(true);
    expect([at.length, checks.mock.calls.length, queued.length]).toEqual([1, 1, 1]);
    expect(queued[0]).toContain([...keys][0]);
  });

  it.each(METHODS)(
    'QUEUE-23 API-25 AMBIG-NET-09 OPEN-QUEUE-02 %s is queued, under an id of its own, both where the link is known to be gone and where a check finds it so',
    async method => {
      const e = { ...post, method };
      for (const world of [{ status: 'offline' }, { status: 'online', there: false }] as const) {
        const { client, queued, checks, at } = begin(lost, world);
        const said = await client.write(e, { body: { n: 1 } }, ABOUT);
        expect(isQueued(said) && said.id).toMatch(
          /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
        );
        const isKnown = world.status === 'offline';
        expect([queued.length, at.length, checks.mock.calls.length]).toEqual([
          1,
          ...(isKnown ? [0, 0] : [1, 1]),
        ]);
      }
    },
  );

  it('AMBIG-QUEUE-11 where the server is there it is tried first', async () => {
    const { client, at, queued, outcome } = begin(n => (n === 1 ? lost() : json(200)));
    expect(await outcome(write(client))).toEqual({ n: 1 });
    expect([at.length, queued.length]).toEqual([2, 0]);
  });

  it('AMBIG-QUEUE-11 where the server is there to the end it fails, and is not queued', async () => {
    const { client, at, queued, outcome } = begin(lost);
    expect(await outcome(write(client))).toMatchObject({ code: 'NETWORK' });
    expect([at.length, queued]).toEqual([3, []]);
  });

  it('AMBIG-QUEUE-11 where the link is found to be gone while it is tried, it is queued once', async () => {
    const { client, at, queued, outcome, turn } = begin(n => {
      if (n === 2) turn('offline');
      return lost();
    });
    expect(isQueued(await outcome(write(client)))).toBe(true);
    expect([at.length, queued.length]).toEqual([2, 1]);
  });

  it('where the monitor of the link cannot be fetched any more, a call is tried once and a write is queued', async () => {
    const { client, at, queued, outcome } = begin(lost, { hasNoMonitor: true });
    expect(isNoResponse(await outcome(client.call(get, {})))).toBe(true);
    expect(at).toHaveLength(1);
    expect(isQueued(await write(client))).toBe(true);
    expect(queued).toHaveLength(1);
  });

  it('what the server answers is no matter for the queue', async () => {
    const { client, queued, outcome } = begin(() => no(503), { there: false });
    expect(await outcome(write(client))).toMatchObject({ status: 503 });
    expect(queued).toEqual([]);
  });

  it('what may not wait fails with its message', async () => {
    const { client } = begin(lost, { status: 'offline', queue: () => Promise.resolve(false) });
    await expect(write(client)).rejects.toMatchObject({ code: 'NETWORK' });
  });

  it('QUEUE-25 QUEUE-27 AMBIG-QUEUE-09 a read is never queued: it says that there is no link', async () => {
    const { client, queued } = begin(lost, { status: 'offline' });
    await expect(client.call(get, {})).rejects.toMatchObject({ message: TIMEOUT_OFFLINE });
    expect([queued, TIMEOUT_OFFLINE]).toEqual([[], 'Request timeout while offline']);
  });
});
