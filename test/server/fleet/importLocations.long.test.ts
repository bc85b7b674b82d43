import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ImportAnswer } from '../../../shared/contract/imports/csvImport.ts';
import { MAX_IMPORT_ROWS } from '../../../shared/contract/imports/csvImport.ts';
import type { Location } from '../../../shared/contract/fleet/location.ts';
import { auditDetails, locations } from '../../../server/db/schema.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

let test: TestServer;
let by: TestServer['admin'];
beforeAll(async () => {
  test = await startTestServer();
  by = await test.signIn('manager');
});
beforeEach(() => test.db.delete(locations));
afterAll(() => test.close());

const read = async (csv: string, dry_run = false) => {
  const answer = await call(test, by, 'POST', '/api/locations/import', { payload: { csv, dry_run } });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<ImportAnswer>();
};
const all = async () =>
  (await call(test, by, 'GET', '/api/locations?sort=name')).json<{ items: Location[] }>().items;

const SHOPS = `external_id;Name;address;lat;lng;radius_m;tz
H-1;Harbour shop;Quay 4;38.7069;-9.1427;250;Europe/Lisbon
S-2;Station shop;;38.7139;-9.1223;;
;Kiosk;;38.72;-9.14;;
`;

describe('locations from a CSV file', () => {
  it('are added with a radius and the zone of the tenant where a line names none, and changed by their external id when they come again', async () => {
    expect(await read(SHOPS, true)).toEqual({ lines: 3, imported: 0, wrong_lines: 0, problems: [] });
    expect(await all()).toEqual([]);
    expect(await read(SHOPS)).toMatchObject({ imported: 3, problems: [] });
    const before = await all();
    expect(before).toMatchObject([
      { name: 'Harbour shop', address: 'Quay 4', radius_m: 250, tz: 'Europe/Lisbon', external_id: 'H-1' },
      { name: 'Kiosk', external_id: null, radius_m: 100 },
      { name: 'Station shop', external_id: 'S-2', status: 'active', version: 1 },
    ]);

    const moved = 'external_id,name,lat,lng\nH-1,Harbour shop,38.8,-9.15\n';
    expect(await read(moved)).toMatchObject({ lines: 1, imported: 1 });
    const [harbour, ...rest] = await all();
    expect(harbour).toMatchObject({
      id: before[0]?.id,
      lat: 38.8,
      radius_m: 250,
      address: 'Quay 4',
      version: 2,
    });
    expect(rest).toEqual(before.slice(1));
  });

  it('are named in the audit log, those that were made and those that were changed, and are added once however often the answer is asked for', async () => {
    await read(SHOPS);
    const before = await all();
    const csv = 'external_id,name,lat,lng\nH-1,Harbour,38.8,-9.15\n,Kiosk 2,38.7,-9.1\n';
    const key = randomUUID();
    const send = () =>
      test.app.inject({
        method: 'POST',
        url: '/api/locations/import',
        headers: { ...by.headers, 'idempotency-key': key },
        payload: { csv, dry_run: false },
      });
    const answers = [await send(), await send()].map(answer => answer.json<ImportAnswer>());
    expect(answers).toEqual([answers[0], answers[0]]);
    const after = await all();
    expect(after).toHaveLength(before.length + 1);
    const made = after.find(({ name }) => name === 'Kiosk 2')!;
    const changed = after.find(({ external_id }) => external_id === 'H-1')!;
    const details = await test.db.select({ detail: auditDetails.detail }).from(auditDetails);
    const diffs = details.map(({ detail }) => JSON.stringify(detail)).filter(text => text.includes(made.id));
    expect(diffs).toHaveLength(1);
    expect(JSON.parse(diffs[0]!)).toMatchObject({
      diff: { made: { after: [made.id] }, changed: { after: [changed.id] } },
    });
  });

  it('say which line is wrong, and nothing is written', async () => {
    const csv = `name,lat,lng,radius_m,external_id
Harbour,98,-9.1,100,A
Station,38.7,west,100,B
,38.7,-9.1,5,C
Mall,38.7,-9.1,100,A
`;
    const { problems, ...counts } = await read(csv);
    expect(counts).toEqual({ lines: 4, imported: 0, wrong_lines: 3 });
    expect(problems.map(({ line, field }) => [line, field])).toEqual([
      [2, 'lat'],
      [3, 'lng'],
      [4, 'name'],
      [4, 'radius_m'],
    ]);
    expect(await all()).toEqual([]);
  });

  it('name their opening hours as OpenStreetMap does, and their venue by its number', async () => {
    const csv = `name,lat,lng,hours,venue
Shop,38.7,-9.1,"Mo-Su 08:00-12:00,14:00-18:00; Sa 10:00-13:00; Su off",401
Bar,38.7,-9.1,Fr-Mo 20:00-03:00,
`;
    expect(await read(csv)).toMatchObject({ imported: 2, problems: [] });
    const [bar, shop] = await all();
    const workday = [
      { start: '08:00', end: '12:00' },
      { start: '14:00', end: '18:00' },
    ];
    expect(shop?.hours).toEqual([
      ...Array<typeof workday>(5).fill(workday),
      [{ start: '10:00', end: '13:00' }],
      [],
    ]);
    expect(shop?.venue?.openooh_1_1).toBe('401');
    const night = [{ start: '20:00', end: '03:00' }];
    expect(bar).toMatchObject({ hours: [night, [], [], [], night, night, night], venue: null });

    const wrong = 'name,lat,lng,hours,venue\nShop,38.7,-9.1,daily,9\nBar,38.7,-9.1,Mo 20:00-23:02,9\n';
    expect((await read(wrong)).problems.map(({ line, field }) => [line, field])).toEqual([
      [2, 'hours'],
      [3, 'hours'],
    ]);
    const unknown = 'name,lat,lng,venue\nShop,38.7,-9.1,99999\n';
    expect((await read(unknown)).problems).toEqual([
      { line: 2, field: 'venue', text: 'OpenOOH 1.1 has no such venue' },
    ]);
  });

  it('of which two have one external id are refused, in the file or among those that are there', async () => {
    const twice = 'name,lat,lng,external_id\nHarbour,38.7,-9.1,A\nMall,38.7,-9.1,A\n';
    const once = { field: 'external_id', text: 'Each only once' };
    expect((await read(twice)).problems).toEqual([{ line: 3, ...once }]);
    for (const name of ['One', 'Two'])
      await call(test, by, 'POST', '/api/locations', {
        payload: { name, address: '', lat: 1, lng: 2, radius_m: 100, tz: 'UTC', external_id: 'B' },
      });
    const csv = 'name,lat,lng,external_id\nMall,38.7,-9.1,B\n';
    expect((await read(csv)).problems).toEqual([{ line: 2, ...once }]);
  });

  it('of another tenant are neither seen nor changed by the external ids of a file', async () => {
    const there = await test.signIn('manager', await test.addTenant('other-shops'));
    const payload = {
      name: 'Theirs',
      address: '',
      lat: 1,
      lng: 2,
      radius_m: 100,
      tz: 'UTC',
      external_id: 'H-1',
    };
    const theirs = (await call(test, there, 'POST', '/api/locations', { payload })).json<Location>();
    expect(await read(SHOPS)).toMatchObject({ imported: 3 });
    expect((await call(test, there, 'GET', `/api/locations/${theirs.id}`)).json()).toEqual(theirs);
  });

  it(`of ${MAX_IMPORT_ROWS} lines are taken at once`, async () => {
    const lines = Array.from({ length: MAX_IMPORT_ROWS }, (_, n) => `Shop ${n},38.7,-9.1,S-${n}`);
    const csv = ['name,lat,lng,external_id', ...lines].join('\n');
    expect(await read(csv)).toMatchObject({ imported: MAX_IMPORT_ROWS });
    expect(await read(csv)).toMatchObject({ imported: MAX_IMPORT_ROWS, wrong_lines: 0 });
    await expect(read(`${csv}\nOne more,1,2,X`)).rejects.toThrow(/VALIDATION/);
  });
});
