import { cleanup, fireEvent, screen } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Role } from '../../../shared/contract/wire/roles.ts';
import { creativeRow, itemRow, playlistDetailRow } from '../../support/console/content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TOKENS,
} from '../../support/console/console.tsx';

afterEach(cleanup);

const loop = playlistDetailRow(1, [itemRow(1)], { name: 'Day loop' });
const open = (path: string, role: Role = 'admin') =>
  openConsole({
    path,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person(role), {
      'GET /api/playlists': () => listOf([loop]),
      [`GET /api/playlists/${loop.id}`]: () => json(loop),
      [`GET /api/playlists/${loop.id}/versions`]: () => json({ items: [] }),
      'GET /api/creatives': () => listOf([creativeRow(4)]),
    }),
  });
const playlistLinks = () =>
  [...document.querySelectorAll('main a')]
    .map(link => link.getAttribute('href') ?? '')
    .filter(href => href.includes('playlists'));

describe.each(['/playlists', '/admin/playlists'])('playlists under %s', base => {
  it.each([
    ['list', '', 'Playlists'],
    ['record', `/${loop.id}`, 'Day loop'],
    ['editor', `/${loop.id}/edit`, 'Edit Day loop'],
  ])('link from their %s within their own base', async (_, path, title) => {
    await open(`${base}${path}`);
    await screen.findByRole('heading', { level: 1, name: title });
    await screen.findAllByText(/Day loop/);
    const links = playlistLinks();
    expect(links.length).toBeGreaterThan(0);
    expect(links.filter(href => !href.startsWith(`${base}/`) && href !== base)).toEqual([]);
  });

  it('lead from a record to its editor and from a new one back within it', async () => {
    await open(`${base}/${loop.id}`);
    fireEvent.click(await screen.findByRole('button', { name: 'Edit' }));
    await screen.findByRole('heading', { level: 1, name: 'Edit Day loop' });
    expect(location.pathname).toBe(`${base}/${loop.id}/edit`);
    cleanup();
    await open(`${base}/new`);
    fireEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
    await screen.findByRole('heading', { level: 1, name: 'Playlists' });
    expect(location.pathname).toBe(base);
  });
});

it.each(['viewer', 'analyst'] as const)('a playlist at the top level is only read by a %s', async role => {
  await open(`/playlists/${loop.id}`, role);
  await screen.findByRole('heading', { level: 1, name: 'Day loop' });
  await screen.findAllByText(/Day loop/);
  expect(screen.queryByRole('button', { name: /Edit|Publish|Save|Delete/ })).toBeNull();
});
