import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { manualClock } from '../../support/clock.ts';
import {
  addPerson,
  eventsOf,
  freshEmail,
  newcomer,
  outcomeOf,
  platformOf,
  refreshed,
  signInAs,
  type SignedIn,
} from '../../support/server/people.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../support/server/server.ts';

const MINUTE_MS = 60_000;
const clock = manualClock();
let t: TestServer;
let there: string;
let platform: string;
beforeAll(async () => {
  t = await startTestServer({ clock });
  there = await t.addTenant('visited');
  platform = await platformOf(t);
});
afterAll(() => t.close());

/** What goes on towards an address of somebody's choice. */
const REPORT_BY_MAIL = {
  ...{ name: 'Mine', preset: 'plays', period: 'last_7_days', first_day: null, last_day: null, tz: 'UTC' },
  ...{ campaign_ids: [], creative_ids: [], zone: null, format: 'csv', language: 'en' },
  ...{ schedule: 'daily', hour: 6, day: 1, recipients: ['somebody@elsewhere.example'] },
};
const PARTNER = {
  ...{
    name: 'Mine',
    kind: 'openrtb_dsp',
    currencies: ['EUR'],
    endpoint_url: 'https://elsewhere.example/bid',
  },
  maintainer_email: 'somebody@elsewhere.example',
};
const FEED = {
  name: 'Mine',
  kind: 'news',
  format: 'rss',
  language: 'en',
  url: 'https://elsewhere.example/feed',
};

const REAUTH = [403, 'REAUTH_REQUIRED'];
const read = (who: SignedIn, tenant = there) => who.call('GET', '/api/users', { tenant });
const write = (who: SignedIn, tenant = there) =>
  who.call('POST', '/api/playlists', { tenant, payload: { name: 'Loop' } });
const reauth = (who: SignedIn, password = TEST_PASSWORD) =>
  who.call('POST', '/api/auth/reauth', { payload: { password } });
/** With fresh tokens after so many minutes, without the password being said. */
async function after(minutes: number, who: SignedIn) {
  clock.jump(minutes * MINUTE_MS);
  return refreshed(t, who);
}

describe.each(['owner', 'admin'] as const)('an %s in another tenant', role => {
  it('says the password again after 30 minutes, of which a sign-in counts as the first', async () => {
    const first = await after(30, await newcomer(t, role));
    expect([outcomeOf(await read(first)), outcomeOf(await write(first))]).toEqual([[200], [200]]);
    clock.jump(1);
    const late = await read(first);
    expect(outcomeOf(late)).toEqual(REAUTH);
    expect(late.json()).toMatchObject({ details: { within_min: 30 } });
    expect(outcomeOf(await write(first))).toEqual(REAUTH);
    expect((await reauth(first)).json()).toEqual({ ok: true });
    expect(outcomeOf(await write(first))).toEqual([200]);
    const second = await after(30, first);
    expect(outcomeOf(await read(second))).toEqual([200]);
    clock.jump(1);
    expect(outcomeOf(await read(second))).toEqual(REAUTH);
  });

  it('is asked for it in no other place: at home, and of himself, wherever he acts', async () => {
    const who = await after(31, await newcomer(t, role));
    expect([outcomeOf(await read(who, t.tenant_id)), outcomeOf(await write(who, t.tenant_id))]).toEqual([
      [200],
      [200],
    ]);
    const patch = { tenant: there, version: 1, payload: { first_name: 'Mine' } };
    expect(outcomeOf(await who.call('PATCH', '/api/auth/me', patch))).toEqual([200]);
    expect(outcomeOf(await who.call('GET', '/api/sessions', { tenant: there }))).toEqual([200]);
  });

  it('says it in this session, not in another', async () => {
    const person = await newcomer(t, role);
    const other = await signInAs(t, person);
    const here = await after(31, person);
    await reauth(here);
    expect(outcomeOf(await read(here))).toEqual([200]);
    expect(outcomeOf(await read(await refreshed(t, other)))).toEqual(REAUTH);
  });

  it('S1 leaves nothing that outlives the visit: no person, role, link, state of a user, setting, mail, partner or feed', async () => {
    const who = await newcomer(t, role);
    const target = await addPerson(t, 'viewer', { tenant_id: there });
    const waiting = await addPerson(t, 'viewer', { tenant_id: there, status: 'pending_approval' });
    const user = `/api/users/${target.id}`;
    const calls: [method: 'POST' | 'PATCH' | 'DELETE', url: string, payload: object][] = [
      ['POST', '/api/users', { email: freshEmail(), role: 'viewer' }],
      ['PATCH', user, { role: 'manager' }],
      ['DELETE', user, {}],
      ...['suspend', 'reset-password', 'sign-out'].map(
        verb => ['POST', `${user}/${verb}`, {}] as ['POST', string, object],
      ),
      ['POST', `/api/users/${waiting.id}/approve`, { role: 'manager', tenant_id: there }],
      ['POST', `/api/users/${waiting.id}/reject`, { reason: 'Nobody knows this person here.' }],
      ['PATCH', `/api/tenants/${there}`, { open_signup: true }],
      ['PATCH', '/api/settings/security', { open_signup: true }],
      ['POST', '/api/reports/definitions', REPORT_BY_MAIL],
      ['POST', '/api/programmatic/partners', PARTNER],
      ['POST', '/api/feeds', FEED],
    ];
    const sent = t.emails.length;
    for (const [method, url, payload] of calls) {
      const answer = await who.call(method, url, { tenant: there, version: 1, payload });
      expect([url, ...outcomeOf(answer)]).toEqual([url, 403, 'FORBIDDEN']);
    }
    expect(t.emails.length).toBe(sent);
  });

  it('looks after the people of the tenants below his own', async () => {
    const who = await newcomer(t, role);
    const below = await who.call('POST', '/api/tenants', {
      payload: { name: 'Below', slug: `below-${role}`, kind: 'fleet', parent_id: t.tenant_id },
    });
    const { id: tenant } = below.json<{ id: string }>();
    const payload = { email: freshEmail(), role: 'viewer' };
    expect(outcomeOf(await who.call('POST', '/api/users', { tenant, payload }))).toEqual([200]);
  });

  it('touches nobody of the platform', async () => {
    const who = await newcomer(t, role);
    for (const call of [read, write])
      expect(outcomeOf(await call(who, platform))).toEqual([403, 'TENANT_DENIED']);
  });
});

