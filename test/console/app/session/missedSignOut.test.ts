// @vitest-environment jsdom
/** A tab that is off the console, as on the player's page, hears of no sign-out; here each page of it is a session anew. */
import { afterEach, expect, it } from 'vitest';
import type { Tokens } from '../../../../shared/contract/identity/auth.ts';
import { json, person, TENANT } from '../../../support/console/console.tsx';
import { begin } from '../../../support/console/session.ts';

afterEach(() => sessionStorage.clear());

const OTHER = '00000000-0000-7000-8000-00000000000b';
const FIRST = person('staff_admin');
const SECOND = person('staff_admin', { id: '00000000-0000-7000-8000-00000000000c' });
const tenants = [TENANT, OTHER].map(id => ({ id, name: id, slug: id, portal_business: false }));

const tokensOf = (sub: string, sid: string, nth = 1): Tokens => {
  const claims = Buffer.from(JSON.stringify({ sub, sid, nth })).toString('base64url');
  return { access_token: `head.${claims}.signature`, refresh_token: `refresh-${sid}` };
};

/** The console, opened in this tab while these tokens are the browser's. */
function openedWith(tokens: Tokens | null, user = FIRST) {
  const page = begin(
    {
      'GET /api/auth/me': () => json({ user, tenants }),
      'POST /api/auth/login': () => json({ user, tenants, tokens: tokensOf(user.id, 'typed') }),
    },
    { tokens },
  );
  const acts = () => {
    const state = page.state();
    return state.at === 'authenticated' ? state.user.tenant_id : state.at;
  };
  return { ...page, acts };
}
async function choose() {
  const { session, acts } = openedWith(tokensOf(FIRST.id, 'first'));
  await session.start();
  session.switchTenant(OTHER);
  expect(acts()).toBe(OTHER);
}

it.each([
  ['as it was', tokensOf(FIRST.id, 'first')],
  ['renewed meanwhile', tokensOf(FIRST.id, 'first', 2)],
])('OPEN-TENANT-02 a choice outlives a reload within its session, %s', async (_what, tokens) => {
  await choose();
  const { session, acts } = openedWith(tokens);
  await session.start();
  expect(acts()).toBe(OTHER);
});

it.each([
  ['somebody else', SECOND],
  ['the same person', FIRST],
])('OPEN-TENANT-02 a choice is gone where %s has signed in elsewhere meanwhile', async (_who, user) => {
  await choose();
  const { session, acts } = openedWith(tokensOf(user.id, 'second'), user);
  await session.start();
  expect(acts()).toBe(TENANT);
});

it('OPEN-TENANT-02 a choice is gone where this tab is the one to sign in after a sign-out elsewhere', async () => {
  await choose();
  const { session, acts } = openedWith(null, SECOND);
  await session.start();
  expect(acts()).toBe('unauthenticated');
  await session.signIn({ email: SECOND.email, password: 'Wayside-test-1' });
  expect(acts()).toBe(TENANT);
  session.switchTenant(OTHER);
  const reloaded = openedWith(tokensOf(SECOND.id, 'typed'), SECOND);
  await reloaded.session.start();
  expect(reloaded.acts()).toBe(OTHER);
});
