import { cleanup, screen, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import { learnServerTime } from '../../../console/kit/text/serverClock.ts';
import { deviceRow, idOf } from '../../support/console/content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  signedInAnswers,
  TOKENS,
} from '../../support/console/console.tsx';
import { said } from '../../support/reported.ts';

const answeredAt = (answer: Response, at: number) => {
  answer.headers.set('date', new Date(at).toUTCString());
  return answer;
};
afterEach(() => {
  cleanup();
  learnServerTime(answeredAt(new Response(), Date.now()));
});

it('OPEN-LIFE-06 a computer whose clock is five minutes fast shows the same presence as the server counts', async () => {
  const serverNow = () => Date.now() - 5 * 60_000;
  const seen = (ago_ms: number) => new Date(serverNow() - ago_ms).toISOString();
  const here = deviceRow(1, { name: 'Cab 1182', last_seen_at: seen(20_000), presence: 'online' });
  const away = deviceRow(2, { name: 'Cab 1183', last_seen_at: seen(400_000), presence: 'stale' });
  await openConsole({
    path: '/admin/devices',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(undefined, {
      'GET /api/devices': () =>
        answeredAt(listOf([here, away], { facets: { presence: { online: 1, stale: 1 } } }), serverNow()),
      'GET /api/playlists': () => listOf([]),
    }),
  });
  const rowOf = async (name: string) => (await screen.findByText(name)).closest('tr')!;
  expect(within(await rowOf('Cab 1182')).getByText('Online')).toBeTruthy();
  expect(within(await rowOf('Cab 1183')).getByText('Degraded')).toBeTruthy();
});

it('OPEN-I18N-02 why a screen skipped an item is said in Chinese, and a text of a browser as it is', async () => {
  const skip = (reason: string, at: string) => ({ creative_id: idOf(1), reason, at });
  const skipped = [
    skip('Video load timeout', '2026-01-05T08:00:00.000Z'),
    skip('Image load timeout', '2026-01-05T08:01:00.000Z'),
    skip('The element has no supported sources.', '2026-01-05T08:02:00.000Z'),
  ];
  const cab = deviceRow(1, { reported: said({ skipped }) });
  await openConsole({
    path: `/admin/devices?id=${cab.id}`,
    language: 'zh',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(undefined, {
      'GET /api/devices': () => listOf([cab]),
      'GET /api/playlists': () => listOf([]),
      [`GET /api/devices/${cab.id}`]: () => json(cab),
    }),
  });
  for (const text of ['视频加载超时', '图片加载超时', 'The element has no supported sources.'])
    expect(await screen.findByText(text)).toBeTruthy();
});

it.each([
  ['Asia/Shanghai', '5 Jan 2026, 08:00:00 (5 Jan 2026, 16:00:00 GMT+8)'],
  ['Europe/London', '5 Jan 2026, 08:00:00'],
])(
  'a time of a screen in %s is by the clocks of the reader, and by its own where they differ',
  async (tz, shown) => {
    const at = '2026-01-05T08:00:00.000Z';
    const skipped = [{ creative_id: idOf(1), reason: 'Video load timeout', at }];
    const cab = deviceRow(1, { tz, last_seen_at: at, reported: said({ skipped }) });
    await openConsole({
      path: `/admin/devices?id=${cab.id}`,
      tokens: memoryTokens(TOKENS),
      answers: signedInAnswers(undefined, {
        'GET /api/devices': () => listOf([cab]),
        'GET /api/playlists': () => listOf([]),
        [`GET /api/devices/${cab.id}`]: () => json(cab),
      }),
    });
    const skip = (await screen.findByText('Video load timeout')).closest('li')!;
    expect(skip.querySelector('time')!.textContent).toBe(shown);
  },
);