describe('saying the password again', () => {
  it('with a wrong one changes nothing and ends nothing', async () => {
    const who = await after(31, await newcomer(t, 'owner'));
    expect(outcomeOf(await reauth(who, 'Wrong-password-1'))).toEqual([400, 'WRONG_PASSWORD']);
    expect(outcomeOf(await read(who))).toEqual(REAUTH);
    expect(outcomeOf(await read(who, t.tenant_id))).toEqual([200]);
  });

  it('is tried ten times in a quarter of an hour', async () => {
    const quarter = 15 * MINUTE_MS;
    const signedIn = await newcomer(t, 'owner');
    clock.jump(2 * quarter - (clock.now() % quarter) + quarter);
    const who = await refreshed(t, signedIn);
    const tries = await Promise.all(Array.from({ length: 10 }, () => reauth(who, 'Wrong-password-1')));
    expect(new Set(tries.map(answer => answer.statusCode))).toEqual(new Set([400]));
    expect(outcomeOf(await reauth(who))).toEqual([400, 'WRONG_PASSWORD']);
    expect(outcomeOf(await read(who))).toEqual(REAUTH);
    const later = await after(15, who);
    expect(outcomeOf(await reauth(later))).toEqual([200]);
    expect(outcomeOf(await read(later))).toEqual([200]);
  });

  it('costs one argon2 check each', async () => {
    const who = await newcomer(t, 'owner');
    const before = t.server.passwords.checks();
    await reauth(who);
    await reauth(who, 'Wrong-password-1');
    expect(t.server.passwords.checks() - before).toBe(2);
  });

  it('is written down, the password is not', async () => {
    const who = await newcomer(t, 'owner');
    await reauth(who);
    const events = await eventsOf(who, `actor_id=${who.id}&action=auth.reauth`);
    expect(events).toHaveLength(1);
    expect(JSON.stringify(events)).not.toContain(TEST_PASSWORD);
  });
});

describe('staff', () => {
  it.each(['staff_super_admin', 'staff_admin'] as const)('as a %s cross freely', async role => {
    const who = await after(120, await newcomer(t, role));
    expect([outcomeOf(await read(who)), outcomeOf(await write(who))]).toEqual([[200], [200]]);
    const target = await addPerson(t, 'viewer', { tenant_id: there });
    const ended = await who.call('POST', `/api/users/${target.id}/sign-out`, { tenant: there });
    expect(outcomeOf(ended)).toEqual([200]);
  });
});

