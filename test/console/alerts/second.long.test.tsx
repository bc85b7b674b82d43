/** Two people and one alert: who waits, who decides, and what each of them sees. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Alert } from '../../../shared/contract/alerts/alert.ts';
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
import { AT, draft, REACH } from './alertPages.ts';

afterEach(cleanup);

const me = person('admin').id;
const waiting: Alert = {
  ...draft,
  ...{ state: 'pending_approval', priority: 0, created_by: idOf(7), submitted_by: idOf(7) },
  people: { author: 'Ana Reis', submitter: 'Ana Reis', approver: null },
};
const open = (path: string, row: Alert, answers: Answers = {}) =>
  openConsole({
    path,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin'), {
      'GET /api/alerts': () => listOf([row]),
      [`GET /api/alerts/${row.id}`]: () => json(row),
      'POST /api/alerts/preview-targets': () => json(REACH),
      ...answers,
    }),
  });
const page = `/admin/emergency-alerts/${draft.id}`;

it('the second person is called from whatever page he is on', async () => {
  await open('/admin/playlists', waiting, {
    'GET /api/playlists': () => listOf([]),
  });
  const menu = (await screen.findAllByRole('navigation', { name: 'Main menu' }))[0]!;
  expect(
    await within(menu).findByRole('link', { name: /Emergency alerts\s*1 awaiting your approval/ }),
  ).toBeTruthy();
});

it('what one has asked for oneself is no call, and no alert is shown to those without rights', async () => {
  await open(
    '/admin/playlists',
    { ...waiting, submitted_by: me },
    { 'GET /api/playlists': () => listOf([]) },
  );
  expect((await screen.findAllByRole('link', { name: 'Emergency alerts' })).length).toBe(1);
  expect(screen.queryByText(/awaiting your approval/)).toBeNull();
});

it('an alert that takes over screens stands over every page', async () => {
  const active: Alert = { ...draft, state: 'active', published_at: AT, expires_at: AT };
  await open('/admin/playlists', active, { 'GET /api/playlists': () => listOf([]) });
  expect(await screen.findByText('Emergency alert on screens')).toBeTruthy();
  expect(screen.getByRole('link', { name: 'Fire nearby' }).getAttribute('href')).toBe(page);
});

it.each([
  ['at the head of the page', 0],
  ['with the notice that it waits', 1],
])('who asked sees that it waits, takes it back %s, and is not offered to approve', async (_where, nth) => {
  const { to } = await open(
    page,
    { ...waiting, created_by: me, submitted_by: me },
    {
      [`POST /api/alerts/${draft.id}/withdraw`]: () => json({ ...waiting, state: 'draft', version: 4 }),
    },
  );
  expect(await screen.findByText('Waiting for a second person')).toBeTruthy();
  for (const name of ['Approve and publish', 'Reject', 'Drill on test screens'])
    expect(screen.queryByRole('button', { name })).toBeNull();
  const buttons = screen.getAllByRole('button', { name: 'Withdraw' });
  expect(buttons).toHaveLength(2);
  fireEvent.click(buttons[nth]!);
  await waitFor(() => expect(to(`/api/alerts/${draft.id}/withdraw`)).toHaveLength(1));
  expect(to(`/api/alerts/${draft.id}/withdraw`)[0]?.headers.get('if-match')).toBe('"3"');
});

it('what somebody else asked for is not taken back by whoever may decide it', async () => {
  await open(page, waiting);
  expect(await screen.findByRole('button', { name: 'Approve and publish' })).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Withdraw' })).toBeNull();
});

it.each([
  ['Approve and publish', 'approve', waiting],
  ['Publish', 'publish', draft],
  ['Give the all-clear', 'all-clear', { ...draft, state: 'active', published_at: AT, expires_at: AT }],
] as const)(
  '%s holds for the words that were read: who was slower looks again first',
  async (name, verb, row) => {
    let now: Alert = row;
    const { to } = await open(page, row, {
      [`GET /api/alerts/${draft.id}`]: () => json(now),
      [`GET /api/alerts/${draft.id}/deliveries`]: () => json({ items: [], counts: {} }),
      [`POST /api/alerts/${draft.id}/${verb}`]: () =>
        now.version === 3 ? ((now = { ...row, version: 4 }), refusal('VERSION_CONFLICT', now)) : json(now),
    });
    fireEvent.click(await screen.findByRole('button', { name }));
    const dialog = await screen.findByRole('dialog');
    const decide = async () =>
      within(dialog).findByRole('button', { name: verb === 'all-clear' ? name : / 6 screens$/ });
    fireEvent.click(await decide());
    expect(await within(dialog).findByText('Changed after you opened it')).toBeTruthy();
    expect(within(dialog).queryByRole('button', { name: / 6 screens$/ })).toBeNull();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Show the new version' }));
    fireEvent.click(await decide());
    await waitFor(() => expect(to(`/api/alerts/${draft.id}/${verb}`)).toHaveLength(2));
    expect(to(`/api/alerts/${draft.id}/${verb}`).map(({ headers }) => headers.get('if-match'))).toEqual([
      '"3"',
      '"4"',
    ]);
  },
);

it('the last look says who, how grave, from when to when and where', async () => {
  await open(page, waiting);
  fireEvent.click(await screen.findByRole('button', { name: 'Approve and publish' }));
  const dialog = await screen.findByRole('dialog');
  const fact = async (name: string) =>
    (await within(dialog).findByText(name)).nextElementSibling?.textContent;
  expect(await fact('Sender')).toBe('City fire service');
  expect(await fact('Written by')).toBe('Ana Reis');
  expect(await fact('Approval asked by')).toBe('Ana Reis');
  expect(await fact('Starts')).toBe('At once');
  expect(await fact('Lasts')).toBe('1 hr');
  expect(await fact('Ends')).toMatch(/\d\d:\d\d/);
  expect(await fact('Kind')).toBe('Actual');
  expect(await within(dialog).findByRole('button', { name: 'Approve for 6 screens' })).toBeTruthy();
});

it('an open dialog notices that somebody else has decided', async () => {
  let state: Alert['state'] = 'pending_approval';
  await open(page, waiting, {
    [`GET /api/alerts/${draft.id}`]: () =>
      json({
        ...waiting,
        state,
        version: state === 'active' ? 4 : 3,
        people: { ...waiting.people, approver: 'Bo Lin' },
      }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Approve and publish' }));
  const dialog = await screen.findByRole('dialog');
  await within(dialog).findByRole('button', { name: 'Approve for 6 screens' });
  state = 'active';
  expect(await within(dialog).findByText('Somebody else has decided already: On screens')).toBeTruthy();
  expect(within(dialog).getByText('By Bo Lin')).toBeTruthy();
  expect(within(dialog).queryByRole('button', { name: /^Approve for/ })).toBeNull();
});

it('an alert with a gap of a template cannot be published', async () => {
  const texts = { en: { ...draft.texts['en']!, headline: '[Street] is closed' } };
  await open(page, { ...draft, texts });
  fireEvent.click(await screen.findByRole('button', { name: 'Publish' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText(/Replace \[Street\]/)).toBeTruthy();
  expect(within(dialog).queryByRole('button', { name: /^Publish/ })).toBeNull();
});

it('cancelling asks for the reason in its own words, and the way back says that it stays', async () => {
  const active: Alert = { ...draft, state: 'active', published_at: AT, expires_at: AT };
  const { to } = await open(page, active, {
    [`GET /api/alerts/${draft.id}/deliveries`]: () => json({ items: [], counts: {} }),
    [`POST /api/alerts/${draft.id}/cancel`]: () => json({ ...active, state: 'cancelled' }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Fire nearby' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Cancel alert' }));
  const dialog = await screen.findByRole('dialog');
  const buttons = within(dialog)
    .getAllByRole('button')
    .map(one => one.textContent);
  expect(buttons.slice(-2)).toEqual(['Keep showing it', 'Cancel alert']);
  expect(document.activeElement?.tagName).toBe('TEXTAREA');
  fireEvent.click(within(dialog).getByRole('button', { name: 'Cancel alert' }));
  expect(within(dialog).getByText('Say why: it stays in the record.')).toBeTruthy();
  expect(to(`/api/alerts/${draft.id}/cancel`)).toHaveLength(0);
});

it('a drill says how many test screens there are, and how to have one', async () => {
  await open(page, draft, {
    'POST /api/alerts/preview-targets': () => json({ ...REACH, named: 0, online: 0 }),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Actions for Fire nearby' }));
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Drill on test screens' }));
  const dialog = await screen.findByRole('dialog');
  expect(await within(dialog).findByText('There is no test screen')).toBeTruthy();
  expect(
    within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Drill on test screens' }).disabled,
  ).toBe(true);
});

it('an alert that is over can be copied', async () => {
  await open(page, { ...waiting, state: 'rejected', reason: 'The street is wrong.' });
  expect(await screen.findByRole('button', { name: 'Copy to a new draft' })).toBeTruthy();
});
