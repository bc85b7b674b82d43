import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { endpoints } from '../../support/contract.ts';
import { LIMITS, type LimitName } from '../../../shared/contract/wire/limits.ts';
import { rowsOf } from '../../../server/db/rows.ts';
import { networkOf, openLimits, type Limits } from '../../../server/transaction/limits.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestServer, TEST_PASSWORD, type TestServer } from '../../support/server/server.ts';

const SERVER = join(import.meta.dirname, '../../../server');
const clock = manualClock();
let t: TestServer;
beforeAll(async () => {
  t = await startTestServer({ clock });
});
afterAll(() => t.close());

const refusalOf = (taken: Promise<void>) =>
  taken.then(
    () => null,
    (error: unknown) => error as { code: string; details: { retry_after_s: number } },
  );
async function fill(limits: Limits, name: LimitName, whose: string, times: number): Promise<void> {
  for (let n = 0; n < times; n++) await limits.take(name, [whose]);
}

describe('a limit', () => {
  it('lets its number through, then refuses till the window ends and says how long', async () => {
    await clock.sleep(3_600_000 - (clock.now() % 3_600_000) + 20_000);
    await fill(t.server.limits, 'register', 'a', LIMITS.register.max);
    const refused = await refusalOf(t.server.limits.take('register', ['a']));
    expect(refused).toMatchObject({ code: 'RATE_LIMITED', details: { retry_after_s: 3_580 } });
    expect(await refusalOf(t.server.limits.take('register', ['b']))).toBeNull();
    await clock.sleep(3_579_000);
    expect(await refusalOf(t.server.limits.take('register', ['a']))).toMatchObject({
      details: { retry_after_s: 1 },
    });
    await clock.advance(1_000);
    expect(await refusalOf(t.server.limits.take('register', ['a']))).toBeNull();
  });

  it('gives back what ended well, never below nothing', async () => {
    await t.server.limits.refund('password', ['c']);
    await fill(t.server.limits, 'password', 'c', LIMITS.password.max);
    expect(await t.server.limits.isOver('password', 'c')).toBe(true);
    for (let n = 0; n < 2; n++) await t.server.limits.refund('password', ['c']);
    expect(await t.server.limits.isOver('password', 'c')).toBe(false);
    expect(await t.server.limits.isOver('password', 'c')).toBe(true);
  });

  it('is counted once by all nodes of a database, in parallel too', async () => {
    const nodes = [t.server.limits, openLimits(t.db, clock)];
    const taken = await Promise.all(
      Array.from({ length: 2 * LIMITS.pairing_codes.max }, (_, n) =>
        refusalOf((nodes[n % 2] as Limits).take('pairing_codes', ['d'])),
      ),
    );
    expect(taken.filter(refused => refused === null)).toHaveLength(LIMITS.pairing_codes.max);
  });

  it('refuses where one of several counts is full, and counts the refusals', async () => {
    await fill(t.server.limits, 'pairing_tries', 'account', LIMITS.pairing_tries.max);
    expect(await refusalOf(t.server.limits.take('pairing_tries', ['network', 'account']))).not.toBeNull();
    expect(await refusalOf(t.server.limits.take('pairing_tries', ['network']))).toBeNull();
  });

  it('forgets windows that are long over', async () => {
    await fill(t.server.limits, 'export', 'e', 1);
    const later = openLimits(t.db, manualClock(clock.now() + 2 * 86_400_000));
    await fill(later, 'export', 'f', 1);
    await later.sweep();
    expect(rowsOf(await t.db.execute(sql`select * from rate_counters`))).toHaveLength(1);
  });
});

describe('a household', () => {
  it.each([
    ['203.0.113.7', '203.0.113.250', true],
    ['203.0.113.7', '203.0.114.7', false],
    ['::ffff:203.0.113.7', '203.0.113.9', true],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2:ffff:0:0:1', true],
    ['2001:db8:1:2::1', '2001:db8:1:2:aaaa:bbbb:cccc:dddd', true],
    ['2001:db8:1:2::1', '2001:db8:1:3::1', false],
    ['2001:db8::1', '2001:db8::2', true],
    ['2001:db8::1', '2001:db8::1:2:3:4', true],
    ['2001:db8:1::5', '2001:db8:1:0:aaaa:1:2:3', true],
    ['2001:db8::5:0:0:1', '2001:db8:0:5::1', false],
    ['2001:DB8:1:2::1', '2001:db8:1:2::9', true],
    ['fe80::1%eth0', 'fe80::2%eth0', true],
    ['::1', '::2', true],
  ])('of %s and %s is the same: %s', (one, other, isSame) => {
    expect(networkOf(one) === networkOf(other)).toBe(isSame);
  });
});

describe('over the wire', () => {
  const login = (remoteAddress: string, email = 'nobody@test.example') =>
    t.app.inject({
      method: 'POST',
      url: '/api/auth/login',
      payload: { email, password: TEST_PASSWORD },
      remoteAddress,
    });

  it('a network that asks too often is told 429 with Retry-After, its neighbours are not', async () => {
    await clock.advance(60_000 - (clock.now() % 60_000));
    for (let n = 0; n < LIMITS.login.max; n++) expect((await login(`192.0.2.${n}`)).statusCode).toBe(401);
    const refused = await login('192.0.2.99');
    expect([refused.statusCode, refused.json<{ error: string }>().error]).toEqual([429, 'RATE_LIMITED']);
    expect(refused.headers['retry-after']).toBe('60');
    expect((await login('192.0.3.1')).statusCode).toBe(401);
    await clock.advance(60_000);
    expect((await login('192.0.2.1')).statusCode).toBe(401);
  });

  it('no address and no account stands legibly in the counters', async () => {
    const by = await t.signIn('admin');
    await login('198.51.100.77', by.email);
    await login('2001:db8:77:1::5', by.email);
    const text = JSON.stringify(rowsOf(await t.db.execute(sql`select * from rate_counters`)));
    expect(text).toContain('login ');
    for (const legible of ['198.51', '2001:db8', by.email, by.id, 'test.example'])
      expect(text).not.toContain(legible);
  });
});

it('every limit is asked for by an endpoint or a handler', () => {
  const sources = readdirSync(SERVER, { recursive: true, encoding: 'utf8' })
    .filter(name => name.endsWith('.ts'))
    .map(name => readFileSync(join(SERVER, name), 'utf8'))
    .join('\n');
  const byHand = (name: string) => new RegExp(`limits\\.(take|isOver)\\('${name}'`).test(sources);
  const unused = (Object.keys(LIMITS) as LimitName[]).filter(
    name => !byHand(name) && !endpoints.some(e => e.limit === name),
  );
  expect(unused).toEqual([]);
});
