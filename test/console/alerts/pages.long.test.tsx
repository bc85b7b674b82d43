import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Alert } from '../../../shared/contract/alerts/alert.ts';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import { idOf } from '../../support/console/content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  refusal,
  signedInAnswers,
  TOKENS,
  type Answers,
} from '../../support/console/console.tsx';
import { AT, common, draft, REACH } from './alertPages.ts';

afterEach(cleanup);

const openAlert = (role: Role, of: Partial<Alert> = {}, answers: Answers = {}) => {
  const row = { ...draft, ...of };
  return openConsole({
    path: `/admin/emergency-alerts/${row.id}`,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person(role), {
      'GET /api/alerts': () => listOf([row]),
      [`GET /api/alerts/${row.id}`]: () => json(row),
      'POST /api/alerts/preview-targets': () => json(REACH),
      ...answers,
    }),
  });
};

it('a draft is published after a look at what is shown and to how many screens', async () => {
  const published = { ...draft, state: 'active', published_at: AT, version: 4 };
  const { to } = await openAlert(
    'admin',
    {},
    {
      [`POST /api/alerts/${draft.id}/publish`]: () => json(published),
    },
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Publish' }));
  const dialog = await screen.findByRole('dialog', { name: 'Publish “Fire nearby”?' });
  expect((await within(dialog).findAllByText('附近发生火灾')).length).toBeGreaterThan(0);
  expect(within(dialog).getAllByText('City fire service').length).toBeGreaterThan(0);
  expect(to(`/api/alerts/${draft.id}/publish`)).toHaveLength(0);
  fireEvent.click(await within(dialog).findByRole('button', { name: 'Publish to 6 screens' }));
  await waitFor(() => expect(to(`/api/alerts/${draft.id}/publish`)).toHaveLength(1));
});

it('a drill carries its mark in the preview, and says that only test screens show it', async () => {
  await openAlert('admin', { status: 'Exercise' });
  expect((await screen.findAllByText('This is only a test')).length).toBe(2);
  fireEvent.click(await screen.findByRole('button', { name: 'Publish' }));
  const dialog = await screen.findByRole('dialog');
  expect(
    within(dialog).getByText('Tests and exercises go only to screens with the tag “test”.'),
  ).toBeTruthy();
});

it('who may only draft asks for approval, and publishes nothing', async () => {
  await openAlert('manager');
  expect(await screen.findByRole('button', { name: 'Ask for approval' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Publish' })).toBeNull();
  expect(screen.getByRole('link', { name: 'Change draft' })).toBeTruthy();
});

it('which screens have it is counted by state, and a press shows those of one state', async () => {
  const one = {
    ...{ alert_version: 1, sent_at: AT, received_at: AT, acknowledged_at: null, cleared_at: null },
    ...{ seen_s: null, clock_quality: null, detail: null },
  };
  const items = [
    { ...one, device_id: idOf(2), device_name: 'Cab 1182', state: 'shown', shown_at: AT },
    {
      ...one,
      device_id: idOf(3),
      device_name: 'Cab 0417',
      state: 'failed',
      shown_at: null,
      detail: 'No font',
    },
  ];
  await openAlert(
    'admin',
    { state: 'active', published_at: AT, reach: { screens: 2, shown: 1, acknowledged: 0 } },
    {
      [`GET /api/alerts/${draft.id}/deliveries`]: () => json({ items, counts: { shown: 1, failed: 1 } }),
    },
  );
  const panel = await screen.findByRole('region', { name: 'Screens' });
  expect(await within(panel).findByRole('link', { name: 'Cab 1182' })).toBeTruthy();
  fireEvent.click(within(panel).getByRole('button', { name: /^Failed/ }));
  expect(within(panel).queryByRole('link', { name: 'Cab 1182' })).toBeNull();
  expect(within(panel).getByText(/No font/)).toBeTruthy();
});

it('GUARD-15 keys are shown after the password is entered again', async () => {
  let isConfirmed = false;
  const key = {
    ...common,
    ...{
      label: 'Control room',
      scopes: ['alerts:create'],
      ip_allow: [],
      rate_per_min: 30,
      client_id: idOf(2),
    },
    ...{ agency: 'City police', prefix: 'pk_live_3f9a1c2e', last4: '77aa', env: 'live', state: 'active' },
    ...{ not_before: null, expires_at: AT, last_used_at: null, last_used_ip: null },
  };
  await openConsole({
    path: '/admin/police-api-keys',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('staff_admin'), {
      'GET /api/police/keys': () => (isConfirmed ? listOf([key]) : refusal('REAUTH_REQUIRED')),
      'POST /api/auth/reauth': () => {
        isConfirmed = true;
        return new Response(null, { status: 204 });
      },
    }),
  });
  const dialog = await screen.findByRole('dialog', { name: 'Enter your password again' });
  expect(screen.queryByText('Control room')).toBeNull();
  fireEvent.change(within(dialog).getByLabelText('Password'), { target: { value: 'Own-password-1' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Continue' }));
  expect(await screen.findByText('Control room')).toBeTruthy();
  expect(screen.getByText(/pk_live_3f9a1c2e…77aa/)).toBeTruthy();
});

const KEY = {
  ...common,
  ...{ label: 'Control room', scopes: ['alerts:create'], ip_allow: [], rate_per_min: 30 },
  ...{ client_id: idOf(2), agency: 'City police', prefix: 'pk_live_3f9a1c2e', last4: '77aa', env: 'live' },
  ...{ state: 'active', not_before: null, expires_at: AT, last_used_at: null, last_used_ip: null },
};
it('a key without a partner says in its own words what is missing', async () => {
  await openConsole({
    path: '/admin/police-api-keys',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('staff_admin'), { 'GET /api/police/keys': () => listOf([]) }),
  });
  fireEvent.click((await screen.findAllByRole('button', { name: 'New key' }))[0]!);
  const form = await screen.findByRole('dialog');
  fireEvent.click(await within(form).findByRole('button', { name: 'Create key' }));
  expect(await within(form).findByText('Choose a partner.')).toBeTruthy();
});

it('the key that is shown once stays until somebody says it was copied, whatever key is pressed', async () => {
  await openConsole({
    path: '/admin/police-api-keys',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('staff_admin'), {
      'GET /api/police/keys': () => listOf([KEY]),
      [`POST /api/police/keys/${KEY.id}/rotate`]: () => json({ ...KEY, key: 'pk_live_secret' }),
    }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Control room' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: /^Rotate/ }));
  fireEvent.click(within(await screen.findByRole('dialog')).getByRole('button', { name: /^Rotate/ }));
  const keyDialog = await screen.findByRole('dialog', { name: 'Copy the key now' });
  fireEvent.keyDown(keyDialog, { key: 'Escape' });
  expect(await within(keyDialog).findByText('Have you copied the key?')).toBeTruthy();
  expect(within(keyDialog).getByText('pk_live_secret')).toBeTruthy();
  fireEvent.click(within(keyDialog).getByRole('button', { name: 'I have copied it' }));
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

it('a document that has ended cannot be published, and says what it is', async () => {
  const item = {
    ...{ identifier: 'a', sender: 's@x', sent: AT, action: 'create', warnings: [], status: 'Actual' },
    ...{ headline: 'High water', priority: 1, areas: [], geocodes: [{ name: 'SAME', value: '006037' }] },
    ...{ effective_at: AT, expires_at: AT, is_over: true },
  };
  await openConsole({
    path: '/admin/emergency-alerts?import=1',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin'), {
      'GET /api/alerts': () => listOf([draft]),
      'POST /api/alerts/import': () => json({ items: [item], refused: [], affected: 0 }),
    }),
  });
  const dialog = await screen.findByRole('dialog', { name: 'Import a CAP document' });
  fireEvent.change(within(dialog).getByLabelText('Or paste the document'), { target: { value: '<alert/>' } });
  fireEvent.click(within(dialog).getByRole('button', { name: 'Check the document' }));
  expect(await within(dialog).findByText('New alert: High water')).toBeTruthy();
  expect(within(dialog).getByText(/^It ended at .*: screens would not show it\.$/)).toBeTruthy();
  expect(within(dialog).getByText('SAME 006037')).toBeTruthy();
  expect(within(dialog).queryByText(/would receive it/)).toBeNull();
  expect(within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Publish to screens' }).disabled).toBe(
    true,
  );
});