describe('a visit', () => {
  const visits = async (who: SignedIn, tenant: string) => {
    const reader = await newcomer(t, 'owner', { tenant_id: tenant });
    return eventsOf(reader, `actor_id=${who.id}`);
  };
  const names = async (who: SignedIn, tenant: string) =>
    (await visits(who, tenant)).map(event => event.action).reverse();

  it.each(['owner', 'staff_admin'] as const)(
    'AMBIG-TENANT-01 the same read of an %s is noted once in 15 minutes, in the chain of the tenant visited',
    async role => {
      const place = await t.addTenant(`visit-of-${role.replace('_', '-')}`);
      const who = await newcomer(t, role);
      for (let n = 0; n < 3; n++) expect(outcomeOf(await read(who, place))).toEqual([200]);
      expect(await names(who, place)).toEqual(['tenant.visit']);
      const again = await after(15, who);
      await read(again, place);
      expect(await names(who, place)).toEqual(['tenant.visit']);
      clock.jump(1);
      await read(again, place);
      await read(again, place);
      expect(await names(who, place)).toEqual(['tenant.visit', 'tenant.visit']);
      const [event] = await visits(who, place);
      expect(event).toMatchObject({ target_id: place, actor_id: who.id });
    },
  );

  it.each(['owner', 'admin', 'staff_admin', 'staff_super_admin'] as const)(
    'AMBIG-TENANT-01 whatever an %s reads is noted by its address, however it is spelt',
    async role => {
      const place = await t.addTenant(`read-by-${role.replaceAll('_', '-')}`);
      const who = await newcomer(t, role);
      const made = (await write(who, place)).json<{ id: string }>();
      const paths = ['/api/users', '/api/devices', `/api/playlists/${made.id}`];
      for (const path of paths)
        for (let n = 0; n < 2; n++)
          expect(
            (await who.call('GET', `${path}${n === 0 ? '' : '?limit=5'}`, { tenant: place })).statusCode,
          ).toBe(200);
      for (const path of ['/api/%64evices', '/api/devices/', '/api/de%76ices'])
        expect((await who.call('GET', path, { tenant: place })).statusCode).toBe(200);
      const read = (await visits(who, place)).filter(event => event.action === 'tenant.visit').reverse();
      expect(read.map(event => event.detail?.target_name)).toEqual(paths);
    },
  );

  it('is noted once where many reads come at once', async () => {
    const place = await t.addTenant('visited-at-once');
    const who = await newcomer(t, 'staff_admin');
    await Promise.all(Array.from({ length: 6 }, () => read(who, place)));
    expect(await names(who, place)).toEqual(['tenant.visit']);
  });

  it('is noted for each actor and each tenant', async () => {
    const places = [await t.addTenant('visit-a'), await t.addTenant('visit-b')];
    const people = [await newcomer(t, 'staff_admin'), await newcomer(t, 'owner')];
    for (const place of places) for (const who of people) await read(who, place);
    for (const place of places)
      for (const who of people) expect(await names(who, place)).toEqual(['tenant.visit']);
  });

  it('AMBIG-TENANT-01 that writes leaves one event for each write, in the chain of the tenant visited, and none at home', async () => {
    const place = await t.addTenant('visit-writes');
    const who = await newcomer(t, 'owner');
    for (let n = 0; n < 3; n++) await write(who, place);
    expect(await names(who, place)).toEqual(['playlists.post', 'playlists.post', 'playlists.post']);
    const home = await names(who, t.tenant_id);
    expect(home).not.toContain('playlists.post');
    expect(home).not.toContain('tenant.visit');
  });

  it('is none at home, of himself, or where it was refused', async () => {
    const place = await t.addTenant('no-visit');
    const who = await newcomer(t, 'owner');
    await read(who, t.tenant_id);
    await who.call('GET', '/api/auth/me', { tenant: place });
    const stale = await after(31, who);
    await read(stale, place);
    const viewer = await newcomer(t, 'viewer');
    await read(viewer, place);
    expect(await visits(who, place)).toEqual([]);
    expect(await visits(viewer, place)).toEqual([]);
    expect(await names(who, t.tenant_id)).not.toContain('tenant.visit');
  });
});
