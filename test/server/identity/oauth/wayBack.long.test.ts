import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { oauthTickets, users } from '../../../../server/db/schema.ts';
import { codeIn, openTraveller, ORIGIN } from '../../../support/oauth/traveller.ts';
import { startOauthWorld, type OauthWorld } from '../../../support/oauth/world.ts';
import { outcomeOf } from '../../../support/server/people.ts';

const MINUTE_MS = 60_000;
let world: OauthWorld;
beforeAll(async () => {
  world = await startOauthWorld();
});
afterAll(() => world.close());

describe('the way back from the provider', () => {
  it('says so where it was cancelled there', async () => {
    for (const provider of ['google', 'apple'] as const)
      expect(await openTraveller(world.t).travel(provider, 'cancel')).toBe('/auth?error=cancelled');
  });

  it('is good once', async () => {
    const person = await world.enrolled();
    const browser = openTraveller(world.t);
    const back = await browser.visit('google', await browser.leave('google'), `as/${person.sub}`);
    codeIn(await browser.comeBack(back));
    expect(await browser.comeBack(back)).toBe('/auth?error=expired');
  });

  it('is good in the browser that began alone: no link signs somebody in as somebody else', async () => {
    const person = await world.enrolled();
    const attacker = openTraveller(world.t);
    const back = await attacker.visit('google', await attacker.leave('google'), `as/${person.sub}`);
    expect(await openTraveller(world.t).comeBack(back)).toBe('/auth?error=expired');
    const victim = openTraveller(world.t);
    await victim.leave('google');
    expect(await victim.comeBack(back)).toBe('/auth?error=expired');
    codeIn(await attacker.comeBack(back));
  });

  it('is refused with another state, another nonce, a code of another sign-in, and at the other provider', async () => {
    const person = await world.enrolled();
    const browser = openTraveller(world.t);
    const sub = `as/${person.sub}`;
    const back = await browser.visit('google', await browser.leave('google'), sub);
    const other = await browser.visit('google', await browser.leave('google'), sub);
    const withState = (state: string) => {
      const parameters = new URLSearchParams(back.parameters);
      parameters.set('state', state);
      return browser.comeBack({ provider: 'google', parameters });
    };
    expect(await withState('x'.repeat(43))).toBe('/auth?error=expired');
    expect(await withState(other.parameters.get('state') ?? '')).toBe('/auth?error=refused');
    expect(await browser.comeBack({ ...back, provider: 'apple' })).toBe('/auth?error=expired');
    const address = new URL(await browser.leave('google'));
    address.searchParams.set('nonce', 'n'.repeat(43));
    expect(await browser.comeBack(await browser.visit('google', address.href, sub))).toBe(
      '/auth?error=refused',
    );
  });

  it('is refused where the clocks are ten minutes apart, and after ten minutes', async () => {
    const { sub } = await world.enrolled();
    for (const off of [10 * MINUTE_MS, -10 * MINUTE_MS]) {
      world.clock.jump(off);
      expect(await openTraveller(world.t).travel('google', `as/${sub}`)).toBe('/auth?error=clock');
      world.clock.jump(-off);
    }
    const browser = openTraveller(world.t);
    const back = await browser.visit('google', await browser.leave('google'), `as/${sub}`);
    world.clock.jump(10 * MINUTE_MS);
    expect(await browser.comeBack(back)).toBe('/auth?error=expired');
    world.clock.jump(-10 * MINUTE_MS);
  });

  it('leads to our page whatever the request says: no open redirect', async () => {
    const evil = 'https://evil.example';
    const more = `?returnTo=${evil}&redirect_uri=${evil}&next=//evil.example&error=${evil}&status=${evil}`;
    const browser = openTraveller(world.t);
    for (const path of ['/api/auth/oauth/google/callback', '/api/auth/oauth/google']) {
      const { headers } = await browser.send('GET', `${path}${more}`);
      const to = new URL(String(headers.location), ORIGIN);
      expect([ORIGIN, world.google.issuer]).toContain(to.origin);
      expect(to.href).not.toContain('evil');
    }
  });

  it('is a form at Apple’s address alone', async () => {
    const form = 'application/x-www-form-urlencoded';
    for (const url of ['/api/auth/oauth/exchange', '/api/auth/login', '/api/auth/refresh'])
      expect((await openTraveller(world.t).send('POST', url, 'code=x', form)).statusCode).toBe(415);
    const json = await openTraveller(world.t).send(
      'POST',
      '/api/auth/oauth/apple/callback',
      '{}',
      'application/json',
    );
    expect(json.statusCode).toBe(415);
  });
});

describe('the code of the fragment', () => {
  const REFUSED = [400, 'VALIDATION'];
  it('OPEN-USER-03 is good once, for a minute, and with the cookie of the browser that began', async () => {
    const { sub } = await world.enrolled();
    const browser = openTraveller(world.t);
    const code = codeIn(await browser.travel('google', `as/${sub}`));
    expect(outcomeOf(await openTraveller(world.t).exchange(code))).toEqual(REFUSED);
    const other = openTraveller(world.t);
    await other.leave('google');
    expect(outcomeOf(await other.exchange(code))).toEqual(REFUSED);
    const kept = new Map(browser.jar);
    world.clock.jump(MINUTE_MS - 1);
    expect(outcomeOf(await browser.exchange(code))).toEqual([200]);
    for (const [name, value] of kept) browser.jar.set(name, value);
    expect(outcomeOf(await browser.exchange(code))).toEqual(REFUSED);
    const late = codeIn(await browser.travel('google', `as/${sub}`));
    world.clock.jump(MINUTE_MS);
    expect(outcomeOf(await browser.exchange(late))).toEqual(REFUSED);
    world.clock.jump(-MINUTE_MS);
  });

  it('is worth nothing to whoever was suspended meanwhile', async () => {
    const { sub, email } = await world.enrolled();
    const browser = openTraveller(world.t);
    const code = codeIn(await browser.travel('google', `as/${sub}`));
    await world.t.db.update(users).set({ status: 'suspended' }).where(eq(users.email, email));
    expect(outcomeOf(await browser.exchange(code))).toEqual([403, 'USER_INVALID']);
  });

  it('lies hashed, and what it stands for wrapped; a state is no code', async () => {
    const { sub } = await world.enrolled();
    const browser = openTraveller(world.t);
    const address = new URL(await browser.leave('google'));
    const state = address.searchParams.get('state') ?? '';
    const code = codeIn(await openTraveller(world.t).travel('google', `as/${sub}`));
    const rows = JSON.stringify(await world.t.db.select().from(oauthTickets));
    for (const text of [state, code, sub, address.searchParams.get('nonce') ?? '-'])
      expect(rows).not.toContain(text);
    expect(outcomeOf(await browser.exchange(state))).toEqual(REFUSED);
  });

  it('comes with a cookie that no script reads and other sites may send', async () => {
    const [cookie] = (await openTraveller(world.t).send('GET', '/api/auth/oauth/apple')).cookies;
    expect(cookie).toMatchObject({
      ...{ name: '__Secure-wayside-oauth', path: '/api/auth/oauth', httpOnly: true },
      ...{ secure: true, sameSite: 'None', maxAge: 600 },
    });
  });
});
