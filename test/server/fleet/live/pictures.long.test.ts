import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sweep } from '../../../../server/app/sweep.ts';
import { stagePictures } from '../../../../server/db/schema.ts';
import { MAX_PICTURE_CHARS } from '../../../../shared/contract/fleet/live.ts';
import { manualClock } from '../../../support/clock.ts';
import { makeScreen, type Screen } from '../../../support/device.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

const clock = manualClock(Date.now());
const HOUR_MS = 3_600_000;
let test: TestServer;
let screen: Screen;
beforeAll(async () => {
  test = await startTestServer({ clock });
  screen = makeScreen(test);
  await screen.pair(test.admin, { name: 'Tram 28' });
});
afterAll(() => test.close());

const pictureOf = (n: number) => `data:image/jpeg;base64,${Buffer.from(`picture ${n}`).toString('base64')}`;
const send = (picture: string) => screen.call('POST', '/api/player/pictures', { picture });
const history = async () => {
  const admin = await test.signIn('admin');
  const answer = await call(test, admin, 'GET', `/api/devices/${screen.id}/pictures`);
  return answer.json<{ items: { picture: string }[] }>().items.map(({ picture }) => picture);
};

describe('pictures of the stage', () => {
  it('are one an hour, newest first, and those of a day are kept', async () => {
    const { tenant_id } = test;
    const earlier = Array.from({ length: 27 }, (_, hours) => new Date(clock.now() - (hours + 1) * HOUR_MS));
    await test.db.insert(stagePictures).values(
      earlier.map((at, n) => ({
        ...{ tenant_id, device_id: screen.id, picture: pictureOf(n) },
        ...{ hour: at, taken_at: at },
      })),
    );
    await send(pictureOf(99));
    const kept = await history();
    expect(kept).toHaveLength(24);
    expect([kept[0], kept.at(-1)]).toEqual([pictureOf(99), pictureOf(22)]);
    await sweep(test.server);
    expect(await test.db.$count(stagePictures)).toBe(25);
  });

  it('of the same hour are one, the last; and a screen that sends too many is told so', async () => {
    const answers = [];
    for (let n = 100; n < 106; n++) answers.push((await send(pictureOf(n))).statusCode);
    expect(answers).toEqual([204, 204, 204, 204, 204, 429]);
    const kept = await history();
    expect(kept[0]).toBe(pictureOf(104));
    expect(kept).toHaveLength(24);
  });

  it.each([
    ['more than 20 KB', `data:image/jpeg;base64,${'A'.repeat(MAX_PICTURE_CHARS)}`],
    ['no picture', 'data:text/html;base64,PGI+'],
    ['a link', 'https://elsewhere.example/picture.jpg'],
  ])('are not %s', async (_, wrong) => {
    const other = makeScreen(test);
    await other.pair(test.admin);
    const answer = await other.call('POST', '/api/player/pictures', { picture: wrong });
    expect(answer.statusCode).toBe(400);
  });
});
