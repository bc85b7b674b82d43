// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it } from 'vitest';
import { createRefresher, type Lock } from '../../../shared/net/refresh.ts';
import { createTokenStore } from '../../../shared/net/tokens.ts';
import { manualClock } from '../../support/clock.ts';

const TABS = 20;
const pair = (n: number) => ({ access_token: `a${n}`, refresh_token: `r${n}` });

beforeEach(() => {
  indexedDB = new IDBFactory();
  localStorage.clear();
});

/** As the browser's: one at a time, whoever asks. */
function oneLock(): Lock {
  let tail: Promise<unknown> = Promise.resolve();
  return work => {
    const turn = tail.then(work);
    tail = turn.catch(() => null);
    return turn;
  };
}

describe('twenty tabs over one database', () => {
  it('OPEN-REFRESH-01 refresh once, whatever their mirrors say, and all go on with the new pair', async () => {
    const lock = oneLock();
    const clock = manualClock();
    const traded: string[] = [];
    const tabs = Array.from({ length: TABS }, () =>
      createRefresher({
        clock,
        lock,
        tokens: createTokenStore(localStorage),
        exchange(token) {
          traded.push(token);
          // Another tab's mirror is late: it still has the spent pair.
          localStorage.setItem('refresh_token', 'r0');
          return Promise.resolve(pair(traded.length));
        },
      }),
    );
    await createTokenStore(localStorage).write(pair(0));
    const renewed = await Promise.all(tabs.map(renew => renew('a0')));
    expect(traded).toEqual(['r0']);
    expect(renewed).toEqual(Array.from({ length: TABS }, () => ({ at: 'renewed', tokens: pair(1) })));
  });

  it('sign nobody in again who has signed out while one of them waited', async () => {
    const lock = oneLock();
    const renew = createRefresher({
      clock: manualClock(),
      lock,
      tokens: createTokenStore(localStorage),
      exchange: () => Promise.resolve(pair(1)),
    });
    await createTokenStore(localStorage).write(pair(0));
    let leave = () => {};
    const held = lock(() => new Promise<void>(done => (leave = done)));
    const waiting = renew('a0');
    await createTokenStore(localStorage).write(null);
    leave();
    await held;
    expect(await waiting).toEqual({ at: 'refused' });
  });
});
