/** Lists, records and forms while a change of the user waits for a link. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import devices from '../../../../console/fleet/devices/devices.resource.tsx';
import { withWaiting } from '../../../../console/kit/screens/form/withWaiting.ts';
import { waitingWrites } from '../../../../console/kit/waitingWrites.ts';
import type { Entry } from '../../../../shared/queue/entry.ts';
import { deviceRow } from '../../../support/console/content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TENANT,
  TOKENS,
} from '../../../support/console/console.tsx';

afterEach(() => {
  cleanup();
  waitingWrites.setState({ entries: [] });
});

const place = (n: number) => ({
  ...{ id: `00000000-0000-7000-8000-0000000000a${n}`, version: 3, deleted_at: null, name: `Place ${n}` },
  ...{ address: 'Old street', lat: 1, lng: 1, radius_m: 100, tz: 'UTC', external_id: null, status: 'active' },
  ...{ hours: [[], [], [], [], [], [], []], venue: null },
  ...{ created_at: '2026-01-05T08:00:00.000Z', updated_at: '2026-01-05T08:00:00.000Z', created_by: null },
});
const edit = (url: string, data: unknown, method: Entry['method'] = 'PATCH') =>
  ({ method, url, data, seq: 1 }) as Entry;

describe('a change that waits', () => {
  it('is marked in the row and in the head of the sheet, and the form begins with it', async () => {
    const [changed, other] = [place(1), place(2)];
    const { to } = await openConsole({
      path: '/business/locations',
      tokens: memoryTokens(TOKENS),
      answers: {
        'GET /api/auth/me': () =>
          json({
            user: person('manager'),
            tenants: [{ id: TENANT, name: 'Fleet', slug: 'fleet', portal_business: true }],
          }),
        'GET /api/locations': () => listOf([changed, other]),
        [`GET /api/locations/${changed.id}`]: () => json(changed),
        [`PATCH /api/locations/${changed.id}`]: () => json({ ...changed, version: 4 }),
      },
    });
    const link = await screen.findByRole('link', { name: changed.name });
    expect(screen.queryByText('Change waiting')).toBeNull();
    waitingWrites.setState({
      entries: [edit(`/api/locations/${changed.id}`, { address: 'New street', lat: 2 })],
    });
    const row = link.closest('tr')!;
    expect(await within(row).findByText('Change waiting')).toBeTruthy();
    expect(screen.getAllByText('Change waiting')).toHaveLength(1);

    fireEvent.click(link);
    const sheet = await screen.findByRole('dialog', { name: changed.name });
    expect(within(sheet).getByText('Change waiting')).toBeTruthy();
    expect(await within(sheet).findByDisplayValue('New street')).toBeTruthy();

    /** What is saved after it is only what was typed after it. */
    fireEvent.change(within(sheet).getByDisplayValue(changed.name), { target: { value: 'Renamed' } });
    fireEvent.click(within(sheet).getByRole('button', { name: 'Save' }));
    const path = `/api/locations/${changed.id}`;
    await waitFor(() => expect(to(path).some(({ method }) => method === 'PATCH')).toBe(true));
    const sent = to(path).find(({ method }) => method === 'PATCH')!;
    expect([sent.body, sent.headers.get('if-match')]).toEqual([{ name: 'Renamed' }, '"3"']);
  });
});

it('a change that is sent while the next one is typed is no conflict with it', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval'] });
  const before = deviceRow(1, { name: 'Cab 1182', vehicle: { label: 'W-1' } });
  let cab = before;
  const path = `/api/devices/${cab.id}`;
  const { to } = await openConsole({
    path: `/admin/devices?id=${cab.id}&tab=settings`,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin'), {
      'GET /api/devices': () => listOf([cab]),
      [`GET ${path}`]: () => json(cab),
      [`PATCH ${path}`]: () => json({ ...cab, version: cab.version + 1 }),
    }),
  });
  await screen.findByDisplayValue('Cab 1182');
  waitingWrites.setState({ entries: [edit(path, { name: 'Cab 7' })] });
  await screen.findByDisplayValue('Cab 7');
  fireEvent.change(screen.getByDisplayValue('W-1'), { target: { value: 'W-2' } });
  cab = { ...before, name: 'Cab 7', version: before.version + 1 };
  waitingWrites.setState({ entries: [] });
  const reads = to(path).length;
  await vi.advanceTimersByTimeAsync(devices.refreshMs!);
  vi.useRealTimers();
  await waitFor(() => expect(to(path).length).toBeGreaterThan(reads));
  fireEvent.click(screen.getByRole('button', { name: 'Save' }));
  await waitFor(() => expect(to(path).some(({ method }) => method === 'PATCH')).toBe(true));
  const sent = to(path).find(({ method }) => method === 'PATCH')!;
  expect([sent.body, sent.headers.get('if-match')]).toEqual([
    { vehicle: { label: 'W-2' } },
    `"${cab.version}"`,
  ]);
});

describe('withWaiting', () => {
  const row = { id: 'a', name: 'Old', limits: { users: 1 } };

  it('lays one change after the other over the row', () => {
    const writes = [edit('/api/x/a', { name: 'New' }), edit('/api/x/a', { name: 'Newer', limits: {} })];
    expect(withWaiting(row, writes, '/api/x/a')).toEqual({ id: 'a', name: 'Newer', limits: {} });
  });

  it('leaves the row itself where only something below it, another act or nothing waits', () => {
    const writes = [edit('/api/x/a/items', { name: 'No' }, 'PUT'), edit('/api/x/a', undefined, 'DELETE')];
    expect(withWaiting(row, writes, '/api/x/a')).toBe(row);
    expect(withWaiting(row, [], null)).toBe(row);
  });
});
