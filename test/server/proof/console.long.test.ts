import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { PLAY_SORTS, type Play } from '../../../shared/contract/proof/play.ts';
import { csvHead, csvLine } from '../../../shared/web/csv.ts';
import { manualClock } from '../../support/clock.ts';
import { makeScreen, type Screen } from '../../support/device.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';

const START = Date.now();
const clock = manualClock(START);
const FORMULA = '=HYPERLINK("http://evil.example","free")';
let test: TestServer;
let one: Screen;
let two: Screen;
let creative: { id: string; sha256: string };
beforeAll(async () => {
  test = await startTestServer({ clock });
  const { id, asset } = await addCreative(test, test.admin);
  creative = { id, sha256: asset.sha256 };
  one = makeScreen(test);
  await one.pair(test.admin, { name: FORMULA });
  two = makeScreen(test);
  await two.pair(test.admin, { name: 'Cab, "2"' });
  const first = one.ledger();
  const records = [];
  for (let n = 0; n < 7; n++) records.push(await first.play(creative));
  records.push(await first.play(creative, { result: 'not_shown', duration_ms: 0, completion: 0 }));
  records.push(await first.play(creative, { duration_ms: 60_000, ended_mono_ms: 140_000 }));
  await one.send(records);
  const second = two.ledger();
  await two.send([
    await second.play(creative),
    await second.play(creative, { result: 'partial', completion: 0.5 }),
  ]);
});
afterAll(() => test.close());

const get = (path: string, by = test.admin) => call(test, by, 'GET', `/api/programmatic/plays${path}`);
const list = async (query = '') => (await get(query)).json<{ items: Play[]; next_cursor: string | null }>();
const totals = async (query = '') => (await get(`/summary${query}`)).json<Record<string, number>>();
const lines = async (query = '') => (await get(`/export${query}`)).body.split('\r\n').slice(1, -1);

describe('the list of plays', () => {
  it('has the newest first and leaves out what was never shown', async () => {
    const { items } = await list();
    expect(items).toHaveLength(10);
    const starts = items.map(play => play.started_at);
    expect(starts).toEqual(starts.toSorted().toReversed());
    expect(items.some(play => play.result === 'not_shown')).toBe(false);
    expect((await list('?result=not_shown')).items).toHaveLength(1);
  });

  it('has each play by its id, too, as it stands in the list', async () => {
    const [newest] = (await list('?limit=1')).items;
    expect((await get(`/${newest!.id}`)).json()).toEqual(newest);
    expect((await get('/00000000-0000-7000-8000-0000000000ff')).statusCode).toBe(404);
  });

  it('goes on where a page ended, without a gap or a repetition', async () => {
    const ids: string[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await list(`?limit=3${cursor === '' ? '' : `&cursor=${cursor}`}`);
      ids.push(...page.items.map(play => play.id));
      cursor = page.next_cursor;
    }
    expect(ids).toEqual((await list()).items.map(play => play.id));
    expect((await get('?cursor=nonsense')).statusCode).toBe(400);
  });

  it.each(PLAY_SORTS.flatMap(sort => [sort, `-${sort}`]))('is ordered by %s over all pages', async sort => {
    const key = sort.replace('-', '') as (typeof PLAY_SORTS)[number];
    const seen: Play[] = [];
    for (let cursor: string | null = ''; cursor !== null;) {
      const page = await list(`?limit=3&sort=${sort}${cursor === '' ? '' : `&cursor=${cursor}`}`);
      seen.push(...page.items);
      cursor = page.next_cursor;
    }
    expect(new Set(seen.map(({ id }) => id)).size).toBe(10);
    expect(seen).toHaveLength(10);
    const values = seen.map(play => play[key]);
    const sorted = values.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
    expect(values).toEqual(sort.startsWith('-') ? sorted.toReversed() : sorted);
  });

  it('refuses an order it does not have, and the cursor of another', async () => {
    expect((await get('?sort=epoch')).statusCode).toBe(400);
    const { next_cursor } = await list('?limit=3&sort=device_name');
    expect((await get(`?sort=duration_ms&cursor=${next_cursor}`)).statusCode).toBe(400);
    const forged = Buffer.from(JSON.stringify(['-started_at', '0000-99-99', 'x'])).toString('base64url');
    expect((await get(`?cursor=${forged}`)).statusCode).toBe(400);
  });

  it('filters by screen, creative, result and time', async () => {
    expect((await list(`?device_id=${two.id}`)).items).toHaveLength(2);
    expect((await list(`?device_id=${two.id}&result=partial,failed`)).items).toHaveLength(1);
    expect((await list(`?creative_id=${creative.id}`)).items).toHaveLength(10);
    const from = new Date(START + 20_000).toISOString();
    const to = new Date(START + 40_000).toISOString();
    expect((await list(`?device_id=${one.id}&from=${from}&to=${to}`)).items).toHaveLength(2);
    expect((await get('?result=shown')).json()).toMatchObject({ error: 'VALIDATION' });
    expect((await get('?from=2026-99-99T99:99:99.999Z')).json()).toMatchObject({ error: 'VALIDATION' });
  });
});

