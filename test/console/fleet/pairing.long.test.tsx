import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { deviceRow } from '../../support/console/content.ts';
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

afterEach(cleanup);

const cab = deviceRow(1, { name: 'Cab 1182', last_seen_at: new Date(Date.now() - 3_600_000).toISOString() });
const base: Answers = {
  'GET /api/devices': () => listOf([cab]),
  'GET /api/playlists': () => listOf([]),
  [`GET /api/devices/${cab.id}`]: () => json(cab),
};
const open = (path: string, answers: Answers) =>
  openConsole({ path, tokens: memoryTokens(TOKENS), answers: signedInAnswers(person('admin'), answers) });
const paired = (to: Awaited<ReturnType<typeof open>>['to']) =>
  to('/api/devices/pair').flatMap(({ method, body }) => (method === 'POST' ? [body] : []));
it.each(['abc-def', 'ABCDEF', ' abc def '])('screens are paired by a code typed as "%s"', async typed => {
  const { to } = await open('/admin/devices?pair=1', {
    ...base,
    'GET /api/devices/pair': () => json({ items: [] }),
    'POST /api/devices/pair': () => json(cab),
  });
  fireEvent.change(await screen.findByLabelText('Code on the screen'), { target: { value: typed } });
  fireEvent.click(screen.getByRole('button', { name: 'Pair screen' }));
  await waitFor(() => expect(paired(to)).toEqual([{ code: 'ABCDEF' }]));
  await waitFor(() => expect(location.search).toBe(`?id=${cab.id}`));
});

it.each([
  [/^Cab 1182, seen /, { code: 'ABCDEF', replaces: cab.id, replaces_version: cab.version }],
  ['New screen', { code: 'ABCDEF', name: 'Cab 9' }],
])('asks first whether a screen is one that lost itself: %s', async (answer, body) => {
  const { last_seen_at, id, name, version } = cab;
  const { to } = await open('/admin/devices?pair=ABCDEF', {
    ...base,
    'GET /api/devices/pair': () => json({ items: [{ id, name, last_seen_at, version }] }),
    'POST /api/devices/pair': () => json(cab),
  });
  fireEvent.change(await screen.findByLabelText('Name'), { target: { value: 'Cab 9' } });
  fireEvent.click(screen.getByRole('button', { name: 'Pair screen' }));
  const question = await screen.findByRole('group', { name: 'Is this one of your screens?' });
  expect(document.activeElement).toBe(question);
  expect(paired(to)).toEqual([]);
  fireEvent.click(within(question).getByRole('button', { name: answer }));
  await waitFor(() => expect(paired(to)).toEqual([body]));
});

it('a screen that somebody else has changed meanwhile is read again, and the next try names what it is now', async () => {
  let version = cab.version;
  const row = () => ({ ...cab, version });
  const { to } = await open('/admin/devices?pair=ABCDEF', {
    ...base,
    'GET /api/devices': () => listOf([row()]),
    'POST /api/devices/pair': ({ body }) =>
      (body as { replaces_version?: number }).replaces_version === version
        ? json(row())
        : refusal('VERSION_CONFLICT'),
  });
  const choice = await screen.findByLabelText('Pair as');
  await within(choice).findByRole('option', { name: cab.name });
  version += 1;
  fireEvent.change(choice, { target: { value: cab.id } });
  const versions = () => paired(to).map(body => (body as { replaces_version: number }).replaces_version);
  fireEvent.click(screen.getByRole('button', { name: 'Pair screen' }));
  await screen.findByText(/^Somebody else changed this/);
  fireEvent.click(screen.getByRole('button', { name: 'Pair screen' }));
  await waitFor(() => expect(versions()).toEqual([version - 1, version]));
});

it('pairs nothing where nobody knows the code, which can be typed anew', async () => {
  const { to } = await open('/admin/devices?pair=ABCDEF', {
    ...base,
    'GET /api/devices/pair': () => refusal('NOT_FOUND'),
  });
  fireEvent.click(await screen.findByRole('button', { name: 'Pair screen' }));
  expect(await screen.findByText(/^No screen shows this code/)).toBeTruthy();
  expect(screen.getByLabelText('Code on the screen')).toBeTruthy();
  expect(paired(to)).toEqual([]);
});

it('refuses a code that can be none, beside the field', async () => {
  const { to } = await open('/admin/devices?pair=O0I', base);
  fireEvent.click(await screen.findByRole('button', { name: 'Pair screen' }));
  expect(await screen.findByText('Six letters and digits, as the screen shows them')).toBeTruthy();
  expect(to('/api/devices/pair')).toEqual([]);
});
