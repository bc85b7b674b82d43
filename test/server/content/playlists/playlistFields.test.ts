import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Creative } from '../../../../shared/contract/content/creative.ts';
import type { PlaylistDetail } from '../../../../shared/contract/content/playlist.ts';
import type { ErrorBody } from '../../../../shared/contract/wire/errors.ts';
import { addPlaylist, call, publish, readPlaylist } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';

let test: TestServer;
let picture: Creative;
let row: PlaylistDetail;
beforeAll(async () => {
  test = await startTestServer();
  picture = await addCreative(test, test.admin);
  row = await addPlaylist(test, test.admin, []);
});
afterAll(() => test.close());

const chars = (n: number) => 'x'.repeat(n);
const many = <T>(n: number, one: T): T[] => Array.from({ length: n }, () => one);
interface Values {
  good: unknown[];
  bad: unknown[];
}
type Fields = Record<string, Values>;

/** contract §3 by hand, and never read from the schema. */
const PLAYLIST: Fields = {
  name: { good: ['x', chars(120)], bad: ['', chars(121), null] },
  /** The whole screen last, which the fallback must fill. */
  zone: { good: ['main', 'side', 'ticker', 'full'], bad: ['top', '', null] },
  default_duration_ms: { good: [3_000, 3_600_000], bad: [2_999, 3_600_001, 3_000.5, '5000', null] },
  shuffle: { good: ['none', 'all', 'weighted'], bad: ['some', true, null] },
  fallback: { good: [true, false], bad: ['yes', 1, null] },
};
const FRIDAY = { days: [5], start: '18:00', end: '02:00' };
const ITEM: Fields = {
  /** null: to its end. */
  duration_ms: { good: [3_000, 3_600_000, null], bad: [2_999, 3_600_001, 3_000.5, '5000'] },
  weight: { good: [1, 100], bad: [0, 101, 1.5, null] },
  transition: { good: ['none', 'fade', 'slide'], bad: ['spin', null] },
  dayparts: { good: [[], many(24, FRIDAY)], bad: [many(25, FRIDAY), null, 'always'] },
  valid_from: { good: [null, '2026-12-24'], bad: ['2026-02-30', '24.12.2026', 7] },
  valid_until: { good: [null, '2027-12-24'], bad: ['2026-13-01', 7] },
  conditions: {
    good: [[], many(8, { on: 'wind', min: 1 })],
    bad: [many(9, { on: 'wind', min: 1 }), [{ on: 'moon' }], null],
  },
};
const DAYPART: Fields = {
  days: { good: [[1], [7], [1, 2, 3, 4, 5, 6, 7]], bad: [[], [0], [8], [1.5], many(8, 1), null] },
  start: { good: ['00:00', '23:55'], bad: ['18:02', '24:05', '25:00', '7:00', '', null] },
  /** At or before its start it runs overnight. */
  end: { good: ['00:00', '18:00', '18:05', '24:00'], bad: ['18:02', '24:05', '25:00', '7:00', null] },
};
/** The items of the next write, of which one is tried. */
const putItems = async (items: object[]) => {
  const { id, version } = await readPlaylist(test, test.admin, row.id);
  return call(test, test.admin, 'PUT', `/api/playlists/${id}/items`, { payload: { items }, version });
};
const item = (more: object = {}) => ({ creative_id: picture.id, duration_ms: 5_000, ...more });
const firstItem = async () => (await readPlaylist(test, test.admin, row.id)).items[0];

/** What a refusal names, without what lies below it. */
const named = (answer: { json: <T>() => T }, depth: number) =>
  Object.keys(answer.json<ErrorBody>().details).map(key => key.split('.').slice(0, depth).join('.'));

