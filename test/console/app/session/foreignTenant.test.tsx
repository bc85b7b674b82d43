/** A call into a tenant that is not his is refused by the console itself, whichever way it would have gone. */
import { afterEach, expect, it, vi } from 'vitest';
import type { ConsoleNetwork } from '../../../../console/app/network.ts';
import { createSession } from '../../../../console/app/session/session.ts';
import { playlists } from '../../../../shared/contract/content/playlist.ts';
import { liveDevices } from '../../../../shared/contract/fleet/live.ts';
import { createRetrier } from '../../../../shared/net/attempts.ts';
import { manualClock } from '../../../support/clock.ts';
import { fakeApi, json, memoryTokens, person, TENANT, TOKENS } from '../../../support/console/console.tsx';
import { tenants } from '../../../support/console/session.ts';

afterEach(() => {
  sessionStorage.clear();
});

const OTHER = '00000000-0000-7000-8000-00000000000b';

/** Takes every call; what has left the page, or waits to, is in `gone`. */
async function begin(status: 'online' | 'offline') {
  const gone: string[] = [];
  const api = fakeApi({ 'GET /api/auth/me': () => json({ user: person('manager'), tenants }) });
  const clock = manualClock(undefined, () => vi.dynamicImportSettled());
  const link = {
    store: { getState: () => ({ status }), subscribe: () => () => undefined },
    check: () => Promise.resolve(status === 'online'),
    recordCall: () => undefined,
  };
  const network = {
    ...link,
    withRetries: createRetrier({ clock, network: link }),
  } as unknown as ConsoleNetwork;
  const session = createSession({
    ...{ clock, tokens: memoryTokens(TOKENS), lock: work => work(), tabStorage: sessionStorage },
    fetch: (input, init) => {
      const path = input as string;
      if (path === '/api/auth/me') return api.fetch(path, init);
      gone.push(`${init?.method ?? ''} ${path}`);
      return Promise.resolve(json({}));
    },
    network: () => Promise.resolve(network),
    enqueue(_e, { method, url }) {
      gone.push(`queued ${method} ${url}`);
      return Promise.resolve(true);
    },
    onOtherTab: () => undefined,
    log: () => undefined,
  });
  await session.start();
  return { session, gone };
}
type Begun = Awaited<ReturnType<typeof begin>>;

const body = { name: 'Loop' };
const about = { type: 'playlists.create', description: 'Loop' };
const create = ({ session }: Begun) => session.client.write(playlists.create, { body }, about);
/** Each request of an upload asks for these first. */
async function upload({ session, gone }: Begun) {
  await session.client.credentials();
  gone.push('upload');
}

it.each([
  ['a read', 'GET /api/playlists', 'online', begun => begun.session.client.call(playlists.list, {})],
  [
    'a direct write',
    'POST /api/playlists',
    'online',
    begun => begun.session.client.call(playlists.create, { body }),
  ],
  ['a write that may wait', 'POST /api/playlists', 'online', create],
  ['a write that waits', 'queued POST /api/playlists', 'offline', create],
  ['an upload', 'upload', 'online', upload],
  [
    'an export',
    'GET /api/playlists/export',
    'online',
    begun => begun.session.client.call(playlists.export, {}),
  ],
  ['a stream', 'GET /api/devices/live', 'online', begun => begun.session.client.call(liveDevices, {})],
] satisfies [string, string, 'online' | 'offline', (begun: Begun) => Promise<unknown>][])(
  'AMBIG-TENANT-02 refuses %s on the spot, and lets it go at home',
  async (_what, request, link, act) => {
    const begun = await begin(link);
    begun.session.switchTenant(OTHER);
    await expect(act(begun)).rejects.toMatchObject({
      ...{ code: 'TENANT_DENIED', message: 'Tenant Access Denied', details: { wanted: OTHER } },
    });
    expect(begun.gone).toEqual([]);
    begun.session.switchTenant(TENANT);
    await act(begun);
    expect(begun.gone).toEqual([request]);
  },
);
