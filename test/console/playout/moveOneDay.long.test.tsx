import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { PlanEntry } from '../../../shared/contract/playout/scheduleEntry.ts';
import { deviceRow, idOf } from '../../support/console/content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TENANT,
  TOKENS,
} from '../../support/console/console.tsx';

afterEach(cleanup);

const cab = deviceRow(1, { name: 'Cab 1182' });
const rule: PlanEntry = {
  ...{ id: idOf(7), tenant_id: TENANT, created_by: null, version: 3, deleted_at: null },
  ...{ created_at: '2026-01-05T08:00:00.000Z', updated_at: '2026-01-05T08:00:00.000Z' },
  ...{ device_id: cab.id, group_id: null, owner_name: cab.name, level: 0, priority: 60, enabled: true },
  ...{ name: 'Evenings', playlist_id: idOf(8), playlist_name: 'Bars', is_unpublished: false },
  dayparts: [{ days: [1, 2, 3, 4, 5, 6, 7], start: '18:00', end: '20:00' }],
  ...{ valid_from: null, valid_until: null },
};

async function moveFirstBlock(entries: readonly PlanEntry[] = [rule]) {
  const writes: [string, unknown][] = [];
  const answer = (call: string, row: object) => (asked: { body: unknown }) => {
    writes.push([call, asked.body]);
    return json(row);
  };
  const path = `/api/schedule-entries/${rule.id}`;
  await openConsole({
    path: `/admin/devices?id=${cab.id}&tab=schedule`,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin'), {
      'GET /api/devices': () => listOf([cab]),
      [`GET /api/devices/${cab.id}`]: () => json(cab),
      'GET /api/schedule-entries': () => listOf(entries),
      'GET /api/schedule-entries/plan': () => json({ tz: 'UTC', entries, stretches: [], standing: null }),
      [`PATCH ${path}`]: answer('PATCH', { ...rule, version: 4 }),
      'POST /api/schedule-entries': answer('POST', { ...rule, id: idOf(9), version: 1 }),
      [`DELETE /api/schedule-entries/${idOf(9)}`]: answer('DELETE', { ok: true }),
    }),
  });
  /** The tab is in sight. */
  window.IntersectionObserver = class {
    constructor(seen: IntersectionObserverCallback) {
      this.observe = () => seen([{ isIntersecting: true } as IntersectionObserverEntry], this as never);
    }
    observe: () => void;
    unobserve = () => undefined;
    disconnect = () => undefined;
  } as unknown as typeof IntersectionObserver;
  const [first] = await screen.findAllByRole('button', { name: /^Evenings, .*18:00–20:00$/ });
  fireEvent.keyDown(first!, { key: 'ArrowDown', altKey: true });
  const dialog = within(await screen.findByRole('dialog', { name: 'Move “Evenings”?' }));
  return { dialog, writes };
}

it('of a weekly rule asks whether one day moves or each, and nothing moves before', async () => {
  const { dialog, writes } = await moveFirstBlock();
  expect(writes).toEqual([]);
  fireEvent.click(dialog.getByRole('button', { name: 'Every week' }));
  await waitFor(() => expect(writes).toHaveLength(1));
  expect(writes[0]).toMatchObject(['PATCH', { dayparts: [{ start: '18:30', end: '20:30' }] }]);
});

it('of one day leaves the rule as it is on all others, and can be undone', async () => {
  const { dialog, writes } = await moveFirstBlock();
  fireEvent.click(dialog.getByRole('button', { name: /^Only / }));
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }));
  const bodies = (call: string) =>
    writes.filter(([one]) => one === call).map(([, body]) => body as Record<string, unknown>);
  await waitFor(() => expect(bodies('DELETE')).toHaveLength(bodies('POST').length));
  /** The rule ends last and begins again first, so that no week is ever without it. */
  expect(writes.map(([call]) => call)).toEqual([
    ...bodies('POST').map(() => 'POST'),
    'PATCH',
    'PATCH',
    ...bodies('POST').map(() => 'DELETE'),
  ]);
  const [added] = bodies('POST');
  const [rest, back] = bodies('PATCH');
  expect(back).toEqual({ valid_from: null, valid_until: null });
  expect(Object.keys(rest!)).toEqual(['valid_from']);
  expect(added).toMatchObject({
    ...{ device_id: cab.id, name: 'Evenings', playlist_id: rule.playlist_id, priority: 60, enabled: true },
    dayparts: [{ days: [1], start: '18:30', end: '20:30' }],
  });
  expect(added?.['valid_from']).toBe(added?.['valid_until']);
  expect(added!['valid_from']! < rest!['valid_from']!).toBe(true);
});

it('of a rule that another outranks by its age moves as a whole or not at all, and says why', async () => {
  const holiday = { ...rule, id: idOf(8), name: 'Holiday week', dayparts: [] };
  const { dialog } = await moveFirstBlock([rule, holiday]);
  expect(dialog.getByText(/“Holiday week” was made later/)).toBeTruthy();
  expect(dialog.queryByRole('button', { name: /^Only / })).toBeNull();
  expect(dialog.getByRole('button', { name: 'Every week' })).toBeTruthy();
});
