/** What can be worked out from several answers about audiences: never how many a group of fewer than ten people were. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import { instant } from '../../../../shared/clock.ts';
import {
  AGE_BUCKETS,
  GENDERS,
  LEAST_K,
  type AudienceHour,
} from '../../../../shared/contract/playout/audience.ts';
import type { analyticsAudience } from '../../../../shared/contract/proof/analytics.ts';
import type { Answer } from '../../../../shared/contract/wire/endpoint.ts';
import { seededUnit } from '../../../../shared/random.ts';
import { manualClock } from '../../../support/clock.ts';
import { makeScreen, type Screen } from '../../../support/device.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

const HOUR_MS = 3_600_000;
const HOURS = 5;
const START = Date.UTC(2026, 10, 24, 8);
const clock = manualClock(START + HOURS * HOUR_MS);
const PATH = '/api/player-config/age-gender';
const random = seededUnit(84);
const between = (least: number, most: number) => least + Math.floor(random() * (most - least + 1));

let test: TestServer;
let screens: Screen[];

/** As a screen sends it: groups of ten and more, and a few people beside them of whom too little is seen to count them. */
function hourOf(n: number): AudienceHour {
  const groups = AGE_BUCKETS.flatMap(age =>
    GENDERS.flatMap(gender => (random() < 0.3 ? [{ age, gender, people: between(LEAST_K, 30) }] : [])),
  );
  const people = groups.reduce((sum, one) => sum + one.people, between(0, 1.5 * LEAST_K));
  return { hour: instant(START + n * HOUR_MS), people: Math.max(people, LEAST_K), groups };
}

beforeAll(async () => {
  test = await startTestServer({ clock });
  const rule = {
    ...{
      mode: 'aggregate',
      k_min: LEAST_K,
      retention_d: 3,
      legal_basis: 'Art. 6 (1) f',
      dpia_ref: 'DPIA 12',
    },
    notice: { en: 'People are counted here. No picture is kept.', zh: '此处统计人数，不保存图像。' },
  };
  for (const [method, path, payload] of [
    ['PATCH', PATH, rule],
    ['POST', `${PATH}/publish`, {}],
  ] as const) {
    const { version } = (await call(test, test.admin, 'GET', PATH)).json<{ version: number }>();
    const answer = await call(test, test.admin, method, path, { payload, version });
    expect(answer.statusCode, answer.body).toBe(200);
  }
  screens = [makeScreen(test), makeScreen(test)];
  for (const screen of screens) {
    await screen.pair(test.admin);
    const hours = Array.from({ length: HOURS }, (_, n) => hourOf(n)).filter(() => random() < 0.9);
    expect((await screen.call('POST', '/api/player/audience', { hours })).statusCode).toBe(200);
  }
});
afterAll(() => test.close());

/** A number of an answer, and of which hours, screens and group it is. */
interface Figure {
  hours: readonly number[];
  screens: readonly string[];
  /** null: of everybody. */
  group: string | null;
  people: number;
  /** What was asked, to be found again. */
  of: string;
}
const isWithin = <T>(inner: readonly T[], outer: readonly T[]) => inner.every(one => outer.includes(one));
const isPartOf = (inner: Figure, outer: Figure) =>
  (outer.group === null || inner.group === outer.group) &&
  isWithin(inner.hours, outer.hours) &&
  isWithin(inner.screens, outer.screens);

/** Everything that is answered about these hours, of all screens or of one. */
async function figuresOf(from: number, to: number, device_id?: string) {
  const query = new URLSearchParams({
    ...{ from: instant(START + from * HOUR_MS), to: instant(START + to * HOUR_MS) },
    ...(device_id === undefined ? {} : { device_id }),
  });
  const answer = await call(test, test.admin, 'GET', `/api/analytics/audience?${query.toString()}`);
  expect(answer.statusCode, answer.body).toBe(200);
  const found = answer.json<Answer<typeof analyticsAudience>>();
  const [of, ids] = [query.toString(), device_id === undefined ? screens.map(({ id }) => id) : [device_id]];
  const hours = Array.from({ length: to - from }, (_, i) => from + i);
  const before = hours.map(hour => hour - (to - from)).filter(hour => hour >= 0);
  const figure = (people: number | null, more: Partial<Figure> = {}): Figure[] =>
    people === null ? [] : [{ hours, screens: ids, group: null, people, of, ...more }];
  const groups = found.groups.flatMap(({ age, gender, people }) =>
    figure(people, { group: `${age} ${gender}` }),
  );
  return {
    total: found.people ?? 0,
    groups,
    all: [
      ...figure(found.people),
      ...figure(found.before_people, { hours: before }),
      ...groups,
      ...found.hours.flatMap(({ hour, people }) =>
        figure(people, { hours: [hour - new Date(START).getUTCHours()] }),
      ),
    ],
  };
}
const isFew = (people: number) => people !== 0 && people < LEAST_K;

it('S10 no answer about audiences less another, and no sum less its groups, is a group of fewer than ten people', async () => {
  const figures: Figure[] = [];
  for (let from = 0; from < HOURS; from++)
    for (let to = from + 1; to <= HOURS; to++)
      for (const device_id of [undefined, ...screens.map(({ id }) => id)]) {
        const { total, groups, all } = await figuresOf(from, to, device_id);
        const rest = groups.reduce((left, { people }) => left - people, total);
        expect([from, to, device_id, isFew(rest) ? rest : 'enough']).toEqual([from, to, device_id, 'enough']);
        figures.push(...all);
      }
  const found = figures.flatMap(outer =>
    figures
      .filter(inner => isPartOf(inner, outer) && isFew(outer.people - inner.people))
      .map(inner => [outer.of, inner.of, outer.people - inner.people]),
  );
  expect(found).toEqual([]);
  expect(figures.filter(({ people }) => isFew(people))).toEqual([]);
  expect(figures.length).toBeGreaterThan(200);
});
