import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import {
  json,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TENANT,
  TOKENS,
} from '../../support/console/console.tsx';
import { samplePlay } from './samplePlay.ts';

afterEach(cleanup);

const GALLERY = '/api/analytics/gallery';
const PICTURE = 'data:image/jpeg;base64,/9j/4AAQ';
const play = {
  ...samplePlay,
  clock_quality: 'B',
  uncertainty_ms: 20,
  has_root: true,
  zone: 'full',
  place_grade: null,
  picture: 'same',
  ...{ invoice: null, credit_note: null },
  record_hash: 'a'.repeat(64),
  tz: 'Asia/Shanghai',
  cell: '3873:-915',
  still_url: '/api/media/still',
  stage: { received_at: '2026-11-20T10:00:05.000Z', picture: PICTURE },
};
const span = { from: '2026-11-01T00:00:00.000Z', to: '2026-12-01T00:00:00.000Z' };
const portal = { id: TENANT, name: 'Taxi fleet', slug: 'fleet', portal_business: true };
const open = (items: readonly object[], next_cursor: string | null = null) =>
  openConsole({
    path: `/business/analytics?show=gallery&creative_id=${play.creative_id}`,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('analyst'), {
      'GET /api/auth/me': () => json({ user: person('analyst'), tenants: [portal] }),
      [`GET ${GALLERY}`]: () => json({ ...span, items, next_cursor }),
      'GET /api/creatives': () => json({ items: [], total: 0 }),
      'GET /api/devices': () => json({ items: [], total: 0 }),
      [`GET /api/creatives/${play.creative_id}`]: () => json({}, 404),
      'GET /api/views': () => json({ items: [], total: 0 }),
    }),
  });

it('BIZ-09 a tile says what was shown where and when, how sure that is, and leads to its proof', async () => {
  await open([play]);
  const still = await screen.findByAltText('Still of Harbour ferry');
  const tile = within(still.closest('li')!);
  expect(still.getAttribute('src')).toBe('/api/media/still');
  expect(tile.getByAltText(/^Picture of the stage of Cab 0417, received /).getAttribute('src')).toBe(PICTURE);
  for (const words of ['Cab 0417', 'As checked', 'Completed', /may be off by 20 ms/, /38\.735, -9\.145/])
    expect(tile.getByText(words)).toBeTruthy();
  expect(tile.getByText('B: synced some time ago')).toBeTruthy();
  const link = tile.getByRole('link', { name: 'Proof of this play' }).getAttribute('href');
  expect(link).toBe(`/admin/programmatic/proof-of-play?q=${play.id}&id=${play.id}`);
});

it('says in words what there is no picture of, and never shows a broken one', async () => {
  await open([
    { ...play, still_url: null, stage: null, cell: null, picture: null },
    { ...play, id: '019b8d2b-0000-7000-8000-000000000009', stage: null },
  ]);
  fireEvent.error(await screen.findByAltText('Still of Harbour ferry'));
  expect(await screen.findAllByText('No still of this file')).toHaveLength(2);
  expect(screen.getByText('Not compared')).toBeTruthy();
  expect(screen.getByText('Place not recorded, or too few plays near it')).toBeTruthy();
});

it('turns to older plays, and begins anew where the filter changes', async () => {
  const { to } = await open([play], 'older');
  fireEvent.click(await screen.findByRole('button', { name: /Older/ }));
  await waitFor(() => expect(to(GALLERY).at(-1)?.url.searchParams.get('cursor')).toBe('older'));
  fireEvent.change(screen.getByRole('searchbox', { name: 'Screen, creative, campaign, ID' }), {
    target: { value: 'cab' },
  });
  await waitFor(() => {
    const query = to(GALLERY).at(-1)!.url.searchParams;
    expect([query.get('q'), query.get('cursor')]).toEqual(['cab', null]);
  });
});

it('an empty period says what to do, and nothing of the figures is fetched', async () => {
  const { to } = await open([]);
  expect(await screen.findByRole('heading', { name: 'No plays to show' })).toBeTruthy();
  expect(to('/api/analytics/overview')).toEqual([]);
});
