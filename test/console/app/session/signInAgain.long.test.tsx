import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { toBase64Url } from '../../../../shared/contract/wire/bytes.ts';
import { deviceRow } from '../../../support/console/content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  refusal,
  signedInAnswers,
  TOKENS,
  type Asked,
} from '../../../support/console/console.tsx';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const RIGHT = 'Wayside-test-1';
const FRESH = { access_token: 'access-2', refresh_token: 'refresh-2' };
const cab = deviceRow(1, { name: 'Cab 1182' });
const path = `/admin/devices?id=${cab.id}&tab=settings`;
const user = person('admin');

/** A sheet in which a name is typed, whose session the server ends before it is saved. */
async function editing({ login }: { login?: (asked: Asked) => Response } = {}) {
  let isEnded = false;
  const isRefused = ({ headers }: Asked) =>
    isEnded && headers.get('authorization') !== `Bearer ${FRESH.access_token}`;
  const guarded = (answer: () => Response) => (asked: Asked) =>
    isRefused(asked) ? refusal('SESSION_REVOKED') : answer();
  const view = await openConsole({
    path,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(user, {
      'GET /api/devices': guarded(() => listOf([cab])),
      [`GET /api/devices/${cab.id}`]: guarded(() => json(cab)),
      [`PATCH /api/devices/${cab.id}`]: guarded(() => json({ ...cab, name: 'Cab 7', version: 2 })),
      'POST /api/auth/refresh': () => refusal('SESSION_REVOKED'),
      'POST /api/auth/login':
        login ??
        (({ body }) =>
          (body as { password: string }).password === RIGHT
            ? json({ user, tokens: FRESH })
            : refusal('INVALID_CREDENTIALS')),
      'POST /api/auth/login-code': () => json({ user, tokens: FRESH }),
    }),
  });
  const field = await screen.findByLabelText('Screen');
  return {
    ...view,
    saves: () => view.to(`/api/devices/${cab.id}`).filter(({ method }) => method === 'PATCH'),
    end: () => void (isEnded = true),
    async save() {
      fireEvent.change(field, { target: { value: 'Cab 7' } });
      fireEvent.click(await screen.findByRole('button', { name: 'Save' }));
    },
  };
}
async function enter(password: string) {
  fireEvent.change(await screen.findByLabelText('Password'), { target: { value: password } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in and go on' }));
}
const isHere = () => expect(location.pathname + location.search).toBe(path);

it('OPEN-GUARD-01 a session that ends inside a form asks for the password over it, and the save goes on', async () => {
  const view = await editing();
  view.end();
  await view.save();
  await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Password')));
  await enter('wrong');
  expect(await screen.findByText('The current password is incorrect.')).toBeDefined();
  expect(await view.tokens.read()).toBeNull();
  isHere();
  await enter(RIGHT);
  await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Sign in again' })).toBeNull());
  await screen.findByText(/Saved/);
  isHere();
  const [refused, saved] = view.saves();
  expect(saved?.body).toEqual(refused?.body);
  expect(saved?.headers.get('idempotency-key')).toBe(refused?.headers.get('idempotency-key'));
  expect(await view.tokens.read()).toEqual(FRESH);
});

it('a second factor is asked for over the form as well', async () => {
  const view = await editing({
    login: () => json({ ticket: 'ticket-1', expires_at: '2030-01-01T00:00:00.000Z' }),
  });
  view.end();
  await view.save();
  await enter(RIGHT);
  fireEvent.change(await screen.findByLabelText(/code/i), { target: { value: '123456' } });
  fireEvent.click(screen.getByRole('button', { name: 'Sign in and go on' }));
  await screen.findByText(/Saved/);
  isHere();
});

it('whoever goes to the sign-in page finds what was typed afterwards', async () => {
  const view = await editing();
  view.end();
  await view.save();
  await waitFor(() => expect(Object.keys(localStorage).some(key => key.startsWith('draft '))).toBe(true));
  fireEvent.click(await screen.findByRole('button', { name: 'Go to the sign-in page' }));
  await waitFor(() => expect(location.pathname).toBe('/auth'));
  expect(Object.keys(localStorage).some(key => key.startsWith('draft '))).toBe(true);
});

it('a sign-in in another tab lets the page go on, one of somebody else leaves it', async () => {
  const token = (sub: string) => `x.${toBase64Url(new TextEncoder().encode(JSON.stringify({ sub })))}.x`;
  const elsewhere = (sub: string) =>
    dispatchEvent(new StorageEvent('storage', { key: 'access_token', newValue: token(sub) }));
  const view = await editing();
  view.end();
  await view.save();
  await screen.findByRole('dialog', { name: 'Sign in again' });
  await view.tokens.write(FRESH);
  elsewhere(user.id);
  await screen.findByText(/Saved/);
  isHere();
  cleanup();
  const other = await editing();
  other.end();
  await other.save();
  await screen.findByRole('dialog', { name: 'Sign in again' });
  elsewhere('somebody-else');
  await waitFor(() => expect(location.pathname).toBe('/auth'));
});
