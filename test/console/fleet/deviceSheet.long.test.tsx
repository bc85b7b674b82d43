/** The sheet of a screen: what it shows now, what is tried with it before all else, and what is better thought about. */
import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { creativeRow, deviceRow, reportedRow } from '../../support/console/content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  signedInAnswers,
  TOKENS,
} from '../../support/console/console.tsx';

afterEach(cleanup);

const creative = creativeRow(1, { name: 'Harbour ferry' });
const cab = deviceRow(1, {
  name: 'Cab 1182',
  presence: 'online',
  last_seen_at: new Date(Date.now() - 20_000).toISOString(),
  now_playing: creative.name,
  reported: reportedRow({ now_playing: { creative_id: creative.id, since: '2026-01-05T08:00:00.000Z' } }),
});

async function openTab(tab: 'now' | 'remote') {
  await openConsole({
    path: `/admin/devices?id=${cab.id}&tab=${tab}`,
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(undefined, {
      'GET /api/devices': () => listOf([cab]),
      [`GET /api/devices/${cab.id}`]: () => json(cab),
      [`GET /api/devices/${cab.id}/pictures`]: () => json({ items: [] }),
      [`GET /api/creatives/${creative.id}`]: () => json(creative),
    }),
  });
  return within(await screen.findByRole('tabpanel'));
}
const isBefore = (one: Element, other: Element) =>
  (one.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) > 0;
const textsOf = (buttons: readonly Element[]) => buttons.map(({ textContent }) => textContent);

it('begins with the picture that plays, then the three commands tried before all others', async () => {
  const panel = await openTab('now');
  const strip = await panel.findByRole('region', { name: 'Last 24 hours' });
  const identify = await panel.findByRole('button', { name: 'Identify' });
  const still = (await panel.findByText(creative.name)).closest('figure')!;
  await panel.findByRole('presentation');
  expect(still.querySelector('img')?.getAttribute('src')).toBe(creative.asset.thumbnail_url);
  expect([isBefore(still, identify), isBefore(identify, strip)]).toEqual([true, true]);
  const commands = within(identify.parentElement!).getAllByRole('button');
  expect(textsOf(commands)).toEqual(['Identify', 'Screenshot', 'Reload']);
});

it('offers every command for remote control, those that take something away apart and under a warning', async () => {
  const panel = await openTab('remote');
  const heading = await panel.findByRole('heading', { name: 'Use with care' });
  const commands = ['Identify', 'Clear stored media'].map(name => panel.getByRole('button', { name }));
  const [ordinary, dangerous] = commands.map(button => within(button.parentElement!).getAllByRole('button'));
  expect(textsOf(dangerous!)).toEqual(['Clear stored media', 'Reset PIN', 'Unpair']);
  expect(textsOf(ordinary!).slice(0, 3)).toEqual(['Identify', 'Screenshot', 'Reload']);
  expect(textsOf(ordinary!)).not.toEqual(expect.arrayContaining(['Unpair']));
  expect(ordinary!.every(button => isBefore(button, heading))).toBe(true);
  expect(dangerous!.every(button => isBefore(heading, button))).toBe(true);
});
