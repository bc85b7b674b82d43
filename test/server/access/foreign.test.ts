import { rateCounters } from '../../../server/db/schema.ts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { uuid7 } from '../../../shared/random.ts';
import { isAtLength, isDue } from '../../support/dailyShare.ts';
import { QR_RULE, WEATHER_RULE } from '../../support/server/rows/playerConfigRows.ts';
import { outcome, type Side } from './outcome.ts';
import { marksOf } from './tenantRows.ts';
import type { Principal } from './principals.ts';
import type { Sample } from './samples.ts';
import {
  callOf,
  keys,
  outcomeOf,
  sampleOf,
  send,
  setFence,
  startWorld,
  STOPS_AT,
  type Ask,
  type World,
} from './world.ts';

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(() => world.close());

const OWN = { acts: 'own', rows: 'own' } as const;
const principal = (name: string): Principal => {
  const by = world.principals.find(one => one.name === name);
  if (!by) throw new Error(`nobody is called ${name}`);
  return by;
};
const naming = keys.filter(key => /:(id|sha256)/.test(key));
const HEX = 'ab'.repeat(32);
/** One call in so many a day, all of them by `npm run test:long -- access`. */
const SHARE = 40;
/** The same request for what never was. */
function never(sample: Sample): Sample {
  const { id, sha256, ...rest } = sample.params ?? {};
  const fresh = id?.includes('-') ? uuid7(1) : HEX.slice(0, 32);
  return {
    ...sample,
    params: {
      ...rest,
      ...(id === undefined ? {} : { id: fresh }),
      ...(sha256 === undefined ? {} : { sha256: HEX }),
    },
  };
}
/** An archive is packed with the time at which it is made, and reads all tenants by its own rule. */
const ARCHIVES = ['GET /api/auth/me/data', 'GET /api/compliance/requests/:id/export'];
/** A file of proofs says when it was made, under a signature of its own each time. */
const MADE_ANEW = /"(made_at|sig)":"[^"]*"/g;
/** All that a caller can see, but for what names this one request. */
async function seen(ask: Ask, sample: Sample, named: readonly string[] = []) {
  const answer = await send(world, ask, sample);
  /** The connection is kept where the body had arrived by the time of a refusal. */
  const { 'x-request-id': _id, date: _date, connection: _kept, ...headers } = answer.headers;
  const body = named.reduce((text, id) => text.replaceAll(id, '(id)'), answer.body).replaceAll(MADE_ANEW, '');
  return JSON.stringify([answer.statusCode, named.length > 0 ? {} : headers, body]);
}

