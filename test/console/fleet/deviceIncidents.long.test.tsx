import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import type { Incident } from '../../../shared/contract/fleet/incident.ts';
import type { Role } from '../../../shared/contract/wire/roles.ts';
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

const cab = deviceRow(1);
const AT = '2026-01-05T08:00:00.000Z';
const incident = (n: number, more: Partial<Incident>): Incident => ({
  ...{ id: idOf(n), tenant_id: TENANT, created_at: AT, updated_at: AT, created_by: null, version: 1 },
  ...{ deleted_at: null, kind: 'offline', state: 'open', opened_at: AT, acked_at: null, acked_by: null },
  ...{ closed_at: null, detail: '', devices: [{ id: cab.id, name: cab.name }], device_count: 1 },
  ...more,
});
const rows = [
  incident(501, {}),
  incident(502, { kind: 'playback', state: 'closed', closed_at: AT, detail: 'The item broke' }),
];
const LIST = '/api/incidents';
const open = (role: Role = 'admin') =>
  openConsole({
    path: `/admin/devices?id=${cab.id}`,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person(role), {
      'GET /api/devices': () => listOf([cab]),
      [`GET /api/devices/${cab.id}`]: () => json(cab),
      'GET /api/saved-views': () => listOf([]),
      'GET /api/device-commands': () => listOf([]),
      [`GET ${LIST}`]: () => listOf(rows),
      [`POST ${LIST}/${idOf(501)}/ack`]: () => json({ ...rows[0], state: 'acked' }),
    }),
  });
const panel = () => screen.findByRole('region', { name: 'Incidents' });

it('a screen’s own sheet tells what went wrong with it, lets somebody look after it, and keeps the history', async () => {
  const { to } = await open();
  const own = await panel();
  await within(own).findByText('Offline');
  expect(to(LIST)[0]?.url.searchParams.get('device_id')).toBe(cab.id);
  expect(within(own).getByText('1 closed incident')).toBeTruthy();
  expect(within(own).getByText('The item broke')).toBeTruthy();
  expect(within(own).getAllByRole('button', { name: 'Close' })).toHaveLength(1);
  fireEvent.click(within(own).getByRole('button', { name: 'Acknowledge' }));
  await waitFor(() => expect(to(`${LIST}/${idOf(501)}/ack`)).toHaveLength(1));
  expect(await screen.findByText(`Acknowledged: ${cab.name}`)).toBeTruthy();
});

it('who may only read settles nothing', async () => {
  await open('analyst');
  const own = await panel();
  await within(own).findByText('Offline');
  expect(within(own).queryByRole('button', { name: 'Close' })).toBeNull();
});
