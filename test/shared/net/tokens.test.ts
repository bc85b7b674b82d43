// @vitest-environment jsdom
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { tokens } from '../../../shared/contract/identity/auth.ts';
import { createTokenStore, isTokens } from '../../../shared/net/tokens.ts';

const pair = { access_token: 'a', refresh_token: 'r' };

beforeEach(() => {
  indexedDB = new IDBFactory();
  localStorage.clear();
});

describe('tokens', () => {
  it('stand in IndexedDB, and in localStorage under the keys of the specification', async () => {
    await createTokenStore(localStorage).write(pair);
    expect(localStorage.getItem('access_token')).toBe('a');
    expect(localStorage.getItem('refresh_token')).toBe('r');
    expect(await createTokenStore(localStorage).read()).toEqual(pair);
  });

  it('AMBIG-STORE-01 are believed from IndexedDB when the mirror says otherwise, or was emptied', async () => {
    await createTokenStore(localStorage).write(pair);
    localStorage.setItem('access_token', 'stale');
    expect(await createTokenStore(localStorage).read()).toEqual(pair);
    localStorage.clear();
    expect(await createTokenStore(localStorage).read()).toEqual(pair);
  });

  it('AMBIG-STORE-01 are on the disk itself before anybody goes on', async () => {
    const begun = vi.spyOn(IDBDatabase.prototype, 'transaction');
    await createTokenStore(localStorage).write(pair);
    expect(begun.mock.calls.at(-1)).toEqual(['values', 'readwrite', { durability: 'strict' }]);
    begun.mockRestore();
  });

  it('come from the mirror when IndexedDB was lost', async () => {
    await createTokenStore(localStorage).write(pair);
    indexedDB = new IDBFactory();
    expect(await createTokenStore(localStorage).read()).toEqual(pair);
  });

  it('AUTH-12 are there wherever an access token is, with no refresh token, too', async () => {
    localStorage.setItem('refresh_token', 'r');
    expect(await createTokenStore(localStorage).read()).toBeNull();
    localStorage.clear();
    localStorage.setItem('access_token', 'a');
    expect(await createTokenStore(localStorage).read()).toEqual({ access_token: 'a', refresh_token: '' });
  });

  it('do not come back from a mirror that outlived the sign-out', async () => {
    const store = createTokenStore(localStorage);
    await store.write(pair);
    await store.write(null);
    localStorage.setItem('access_token', 'a');
    localStorage.setItem('refresh_token', 'r');
    expect(await createTokenStore(localStorage).read()).toBeNull();
  });

  it('live in the mirror alone where there is no IndexedDB', async () => {
    indexedDB = {
      open: () => {
        throw new Error('blocked');
      },
    } as unknown as IDBFactory;
    const store = createTokenStore(localStorage);
    await store.write(pair);
    expect(await store.read()).toEqual(pair);
  });

  it.each([
    pair,
    { ...pair, more: 1 },
    {},
    null,
    undefined,
    'a',
    [],
    { access_token: 'a' },
    { ...pair, refresh_token: 1 },
  ])('are told from %j in small as the contract tells them', value =>
    expect(isTokens(value)).toBe(tokens.safeParse(value).success),
  );
});