describe('the totals', () => {
  it.each(['', '?result=completed', '?result=partial,not_shown', '?result=not_shown'])(
    'equal the rows of the export (%s)',
    async query => {
      const sums = await totals(query);
      const rows = await lines(query);
      const unseen = query.includes('not_shown') ? (sums['not_shown'] ?? 0) : 0;
      expect(rows).toHaveLength((sums['plays'] ?? 0) + (sums['quarantined'] ?? 0) + unseen);
    },
  );

  it('count doubtful plays and name them, and intents apart', async () => {
    expect(await totals()).toEqual({
      plays: 9,
      not_shown: 1,
      duration_ms: 7 * 10_000 + 20_000,
      quarantined: 1,
      screens: 2,
    });
  });
});

describe('the export', () => {
  it('is a CSV file with a mark, a head that names the zones, and times in each', async () => {
    const answer = await get('/export?tz=Asia/Shanghai');
    expect(answer.headers).toMatchObject({
      'content-type': 'text/csv; charset=utf-8',
      'content-disposition': `attachment; filename="plays-${new Date(START).toISOString().slice(0, 10)}.csv"`,
    });
    const [head = '', ...rows] = answer.body.split('\r\n');
    expect(
      head.startsWith('\ufeffstarted_at (UTC),started_at (Asia/Shanghai),started_at (device),device_tz,'),
    ).toBe(true);
    const [utc = '', shanghai = '', , tz] = rows[0]?.split(',') ?? [];
    expect(tz).toBe('Europe/Berlin');
    expect(Date.parse(`${shanghai}Z`) - Date.parse(utc)).toBe(8 * 3_600_000);
  });

  it('lets no cell of it run as a formula', async () => {
    const [row = ''] = await lines(`?device_id=${one.id}`);
    expect(row).toContain(`"'=HYPERLINK(""http://evil.example"",""free"")"`);
    expect((await lines(`?device_id=${two.id}`))[0]).toContain('"Cab, ""2"""');
  });

  it('is JSON, one play a line, where that is asked for', async () => {
    const answer = await get('/export?format=jsonl');
    const rows = answer.body
      .trimEnd()
      .split('\n')
      .map(line => JSON.parse(line) as Play);
    expect(rows.map(play => play.id)).toEqual((await list()).items.map(play => play.id));
  });

  it('refuses a zone that is none, and a wrong filter, before its first byte', async () => {
    expect((await get('/export?tz=Moon/Base')).statusCode).toBe(400);
    expect((await get('/export?result=shown')).statusCode).toBe(400);
    expect((await get('/export?to=0000-01-01T00:00:00.000Z')).statusCode).toBe(400);
    expect((await get('/export?zone=middle')).statusCode).toBe(400);
  });

  it('holds the plays of one zone alone, as the list and the totals do', async () => {
    const { items } = await list();
    expect(items.length).toBeGreaterThan(0);
    expect((await list('?zone=full')).items.map(play => play.id)).toEqual(items.map(play => play.id));
    expect((await list('?zone=ticker')).items).toEqual([]);
    expect((await get('/summary?zone=full')).json()).toMatchObject((await get('/summary')).json<object>());
    expect((await get('/summary?zone=ticker')).json()).toMatchObject({ plays: 0, not_shown: 0 });
    expect((await get('/export?format=jsonl&zone=ticker')).body.trim()).toBe('');
  });
});

describe('a cell', () => {
  it.each([
    ['plain', 'plain'],
    ['=1+1', "'=1+1"],
    ['+1', "'+1"],
    ['-1', "'-1"],
    ['@a', "'@a"],
    ['\tx', "'\tx"],
    ['\rx', '"\'\rx"'],
    ['a,b', '"a,b"'],
    ['a"b', '"a""b"'],
    ['a\nb', '"a\nb"'],
  ])('%j is written %j', (value, written) => {
    expect(csvLine([value])).toBe(`${written}\r\n`);
  });

  it('holds a number as it is, also a negative one, and nothing for null', () => {
    expect(csvHead(['a']) + csvLine([-5, null, 0.5])).toBe('\ufeffa\r\n-5,,0.5\r\n');
  });
});
