import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ImportAnswer } from '../../../../shared/contract/imports/csvImport.ts';
import type { ContentItem } from '../../../../shared/contract/content/contentItem.ts';
import { contentItems } from '../../../../server/db/schema.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

let test: TestServer;
let by: TestServer['admin'];
beforeAll(async () => {
  test = await startTestServer();
  by = await test.signIn('manager');
});
beforeEach(() => test.db.delete(contentItems));
afterAll(() => test.close());

const send = (csv: string, more: object = {}) =>
  call(test, by, 'POST', '/api/content-items/import', { payload: { csv, dry_run: false, ...more } });
const read = async (csv: string, more: object = {}) => {
  const answer = await send(csv, more);
  if (answer.statusCode !== 200) throw new Error(answer.body);
  return answer.json<ImportAnswer>();
};
const items = async () =>
  (await call(test, by, 'GET', '/api/content-items?sort=title')).json<{ items: ContentItem[] }>().items;

const GOOD = `\ufeffkind,Title_en,title_zh,lat,lng,radius_m,priority,public,employer,apply_url,pay_min_minor,currency,starts_at
jobs,"Driver, nights",夜班司机,38.7,-9.1,500,10,yes,City Cabs,https://example.org/a,250000,EUR,2026-12-01T08:00:00+01:00

tourism,"Castle
walk",,,,,,,,,,,
`;

describe('a CSV file', () => {
  it('becomes drafts, whatever its encoding marks, quotes and empty lines', async () => {
    expect(await read(GOOD)).toEqual({ lines: 2, imported: 2, wrong_lines: 0, problems: [] });
    const [castle, driver] = await items();
    expect(castle).toMatchObject({
      kind: 'tourism',
      state: 'draft',
      source: 'import',
      geo: null,
      priority: 50,
    });
    expect(driver).toMatchObject({
      ...{ title: { en: 'Driver, nights', zh: '夜班司机' }, pay_min_minor: 250_000, public: true },
      ...{ geo: { lat: 38.7, lng: -9.1, radius_m: 500 }, starts_at: '2026-12-01T07:00:00.000Z' },
    });
  });

  it('may be parted by semicolons, and leave the kind to whoever imports it', async () => {
    expect(await read('title_en;best_time\nOld bridge;at sunset, always', { kind: 'tourism' })).toMatchObject(
      {
        imported: 1,
      },
    );
    expect((await items())[0]).toMatchObject({ kind: 'tourism', best_time: 'at sunset, always' });
  });

  it('is answered line by line, and none of it is written where one line is wrong', async () => {
    const csv = [
      'kind,title_en,employer,apply_url,lat,venue,starts_at,public',
      'jobs,Driver,City Cabs,https://example.org/,,,,',
      'jobs,Driver,,ftp://example.org/,,,,maybe',
      `tourism,${'x'.repeat(91)},,,100,,2026-12-01,`,
      'tourism,Castle,,,,Here,,',
      'weather,Rain,,,,,,',
      'jobs,Driver,City Cabs,https://example.org/,,,,,,beyond',
    ].join('\n');
    const wrong = [
      ...[3, 3, 3].map((line, i) => [line, ['employer', 'apply_url', 'public'][i]]),
      ...[4, 4, 4, 4, 4].map((line, i) => [line, ['title_en', 'lat', 'lng', 'radius_m', 'starts_at'][i]]),
      [5, 'venue'],
      [6, 'kind'],
      [7, '9'],
    ];
    for (const dry_run of [true, false]) {
      const answer = await read(csv, { dry_run });
      expect(answer).toMatchObject({ lines: 6, imported: 0, wrong_lines: 5 });
      const found = answer.problems.map(({ line, field }) => [line, field] as const);
      expect(found.map(String).toSorted()).toEqual(wrong.map(String).toSorted());
      expect(await items()).toEqual([]);
    }
  });

  it('is only read by a dry run, and what it did is in the audit log without the file', async () => {
    expect(await read(GOOD, { dry_run: true })).toMatchObject({ lines: 2, imported: 0, problems: [] });
    expect(await items()).toEqual([]);
    const log = await call(test, test.admin, 'GET', '/api/audit-events?limit=1');
    expect(log.body).toContain('content-items.import');
    expect(log.body).not.toContain('City Cabs');
  });

  it('with a column nobody knows, too many lines, or that is no CSV at all is refused as a whole', async () => {
    expect(await read('kind,title_en,id,kind\ntourism,Castle,x,jobs')).toMatchObject({
      imported: 0,
      problems: [
        { line: 1, field: 'id', text: 'Unknown field' },
        { line: 1, field: 'kind', text: 'Unknown field' },
      ],
    });
    for (const csv of [
      `${'a,'.repeat(200_000)}kind\nx`,
      '"kind',
      ' \n',
      `kind\n${'tourism\n'.repeat(5_001)}`,
    ]) {
      const answer = await send(csv);
      expect(answer.json()).toMatchObject({ error: 'VALIDATION', details: { csv: [expect.any(String)] } });
    }
    expect((await send('x'.repeat(2_000_001))).statusCode).toBe(400);
    expect(await items()).toEqual([]);
  });
});
