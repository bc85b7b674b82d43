/** Renders the console over a fake API, with the real session, client, router and texts. */
import { render } from '@testing-library/react';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { initReactI18next } from 'react-i18next';
import { App } from '../../../console/app/App.tsx';
import { AuthProvider } from '../../../console/app/session/auth.tsx';
import { unsavedChangesStore } from '../../../console/kit/unsavedChanges.ts';
import { createSession, type SessionPorts } from '../../../console/app/session/session.ts';
import { systemClock } from '../../../shared/clock.ts';
import type { Tokens, User } from '../../../shared/contract/identity/auth.ts';
import { ERRORS, type ErrorCode } from '../../../shared/contract/wire/errors.ts';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import { localeLoader, startI18n } from '../../../shared/i18n/i18n.ts';
import type { TokenStore } from '../../../shared/net/tokens.ts';

export const TENANT = '00000000-0000-7000-8000-000000000001';
const USER = '00000000-0000-7000-8000-000000000002';
export const TOKENS: Tokens = { access_token: 'access-1', refresh_token: 'refresh-1' };

export const json = (body: unknown, status = 200) =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'x-request-id': 'req-7' },
  });
export const refusal = (error: ErrorCode, details: object = {}) =>
  json({ error, message: error, details }, ERRORS[error]);

export interface Asked {
  method: string;
  url: URL;
  headers: Headers;
  body: unknown;
  init: RequestInit;
}
export type Answers = Record<string, (asked: Asked) => Response | Promise<Response>>;

const empty = () => json({ items: [], total: 0, limit: 25, offset: 0, facets: {} });
/** What lists ask for beside their rows: an answer that never comes would be waited for, try after try. */
const BESIDE: Answers = {
  'GET /api/saved-views': empty,
  'GET /api/device-groups': empty,
  'GET /api/playlists': empty,
  'GET /api/device-commands': empty,
  'GET /api/incidents': empty,
  'GET /api/pending-users': empty,
  /** Every page looks for alerts that run or wait. */
  'GET /api/alerts': empty,
  /** A map with nothing of its own looks for where the tenant is. */
  'GET /api/devices/places': empty,
  'GET /api/locations': empty,
};

/** Keys are `METHOD /path`; a path that is in no table is an error of the test. */
export function fakeApi(answers: Answers) {
  const calls: Asked[] = [];
  const fetch: typeof globalThis.fetch = async (input, init = {}) => {
    const url = new URL(input as string, 'http://console.test');
    const asked = {
      method: init.method ?? 'GET',
      url,
      headers: new Headers(init.headers),
      body: typeof init.body === 'string' ? (JSON.parse(init.body) as unknown) : undefined,
      init,
    };
    calls.push(asked);
    const key = `${asked.method} ${url.pathname}`;
    const answer = answers[key] ?? BESIDE[key];
    if (!answer) throw new TypeError(`no answer for ${asked.method} ${url.pathname}`);
    return answer(asked);
  };
  const to = (path: string) => calls.filter(call => call.url.pathname === path);
  return { fetch, calls, to };
}

export const person = (role: Role = 'admin', more: Partial<User> = {}): User => ({
  id: USER,
  tenant_id: TENANT,
  created_at: '2026-01-05T08:00:00.000Z',
  updated_at: '2026-01-05T08:00:00.000Z',
  created_by: null,
  version: 1,
  deleted_at: null,
  email: 'somebody@fleet.example',
  first_name: null,
  last_name: null,
  role,
  status: 'active',
  locale: 'en',
  tz: 'Europe/Lisbon',
  is_signatory: false,
  prefs: { theme: 'system', density: 'comfortable', shortcuts: true },
  last_login_at: null,
  must_change_password: false,
  ...more,
});

export function memoryTokens(tokens: Tokens | null = null): TokenStore {
  let kept = tokens;
  return {
    read: () => Promise.resolve(kept),
    write(next) {
      kept = next;
      return Promise.resolve();
    },
  };
}

const fromDisk: typeof fetch = input =>
  Promise.resolve(
    new Response(readFileSync(join(import.meta.dirname, '../../../public', input as string), 'utf8')),
  );

export const texts = (language = 'en') =>
  startI18n({
    language,
    namespaces: [
      'common',
      'auth',
      'navigation',
      'screens',
      'devices',
      'creatives',
      'playlists',
      'plays',
      'register',
      'palette',
      'businessProfile',
      'locations',
      'media',
      'ownerDevices',
      'settings',
      'audit',
      'pendingUsers',
      'profile',
      'sessions',
      'tenants',
      'users',
      'inputs',
    ],
    backend: localeLoader(fromDisk),
    plugins: [initReactI18next],
  });

/** Polyfills that the console's libraries need in jsdom. */
export function fillBrowser() {
  const nothing = () => undefined;
  window.matchMedia = query =>
    Object.assign(new EventTarget(), {
      matches: query.includes('min-width'),
      media: query,
    }) as MediaQueryList;
  window.ResizeObserver = class {
    observe = nothing;
    unobserve = nothing;
    disconnect = nothing;
  };
  /** Nothing below the first screen comes into view. */
  window.IntersectionObserver = class {
    observe = nothing;
    unobserve = nothing;
    disconnect = nothing;
  } as unknown as typeof IntersectionObserver;
  Object.assign(Element.prototype, {
    hasPointerCapture: () => false,
    setPointerCapture: nothing,
    releasePointerCapture: nothing,
    scrollIntoView: nothing,
  });
  window.scrollTo = nothing;
}

interface Open {
  path?: string;
  answers: Answers;
  tokens?: TokenStore;
  language?: string;
  lastUser?: SessionPorts['loadLastUser'];
}

export async function openConsole({
  path = '/auth',
  answers,
  tokens = memoryTokens(),
  language,
  lastUser,
}: Open) {
  fillBrowser();
  unsavedChangesStore.setState({ dirty: false, blockedNavigation: null });
  sessionStorage.clear();
  history.replaceState(null, '', path);
  const api = fakeApi({ 'GET /api/auth/demo': () => json({ roles: [] }), ...answers });
  const logged: string[] = [];
  const session = createSession({
    fetch: api.fetch,
    tokens,
    clock: systemClock,
    lock: work => work(),
    tabStorage: sessionStorage,
    onOtherTab: () => undefined,
    ...(lastUser && { loadLastUser: lastUser }),
    log: message => logged.push(message),
  });
  const i18n = await texts(language);
  void session.start();
  const view = render(
    <AuthProvider session={session}>
      <App />
    </AuthProvider>,
  );
  return { ...api, session, tokens, logged, i18n, view };
}

export const signedInAnswers = (user: User = person(), more: Answers = {}): Answers => ({
  'GET /api/auth/me': () => json({ user, tenants: [{ id: TENANT, name: 'Taxi fleet', slug: 'fleet' }] }),
  ...more,
});

export const listOf = (items: readonly unknown[], more: object = {}) =>
  json({ items, total: items.length, limit: 25, offset: 0, facets: {}, ...more });
