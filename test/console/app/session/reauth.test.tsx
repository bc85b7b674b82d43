import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  refusal,
  signedInAnswers,
  TENANT,
  TOKENS,
} from '../../../support/console/console.tsx';

afterEach(cleanup);

const OTHER = '00000000-0000-7000-8000-00000000000b';
const RIGHT = 'Wayside-test-1';
const WRONG = 'The current password is incorrect.';

/** An admin whose password was said too long ago for the tenant he switches to. */
async function visit() {
  let said = false;
  const view = await openConsole({
    path: '/playlists',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin'), {
      'GET /api/auth/me': () =>
        json({
          user: person('admin'),
          tenants: [
            { id: TENANT, name: 'Taxi fleet', slug: 'fleet', portal_business: false },
            { id: OTHER, name: 'Harbour fleet', slug: 'harbour', portal_business: false },
          ],
        }),
      'GET /api/playlists': call => {
        const isVisit = call.headers.get('x-tenant-id') === OTHER;
        return isVisit && !said ? refusal('REAUTH_REQUIRED') : listOf([]);
      },
      'POST /api/auth/reauth': call => {
        said = (call.body as { password: string }).password === RIGHT;
        return said ? json({ ok: true }) : refusal('WRONG_PASSWORD');
      },
    }),
  });
  await screen.findByRole('heading', { level: 1 });
  view.session.switchTenant(OTHER);
  return view;
}

it('the password is asked again in another tenant, once, and what waited goes on', async () => {
  const { to } = await visit();
  const say = async (password: string) => {
    fireEvent.change(await screen.findByLabelText('Password'), { target: { value: password } });
    fireEvent.click(screen.getByRole('button', { name: 'Continue' }));
  };
  await say('wrong');
  expect(await screen.findByText(WRONG)).toBeDefined();
  await say(RIGHT);
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(to('/api/auth/reauth')).toHaveLength(2);
});

it('whoever would rather not is shown the refusal instead', async () => {
  await visit();
  fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
  expect(await screen.findByText('Enter your password again to continue.')).toBeDefined();
});
