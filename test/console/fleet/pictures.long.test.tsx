import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { deviceRow } from '../../support/console/content.ts';
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

const PICTURE = 'data:image/jpeg;base64,/9j/4AAQSkZJRgABAQ==';
const open = async (pictures: { taken_at: string; picture: string }[], tz = 'Europe/Lisbon') => {
  const cab = deviceRow(1, { name: 'Cab 1182', tz });
  await openConsole({
    path: `/admin/devices?id=${cab.id}`,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin'), {
      'GET /api/devices': () => listOf([cab]),
      [`GET /api/devices/${cab.id}`]: () => json(cab),
      [`GET /api/devices/${cab.id}/pictures`]: () => json({ items: pictures }),
      'GET /api/device-groups': () => listOf([]),
      'GET /api/saved-views': () => listOf([]),
      'GET /api/incidents': () => listOf([]),
    }),
  });
  const sheet = await screen.findByRole('dialog', { name: 'Cab 1182' });
  return within(await within(sheet).findByRole('region', { name: 'Last 24 hours' }));
};

it('what was on screen stands hour by hour, by the clocks of the reader and of the screen', async () => {
  const strip = await open([{ taken_at: '2026-11-20T10:00:00.000Z', picture: PICTURE }], 'Asia/Shanghai');
  const picture = await strip.findByRole<HTMLImageElement>('img', { name: /On screen at 20 Nov 2026/ });
  expect(picture.src).toBe(PICTURE);
  expect(strip.getByText(/18:00/)).toBeTruthy();
});

it('a screen that has sent none yet is said to have none', async () => {
  const strip = await open([]);
  expect(await strip.findByText(/No pictures yet/)).toBeTruthy();
});
