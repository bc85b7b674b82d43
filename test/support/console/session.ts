/** A session of its own, over an API that answers from a table and by a clock that stands until told. */
import { vi } from 'vitest';
import { createSession, type SessionChange } from '../../../console/app/session/session.ts';
import type { Tokens } from '../../../shared/contract/identity/auth.ts';
import type { TokenStore } from '../../../shared/net/tokens.ts';
import type { LastUser } from '../../../shared/net/lastUser.ts';
import { manualClock } from '../clock.ts';
import { fakeApi, memoryTokens, person, TENANT, TOKENS, type Answers } from './console.tsx';

export const tenants = [{ id: TENANT, name: 'Taxi fleet', slug: 'fleet', portal_business: false }];
export const cut = () => Promise.reject<Response>(new TypeError('no connection'));
export const lastUser = (at: number): LastUser => ({ user: person('manager'), tenants, at });

export function begin(
  answers: Answers,
  more: { last?: LastUser | null; tokens?: Tokens | null; store?: TokenStore } = {},
) {
  const api = fakeApi(answers);
  // A call's description loads when it is needed: no time passes before it is there.
  const clock = manualClock(undefined, () => vi.dynamicImportSettled());
  const tokens = more.store ?? memoryTokens(more.tokens === undefined ? TOKENS : more.tokens);
  let hear: (what: SessionChange) => void = () => {};
  const logged: string[] = [];
  const told: SessionChange[] = [];
  const left: [string, Promise<boolean>][] = [];
  const session = createSession({
    fetch: api.fetch,
    tokens,
    clock,
    lock: work => work(),
    tabStorage: sessionStorage,
    onOtherTab: changed => void (hear = changed),
    notifyTabs: what => told.push(what),
    loadLastUser: () => Promise.resolve(more.last ?? null),
    onSignedOut: (token, heard) => left.push([token, heard]),
    log: message => logged.push(message),
  });
  return {
    ...api,
    session,
    clock,
    tokens,
    logged,
    told,
    left,
    hear: (what: SessionChange) => hear(what),
    state: () => session.store.getState(),
    at: () => session.store.getState().at,
  };
}
