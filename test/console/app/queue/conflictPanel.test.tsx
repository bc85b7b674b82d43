/** A change that met a newer version: what the user reads to decide between the two. */
import { QueryClientProvider } from '@tanstack/react-query';
import { cleanup, render, screen, within } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { ConflictPanel } from '../../../../console/app/queue/ConflictPanel.tsx';
import type { Queue } from '../../../../console/app/queue/queue.ts';
import { AuthProvider } from '../../../../console/app/session/auth.tsx';
import { createQueryClient } from '../../../../shared/net/queries.ts';
import type { FailedEntry } from '../../../../shared/queue/entry.ts';
import { deviceRow, playlistRow } from '../../../support/console/content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TOKENS,
} from '../../../support/console/console.tsx';

afterEach(cleanup);

const [theirs, own] = [playlistRow(1, { name: 'Morning' }), playlistRow(2, { name: 'Evening' })];
const saved = '2026-03-05T10:31:00.000Z';
const device = { ...deviceRow(1), playlist_id: theirs.id, version: 7, updated_at: saved };
const event = (at: string, actor_email: string) => ({ at, detail: { actor_email } });

async function open(role: 'admin' | 'manager', data: object, details: object = device) {
  const { session, to } = await openConsole({
    path: '/none',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person(role), {
      [`GET /api/playlists/${theirs.id}`]: () => json(theirs),
      [`GET /api/playlists/${own.id}`]: () => json(own),
      'GET /api/audit-events': () =>
        listOf([
          event('2026-03-05T10:40:00.000Z', 'other@fleet.example'),
          event(saved, 'editor@fleet.example'),
        ]),
    }),
  });
  await vi.waitFor(() => expect(session.store.getState().at).toBe('authenticated'));
  cleanup();
  const entry = {
    ...{ no: 1, reason: 'conflict', data, metadata: { type: 'devices.patch', description: 'Edit' } },
    said: { status: 409, error: 'VERSION_CONFLICT', message: '', details },
  } as unknown as FailedEntry;
  render(
    <QueryClientProvider client={createQueryClient()}>
      <AuthProvider session={session}>
        <Suspense>
          <ConflictPanel entry={entry} queue={{} as Queue} />
        </Suspense>
      </AuthProvider>
    </QueryClientProvider>,
  );
  return { to };
}

it('names the rows that both versions point at, and labels the rest as the form does', async () => {
  await open('admin', {
    playlist_id: own.id,
    metered: 'always',
    vehicle: { label: 'Van 3', plate_hash: null },
  });
  const row = (await screen.findByText(/Evening/)).closest('tr')!;
  expect(within(row).getByText(/Morning/)).toBeTruthy();
  const table = row.closest('table')!;
  expect(table.textContent).not.toMatch(new RegExp(`${theirs.id}|${own.id}|plate_hash`));
  expect(within(table).getByText(/Van 3/)).toBeTruthy();
});

it('says when the other version was saved, and by whom where the audit log may be read', async () => {
  await open('admin', { name: 'Taxi' });
  expect(
    await screen.findByText(/^The current version was saved .+ by editor@fleet\.example\.$/),
  ).toBeTruthy();
});

it('says the time alone to who may not read the audit log', async () => {
  const { to } = await open('manager', { name: 'Taxi' });
  expect(await screen.findByText(/^The current version was saved [^@]+\.$/)).toBeTruthy();
  expect(to('/api/audit-events')).toEqual([]);
});

it('compares what was sent where the server has not said what stands there', async () => {
  await open('admin', { name: 'Taxi' }, {});
  expect(await screen.findByText('+ Taxi')).toBeTruthy();
});
