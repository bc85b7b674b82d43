import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { rateCounters } from '../../../server/db/schema.ts';
import { AREAS, type Area } from '../../../shared/contract/wire/access.ts';
import { ROLES } from '../../../shared/contract/wire/roles.ts';
import { isDue } from '../../support/dailyShare.ts';
import { CALLS, levelOf, MATRIX } from './expected.ts';
import { decidesForAll, outcome, type Mode, type Where } from './outcome.ts';
import { marksOf } from './tenantRows.ts';
import type { Principal } from './principals.ts';
import { routesOf } from './routes.ts';
import { SAMPLES } from './samples.ts';
import {
  callOf,
  keys,
  outcomeOf,
  placeOf,
  send,
  startWorld,
  type Ask,
  type World,
  STOPS_AT,
} from './world.ts';

const decided: Record<string, number> = { spec: 0, strict: 0 };
const deviations: string[] = [];

let world: World;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  const { length: names } = world.principals;
  const total = (decided['spec'] ?? 0) + (decided['strict'] ?? 0);
  process.stdout.write(
    `${keys.length} endpoints × ${names} principals = ${total} decided, ${deviations.length} deviations (${world.test.server.engine})\n`,
  );
  await world.close();
});

/** Open to anybody: they hold no row of anybody. */
const PAGES = [
  'GET /',
  'GET /*',
  'GET /display',
  'GET /display*',
  'GET /docs',
  'GET /docs*',
  'GET /docs/static/index.html',
  'GET /docs/static/swagger-initializer.js',
  'GET /docs/yaml',
  'GET /map.pmtiles',
  'GET /player',
  'GET /player*',
  'GET /robots.txt',
  'GET /sitemap.xml',
  'GET /verify.html',
].sort();
const SIDES: Where[] = [
  { acts: 'own', rows: 'own' },
  { acts: 'own', rows: 'other' },
  { acts: 'other', rows: 'other' },
  { acts: 'platform', rows: 'platform' },
];
function sidesOf(key: string, { who }: Principal): Where[] {
  const call = callOf(key);
  const isStaff = who.role?.startsWith('staff_') ?? false;
  return SIDES.filter(where => {
    if (where.acts === 'platform') return who.kind === 'user' && !isStaff && call.who === 'user';
    if (call.who === 'anyone' || call.who === 'loopback') return where.rows === 'own' && where.acts === 'own';
    return where.acts === where.rows || call.named !== null;
  });
}

/**
 * What is asked on a day, and where the rule is strict more of those it reaches; `npm run test:long -- access` asks all
 * of it on both engines.
 */
const isAsked = (mode: Mode, { who }: Principal, nth: number) =>
  isDue(nth, mode === 'spec' || who.role === 'owner' || who.role === 'admin' ? 80 : 240);

/** What an answer shows of a tenant that is not the one acted in, where it must not. */
function leaks({ key, by, where }: Ask, body: string): string[] {
  const call = callOf(key);
  if (call.who !== 'user' || ['tenants', 'parent', 'pending'].includes(call.named ?? '')) return [];
  if (call.area === 'pending_users' && decidesForAll(by.who.role)) return [];
  if (call.area === 'self' || call.area === 'tenants') return [];
  if (call.area === 'support' && where.acts === 'own' && by.who.role?.startsWith('staff_')) return [];
  const shown = placeOf(world, by, where.acts);
  return Object.values(world.places)
    .filter(place => place !== shown)
    .flatMap(marksOf)
    .filter(mark => body.includes(mark));
}

async function probe(ask: Ask): Promise<void> {
  const { key, by, where, mode } = ask;
  const answer = await send(world, ask);
  decided[mode] = (decided[mode] ?? 0) + 1;
  const expected = outcome(callOf(key), by.who, where, mode);
  const got = outcomeOf(answer);
  const at = `${mode}: ${key} by ${by.name}, in ${where.acts}, on ${where.rows} rows`;
  if (got !== expected)
    deviations.push(`${at}: expected ${expected}, got ${got} ${answer.body.slice(0, 120)}`);
  if (got === 'ok' || got === 'NOT_FOUND')
    for (const mark of leaks(ask, answer.body)) deviations.push(`${at}: shows ${mark}`);
}

async function probeAll(mode: Mode): Promise<void> {
  for (const [nth, key] of keys.entries()) {
    // What is limited is limited for each call anew.
    await world.test.db.delete(rateCounters);
    for (const [place, by] of world.principals.entries())
      for (const where of sidesOf(key, by)) {
        if (deviations.length >= STOPS_AT) return;
        if (!isAsked(mode, by, nth + place)) continue;
        await probe({ key, by, where, mode });
      }
  }
}

describe('access', () => {
  it('every call of the contract stands on the page and has a sample, and none beside', () => {
    expect(Object.keys(CALLS).sort()).toEqual([...keys].sort());
    expect(Object.keys(SAMPLES).sort()).toEqual([...keys].sort());
  });

  it('no route is served that does not stand there, but pages and their files', () => {
    const routes = routesOf(world.apps.spec);
    expect(keys.filter(key => !routes.includes(key))).toEqual([]);
    expect(routes.filter(route => !keys.includes(route)).sort()).toEqual(PAGES);
  });

  it('OPEN-ROLE-04 the table everybody reads is the one of the page, cell by cell', () => {
    expect(Object.keys(AREAS).sort()).toEqual(Object.keys(MATRIX).sort());
    const cells = (Object.keys(MATRIX) as Area[]).flatMap(area =>
      ROLES.map(role => `${area} ${role} ${levelOf(role, area)}`),
    );
    const table = (Object.keys(MATRIX) as Area[]).flatMap(area =>
      ROLES.map(role => `${area} ${role} ${AREAS[area].cells[role].level}`),
    );
    expect(table).toEqual(cells);
  });

  it('OPEN-ROLE-04 OPEN-TENANT-01 TENANT-01 TENANT-02 each call answers each principal as the pages say', async () => {
    await probeAll('spec');
    expect(deviations).toEqual([]);
  }, 300_000);

  it('OPEN-TENANT-01 and so it does where TENANT_ACCESS is strict', async () => {
    await probeAll('strict');
    expect(deviations).toEqual([]);
  }, 300_000);

  it('strict lets an owner into the tenants below his own, and into no other', async () => {
    const owner = world.principals.find(one => one.name === 'owner');
    const enter = async (tenant_id: string) => {
      const headers = { authorization: `Bearer ${owner?.token ?? ''}`, 'x-tenant-id': tenant_id };
      return outcomeOf(await world.apps.strict.inject({ url: '/api/devices', headers }));
    };
    const { fleet, others } = world.places;
    expect(await enter(fleet.tenants.active)).toBe('ok');
    expect(await enter(others.tenants.active)).toBe('TENANT_DENIED');
    expect(await enter(others.tenant_id)).toBe('TENANT_DENIED');
  });

  it('figures are for programs of this machine alone', async () => {
    const from = (remoteAddress: string) => world.apps.spec.inject({ url: '/metrics', remoteAddress });
    expect((await from('127.0.0.1')).statusCode).toBe(200);
    expect((await from('10.0.0.1')).statusCode).toBe(403);
  });
});