describe('OPEN-ENT-03 the fields of the design', () => {
  it.each(Object.entries(PLAYLIST))('OPEN-ENT-03 %s of a playlist', async (field, { good, bad }) => {
    const patch = async (value: unknown) => {
      const { id, version } = await readPlaylist(test, test.admin, row.id);
      return call(test, test.admin, 'PATCH', `/api/playlists/${id}`, {
        payload: { [field]: value },
        version,
      });
    };
    for (const value of good) {
      expect([value, (await patch(value)).statusCode]).toEqual([value, 200]);
      expect(await readPlaylist(test, test.admin, row.id)).toMatchObject({ [field]: value });
    }
    for (const value of bad) {
      const answer = await patch(value);
      expect([value, answer.statusCode, named(answer, 1)]).toEqual([value, 400, [field]]);
    }
    expect(await readPlaylist(test, test.admin, row.id)).toMatchObject({ [field]: good.at(-1) });
  });

  it.each(Object.entries(ITEM))('OPEN-ENT-03 %s of an item', async (field, { good, bad }) => {
    for (const value of good) {
      expect([value, (await putItems([item({ [field]: value })])).statusCode]).toEqual([value, 200]);
      expect(await firstItem()).toMatchObject({ [field]: value });
    }
    for (const value of bad) {
      const answer = await putItems([item({ [field]: value })]);
      expect([value, answer.statusCode, named(answer, 3)]).toEqual([value, 400, [`items.0.${field}`]]);
    }
    expect(await firstItem()).toMatchObject({ [field]: good.at(-1) });
  });

  it.each(Object.entries(DAYPART))('OPEN-ENT-03 %s of a daypart', async (field, { good, bad }) => {
    for (const value of good) {
      const daypart = { ...FRIDAY, [field]: value };
      expect([value, (await putItems([item({ dayparts: [daypart] })])).statusCode]).toEqual([value, 200]);
      expect(await firstItem()).toMatchObject({ dayparts: [daypart] });
    }
    for (const value of bad) {
      const answer = await putItems([item({ dayparts: [{ ...FRIDAY, [field]: value }] })]);
      const at = `items.0.dayparts.0.${field}`;
      expect([value, answer.statusCode, [...new Set(named(answer, 5))]]).toEqual([value, 400, [at]]);
    }
  });

  it.each([
    ['creative', {}, true],
    ['campaign_slot', {}, true],
    ['content_kind', { creative_id: null, content_kind: 'news', duration_ms: null }, true],
    ['widget', { creative_id: null, widget: 'clock' }, true],
    ['widget', { creative_id: null, widget: 'weather' }, true],
    ['widget', { creative_id: null, widget: 'destination' }, true],
    ['widget', { creative_id: null, widget: 'compass' }, false],
    ['widget', { creative_id: null }, false],
    ['content_kind', { creative_id: null, content_kind: 'gossip' }, false],
    ['creative', { creative_id: null }, false],
    ['film', {}, false],
  ])('OPEN-ENT-03 an item of the source %s with %j', async (source, more, isTaken) => {
    const answer = await putItems([item({ source, ...more })]);
    expect(answer.statusCode).toBe(isTaken ? 200 : 400);
    if (isTaken) expect(await firstItem()).toMatchObject({ source, ...more });
  });

  it('OPEN-ENT-03 items keep their position, and there are 500 at most', async () => {
    const weights = [3, 1, 2];
    await putItems(weights.map(weight => item({ weight })));
    expect((await readPlaylist(test, test.admin, row.id)).items.map(({ weight }) => weight)).toEqual(weights);
    expect((await putItems(many(500, item()))).statusCode).toBe(200);
    expect((await readPlaylist(test, test.admin, row.id)).items).toHaveLength(500);
    expect(named(await putItems(many(501, item())), 1)).toEqual(['items']);
    expect((await readPlaylist(test, test.admin, row.id)).items).toHaveLength(500);
  });

  it('OPEN-ENT-03 an edit makes a draft beside what is published, and what nothing plays is archived', async () => {
    const made = await addPlaylist(test, test.admin, [item()]);
    const now = () => readPlaylist(test, test.admin, made.id);
    expect(await now()).toMatchObject({ state: 'draft', published_version: null });
    await publish(test, test.admin, made.id);
    expect(await now()).toMatchObject({ state: 'published', published_version: 1, has_draft: false });
    const { version } = await now();
    const payload = { items: [item(), item()] };
    await call(test, test.admin, 'PUT', `/api/playlists/${made.id}/items`, { payload, version });
    expect(await now()).toMatchObject({ published_version: 1, has_draft: true, item_count: 2 });
    await publish(test, test.admin, made.id);
    expect(await now()).toMatchObject({ published_version: 2, has_draft: false });
    await call(test, test.admin, 'POST', `/api/playlists/${made.id}/archive`, { payload: {} });
    expect((await now()).state).toBe('archived');
  });
});