describe('what is not theirs', () => {
  it('TENANT-02 S1 a foreign id is answered as one that never was, by every call that takes one', async () => {
    const differing: string[] = [];
    let compared = 0;
    let nth = 0;
    for (const mode of ['spec', 'strict'] as const)
      for (const key of naming)
        for (const by of world.principals)
          for (const rows of ['other', 'platform'] satisfies Side[]) {
            const crosses = by.who.role === 'owner' || by.who.role === 'admin';
            if ((mode === 'strict' || rows === 'platform') && !crosses) continue;
            const ask: Ask = { key, by, where: { acts: 'own', rows }, mode };
            const expected = outcome(callOf(key), by.who, ask.where, mode);
            /** Rows of all tenants, and the tenants a caller may act in, are no secret to him. */
            if (expected === 'ok' || expected === 'TENANT_DENIED') continue;
            if (!isDue(nth++, SHARE)) continue;
            const sample = sampleOf(world, ask);
            compared++;
            if ((await seen(ask, sample)) !== (await seen(ask, never(sample))))
              differing.push(`${mode}: ${key} by ${by.name}, ${rows} rows`);
          }
    expect(differing).toEqual([]);
    expect(compared).toBeGreaterThan(isAtLength ? 700 : 700 / SHARE - 1);
  }, 180_000);

  it('S1 an id of another tenant within a body, a query or a header is answered as one that never was', async () => {
    const { fleet, others } = world.places;
    const own = (key: string, by: Principal) => sampleOf(world, { key, by, where: OWN, mode: 'spec' });
    type Case = [key: string, id: string, more: (id: string) => Sample];
    const cases: Case[] = [
      [
        'PUT /api/playlists/:id/items',
        others.creative.id,
        id => ({ body: { items: [{ creative_id: id, duration_ms: 5_000 }] } }),
      ],
      ['POST /api/playlists/:id/assign', others.device.id, id => ({ body: { device_ids: [id] } })],
      ['PATCH /api/devices/:id', others.loop.id, id => ({ body: { playlist_id: id } })],
      [
        'POST /api/devices/pair',
        others.device.id,
        id => ({ body: { code: fleet.pairing.code, replaces: id } }),
      ],
      [
        'DELETE /api/devices/:id/keys/:key_id',
        others.screen.key.key_id,
        key_id => ({ params: { id: fleet.device.id, key_id } }),
      ],
      ['GET /api/analytics/overview', others.device.id, device_id => ({ query: { device_id } })],
      ['GET /api/programmatic/plays', others.device.id, device_id => ({ query: { device_id } })],
      ['GET /api/programmatic/plays/summary', others.device.id, device_id => ({ query: { device_id } })],
      ['GET /api/programmatic/plays/export', others.creative.id, creative_id => ({ query: { creative_id } })],
      ['GET /api/programmatic/plays/proofs', others.device.id, device_id => ({ query: { device_id } })],
      [
        'GET /api/programmatic/plays/integrity',
        others.device.id,
        device_id => ({ query: { device_id, day: '2026-11-02' } }),
      ],
      [
        'POST /api/player-config/qr-rules',
        others.campaigns.live,
        id => ({ body: { ...QR_RULE, campaign_ids: [id] } }),
      ],
      [
        'POST /api/player-config/weather-rules',
        others.campaigns.live,
        id => ({ body: { ...WEATHER_RULE, campaign_ids: [id] } }),
      ],
      [
        'POST /api/player-config/weather-rules',
        others.group,
        id => ({ body: { ...WEATHER_RULE, group_ids: [id] } }),
      ],
      ['GET /api/audit-events', others.by.id, actor_id => ({ query: { actor_id } })],
      ['GET /api/audit-events/export', others.device.id, target_id => ({ query: { target_id } })],
      [
        'POST /api/users/:id/approve',
        others.tenant_id,
        tenant_id => ({ body: { role: 'viewer', tenant_id } }),
      ],
      [
        'POST /api/tenants',
        others.tenant_id,
        parent_id => ({ body: { name: 'N', slug: 'n-fleet', kind: 'fleet', parent_id } }),
      ],
      ['GET /api/devices', others.tenant_id, id => ({ headers: { 'x-tenant-id': id } })],
      ['GET /api/devices', others.tenant_id, tenant_id => ({ query: { tenant_id } })],
    ];
    for (const name of ['owner', 'admin', 'manager'])
      for (const [key, id, more] of cases) {
        const by = principal(name);
        const ask: Ask = { key, by, where: OWN, mode: 'strict' };
        const missing = uuid7(1);
        const sample = own(key, by);
        const foreign = await seen(ask, { ...sample, ...more(id) }, [id, missing]);
        const never_ = await seen(ask, { ...sample, ...more(missing) }, [id, missing]);
        expect([name, key, foreign]).toEqual([name, key, never_]);
        for (const mark of marksOf(others)) expect(foreign).not.toContain(mark);
      }
  });

  it('the repositories alone, with row-level security off, show and change no more', async () => {
    const signedIn = world.principals.filter(by => by.who.kind !== 'anonymous' && by.who.session === 'good');
    /** The status page shows sizes of this moment, of all tenants together. */
    const isSteady = (key: string) => !key.includes('/api/system/') && !ARCHIVES.includes(key);
    const lists = keys.filter(key => key.startsWith('GET') && callOf(key).who === 'user' && isSteady(key));
    const CROSSED = { acts: 'other', rows: 'other' } as const;
    const reads = lists
      .flatMap((key): Ask[] => [
        ...signedIn.map((by): Ask => ({ key, by, where: OWN, mode: 'spec' })),
        { key, by: principal('staff_admin'), where: CROSSED, mode: 'spec' },
      ])
      .filter((_, nth) => isDue(nth, SHARE));
    const withFence = new Map<Ask, string>();
    /** How often somebody may ask is another test's. */
    const asked = async (ask: Ask) => {
      await world.test.db.delete(rateCounters);
      return seen(ask, sampleOf(world, ask));
    };
    for (const ask of reads) withFence.set(ask, await asked(ask));
    const deviations: string[] = [];
    await setFence(world, false);
    try {
      for (const [ask, before] of withFence)
        if ((await asked(ask)) !== before)
          deviations.push(`${ask.key} by ${ask.by.name}: shows something else`);
      for (const [at, key] of naming.entries())
        for (const [place, by] of signedIn.entries()) {
          if (deviations.length >= STOPS_AT) break;
          if (!isDue(at + place, SHARE)) continue;
          const ask: Ask = { key, by, where: { acts: 'own', rows: 'other' }, mode: 'spec' };
          const expected = outcome(callOf(key), by.who, ask.where, 'spec');
          await world.test.db.delete(rateCounters);
          const got = outcomeOf(await send(world, ask));
          if (got !== expected) deviations.push(`${key} by ${by.name}: expected ${expected}, got ${got}`);
          const sample = sampleOf(world, ask);
          if (expected === 'NOT_FOUND' && (await seen(ask, sample)) !== (await seen(ask, never(sample))))
            deviations.push(`${key} by ${by.name}: a foreign id is told from a missing one`);
        }
    } finally {
      await setFence(world, true);
    }
    expect(deviations).toEqual([]);
  }, 180_000);
});
