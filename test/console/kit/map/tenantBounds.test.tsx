import { cleanup, screen, waitFor } from '@testing-library/react';
import * as z from 'zod/mini';
import { afterEach, expect, it } from 'vitest';
import { json, listOf } from '../../../support/console/console.tsx';
import { openForm } from '../../../support/console/form.tsx';

afterEach(cleanup);

const LISBON = { lat: 38.72, lng: -9.14 };
const place = (lat: number, lng: number) => ({ id: `${lat}`, name: 'Cab', place: { lat, lng, at: null } });
/** km that the bar of the scale stands for. */
async function scaleOf(answers: object) {
  await openForm({
    fields: [{ name: 'name', input: { as: 'point', nullable: true } }],
    schema: z.object({ name: z.any() }),
    initial: { name: null },
    answers: answers as never,
  });
  const bar = await screen.findByText(/^[\d,]+ k?m$/);
  return () => {
    const [number = '', unit] = bar.textContent.split(' ');
    return Number(number.replace(',', '')) * (unit === 'km' ? 1 : 0.001);
  };
}

it('a map without anything of its own opens where the screens of the tenant were last', async () => {
  const km = await scaleOf({
    'GET /api/devices/places': () => json({ items: [place(38.7, -9.2), place(38.8, -9.1)] }),
  });
  await waitFor(() => expect(km()).toBeLessThan(10));
});

it('it opens around the locations where no screen has a place, and on the world where there are none', async () => {
  const nowhere = {
    'GET /api/devices/places': () => json({ items: [{ id: '1', name: 'Cab', place: null }] }),
  };
  const near = await scaleOf({ ...nowhere, 'GET /api/locations': () => listOf([LISBON]) });
  await waitFor(() => expect(near()).toBeLessThan(10));
  cleanup();
  const world = await scaleOf({ ...nowhere, 'GET /api/locations': () => listOf([]) });
  await new Promise(done => setTimeout(done, 300));
  expect(world()).toBeGreaterThan(500);
});
