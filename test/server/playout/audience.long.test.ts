import { afterAll, beforeAll, expect, it } from 'vitest';
import { sweep } from '../../../server/app/sweep.ts';
import { audienceCounts } from '../../../server/db/schema.ts';
import { manualClock } from '../../support/clock.ts';
import { makeScreen, type Screen } from '../../support/device.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

const DAY_MS = 86_400_000;
const clock = manualClock(Date.parse('2026-11-24T09:05:00.000Z'));
let test: TestServer;
let screen: Screen;
beforeAll(async () => {
  test = await startTestServer({ clock });
  screen = makeScreen(test);
  await screen.pair(test.admin);
});
afterAll(() => test.close());

const PATH = '/api/player-config/age-gender';
const signed = {
  ...{ mode: 'aggregate', k_min: 12, retention_d: 3, legal_basis: 'Art. 6 (1) f', dpia_ref: 'DPIA 12' },
  notice: { en: 'People are counted here. No picture is kept.', zh: '此处统计人数，不保存图像。' },
};
async function publish(values: object) {
  const version = async () => (await call(test, test.admin, 'GET', PATH)).json<{ version: number }>().version;
  await call(test, test.admin, 'PATCH', PATH, { payload: values, version: await version() });
  const answer = await call(test, test.admin, 'POST', `${PATH}/publish`, {
    payload: {},
    version: await version(),
  });
  expect(answer.statusCode, answer.body).toBe(200);
}
const group = (people: number) => ({ age: '18_34', gender: 'female', people });
const hour = (at: string, people: number, groups: object[] = []) => ({
  hour: `2026-11-24T${at}:00:00.000Z`,
  people,
  groups,
});
const send = (...hours: object[]) => screen.call('POST', '/api/player/audience', { hours });
const kept = async () =>
  (await test.db.select().from(audienceCounts)).map(({ people, groups }) => ({ people, groups }));

it('OPEN-PCFG-01 counts of a screen that was not told yet are kept by the ages that are published to be counted apart', async () => {
  await publish({ ...signed, buckets: ['35_54'] });
  const groups = [group(20), { ...group(15), age: 'under_18' }, { ...group(14), age: '35_54' }];
  await send(hour('05', 60, groups));
  expect(await kept()).toEqual([
    {
      people: 49,
      groups: [
        { ...group(35), age: 'unknown' },
        { ...group(14), age: '35_54' },
      ],
    },
  ]);
  await test.db.delete(audienceCounts);
  await publish({ mode: 'off', buckets: null });
});

it('OPEN-PLAYER-03 S10 counts are kept only while they are published, once, above k, and no longer than published', async () => {
  expect((await send(hour('07', 40))).statusCode).toBe(200);
  expect(await kept()).toEqual([]);
  await publish(signed);
  const sent = [hour('07', 40, [group(20), { ...group(11), gender: 'male' }]), hour('08', 11)];
  expect((await send(...sent)).statusCode).toBe(200);
  expect((await send(...sent)).statusCode).toBe(200);
  /** The eleven that are left out, and the nine of whom nothing is known, are twenty together. */
  expect(await kept()).toEqual([{ people: 40, groups: [group(20)] }]);
  await send(hour('06', 40, [group(30)]));
  expect(await kept()).toContainEqual({ people: 30, groups: [group(30)] });

  for (const bad of [
    { ...hour('08', 40), picture: 'data:image/png;base64,AAAA' },
    hour('08', 9),
    hour('08', 40, [group(3)]),
  ])
    expect((await send(bad)).statusCode).toBe(400);

  clock.jump(3 * DAY_MS - 60_000);
  await sweep(test.server);
  expect(await kept()).toHaveLength(2);
  clock.jump(120_000);
  await sweep(test.server);
  expect(await kept()).toEqual([]);
});
