import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { playTotals } from '../../../shared/contract/proof/play.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { startsOf } from '../../../server/proof/groups.ts';
import { manualClock } from '../../support/clock.ts';
import { makeScreen } from '../../support/device.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';

const at = (text: string) => `${text}:00.000Z`;

describe('the parts of a span', () => {
  it.each([
    ['hours of a day', 'UTC', 'hour', '2026-01-05T00:00', '2026-01-06T00:00', 24, '2026-01-05T00:00'],
    ['days of a week', 'UTC', 'day', '2026-01-05T00:00', '2026-01-12T00:00', 7, '2026-01-05T00:00'],
    [
      '23 hours where the clock goes on',
      'Europe/Lisbon',
      'hour',
      '2026-03-29T00:00',
      '2026-03-29T23:00',
      23,
      '2026-03-29T00:00',
    ],
    [
      '25 hours where it goes back',
      'Europe/Lisbon',
      'hour',
      '2026-10-24T23:00',
      '2026-10-26T00:00',
      25,
      '2026-10-24T23:00',
    ],
    [
      'days of unlike length',
      'Europe/Lisbon',
      'day',
      '2026-10-24T23:00',
      '2026-10-27T00:00',
      2,
      '2026-10-24T23:00',
    ],
    [
      'hours of a zone at half past',
      'Asia/Kolkata',
      'hour',
      '2026-01-04T18:30',
      '2026-01-05T18:30',
      24,
      '2026-01-04T18:30',
    ],
    [
      'an hour that has begun before',
      'UTC',
      'hour',
      '2026-01-05T10:40',
      '2026-01-05T12:10',
      3,
      '2026-01-05T10:00',
    ],
    [
      'a zone whose midnight is missing',
      'America/Santiago',
      'day',
      '2026-09-05T04:00',
      '2026-09-08T03:00',
      3,
      '2026-09-05T04:00',
    ],
    ['nothing', 'UTC', 'hour', '2026-01-05T10:00', '2026-01-05T10:00', 0, undefined],
  ] as const)('are %s', (_what, tz, group_by, from, to, parts, first) => {
    const starts = startsOf({ from: at(from), to: at(to), tz, group_by });
    expect(starts).toHaveLength(parts);
    expect(starts[0]).toBe(first && at(first));
    expect(starts).toEqual([...new Set(starts)].toSorted());
  });
});

type Totals = Answer<typeof playTotals>;
/** The night in which the clock of Lisbon goes back: 00:30 UTC and 01:30 UTC are 01:30 there both. */
const clock = manualClock(Date.parse(at('2026-10-24T22:00')));
let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({ clock });
  const { id, asset } = await addCreative(test, test.admin);
  const screen = makeScreen(test);
  await screen.pair(test.admin, { name: 'Cab 1182' });
  const ledger = screen.ledger();
  clock.jump(4 * 3_600_000);
  test.admin = await test.signIn('admin');
  const play = (started: string, more = {}) =>
    ledger.play({ id, sha256: asset.sha256 }, { started_wall_ms: Date.parse(at(started)), ...more });
  const records = [
    await play('2026-10-24T22:59'),
    await play('2026-10-24T23:00'),
    await play('2026-10-25T00:30'),
    await play('2026-10-25T01:30'),
    await play('2026-10-25T01:31', { result: 'not_shown', duration_ms: 0, completion: 0 }),
  ];
  await screen.send(records);
});
afterAll(() => test.close());

const totals = (query: string) => call(test, test.admin, 'GET', `/api/programmatic/plays/summary?${query}`);
const groups = async (query: string) => (await totals(query)).json<Totals>();

describe('plays per hour and day', () => {
  it('are counted by the hours of the zone, the repeated one twice, and add up to the total', async () => {
    const from = at('2026-10-24T23:00');
    const answer = await groups(`from=${from}&group_by=hour&tz=Europe/Lisbon`);
    expect(answer.groups?.map(group => [group.at, group.plays])).toEqual([
      [at('2026-10-24T23:00'), 1],
      [at('2026-10-25T00:00'), 1],
      [at('2026-10-25T01:00'), 1],
    ]);
    expect(answer.plays).toBe(3);
    const length = answer.groups?.reduce((sum, group) => sum + group.duration_ms, 0);
    expect(length).toBe(answer.duration_ms);
  });

  it('fall into the day of the zone that is asked for', async () => {
    const days = async (tz: string) =>
      (await groups(`from=${at('2026-10-24T00:00')}&group_by=day&tz=${tz}`)).groups?.map(day => day.plays);
    expect(await days('UTC')).toEqual([2, 2]);
    expect(await days('Europe/Lisbon')).toEqual([1, 3]);
  });

  it('are left out where nobody asks, and refused without a beginning, a zone or a measure', async () => {
    expect((await groups('')).groups).toBeUndefined();
    for (const query of [
      'group_by=hour',
      `group_by=hour&from=${at('2026-10-24T00:00')}&tz=Moon/Base`,
      `group_by=hour&from=${at('2026-01-01T00:00')}`,
      `group_by=month&from=${at('2026-10-24T00:00')}`,
    ])
      expect((await totals(query)).statusCode, query).toBe(400);
  });
});
