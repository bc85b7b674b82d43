import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { auctions, bids } from '../../../server/db/schema.ts';
import { ourSpots } from '../../../server/reports/reconciliations/ourSpots.ts';
import type { ReconciliationDetail } from '../../../shared/contract/reports/reconciliation.ts';
import { uuid7 } from '../../../shared/random.ts';
import { manualClock } from '../../support/clock.ts';
import { makeScreen } from '../../support/device.ts';
import { addAuctions } from '../../support/server/rows/programmatic/auctionRows.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

const clock = manualClock(Date.parse('2026-04-01T10:00:00.000Z'));
const URL = '/api/reports/reconciliations';
let test: TestServer;
let partner_id: string;
beforeAll(async () => {
  test = await startTestServer({ clock });
  const screen = makeScreen(test);
  await screen.pair(test.admin, { name: 'Cab 7001' });
  const rows = await addAuctions(test, { tenant_id: test.tenant_id, device_id: screen.id });
  partner_id = rows.partner;
  const [won] = await test.db.select().from(bids).where(eq(bids.id, rows.won));
  const [auction] = await test.db.select().from(auctions).where(eq(auctions.id, rows.auction));
  /** 5 March, 23:59 in Tokyo, each at 2.50 a thousand × 30.3 impressions. */
  const at = new Date('2026-03-05T14:59:00.000Z');
  const spot = async (more: Partial<typeof bids.$inferInsert>, status: 'won' | 'test' = 'won') => {
    const id = uuid7(Date.now());
    await test.db.insert(auctions).values({ ...auction!, id, status });
    await test.db.insert(bids).values({
      ...{ ...won!, id: uuid7(Date.now()), auction_id: id, lease_id: null, played_at: at },
      ...{ spot_state: 'billed', billable_at: at, billed_at: at, ...more },
    });
  };
  await test.db.delete(bids).where(eq(bids.id, rows.won));
  await spot({});
  await spot({});
  await spot({ billed_at: new Date('2026-03-05T15:02:00.000Z') });
  await spot({ billed_at: null, spot_state: 'billable', dealid: 'D-2' });
  await spot({ billed_at: null, billable_at: null, spot_state: 'held', dealid: 'D-3' });
  await spot({ billed_at: null, billable_at: null, spot_state: null, dealid: 'D-4' }, 'test');
});
afterAll(() => test.close());

const post = (url: string, payload: object) => call(test, test.admin, 'POST', url, { payload });
const ASKED = {
  ...{ first_day: '2026-03-05', last_day: '2026-03-06', tz: 'Asia/Tokyo', keyed_by: 'deal' },
  ...{ counted_in: 'impressions', tolerance_pct: 0, day_column: 'Date', key_column: 'Deal' },
  ...{ count_column: 'Imps', revenue_column: 'Spend', currency_column: null, file_currency: 'EUR' },
  file_name: 'march.csv',
};
const fileOf = (...lines: string[]) => ['Date,Deal,Imps,Spend', ...lines].join('\r\n');
const compare = (csv: string, more: object = {}) => post(URL, { ...ASKED, partner_id, csv, ...more });

it('a partner’s file stands beside our spots by its own days, and each difference has its reason', async () => {
  const csv = fileOf(
    ...['2026-03-05,D-1,60.6,0.1515', '2026-03-06,D-1,30.3,0.07575'],
    ...['2026-03-05,D-3,30.3,0.07575', '2026-03-05,D-4,30.3,0.07575', '2026-03-06,D-9,5,0.01'],
  );
  const made = (await compare(csv)).json<ReconciliationDetail>();
  expect(made.compared.map(({ day, key, state, reasons }) => [day, key, state, reasons[0]?.reason])).toEqual([
    ['2026-03-05', 'D-1', 'explained', 'cut_off'],
    ['2026-03-05', 'D-2', 'explained', 'notice_failed'],
    ['2026-03-05', 'D-3', 'explained', 'unconfirmed'],
    ['2026-03-05', 'D-4', 'explained', 'test_mode'],
    ['2026-03-06', 'D-1', 'explained', 'cut_off'],
    ['2026-03-06', 'D-9', 'open', 'unknown_to_us'],
  ]);
  expect(made).toMatchObject({
    ...{ state: 'open', lines: 6, matched: 0, explained: 5, partner_name: 'Harbour DSP' },
    ...{ ours_e4: 1_212_000, theirs_e4: 1_565_000, as_of: '2026-04-01T10:00:00.000Z' },
  });
  const [first] = made.compared;
  expect(first?.ours).toEqual({ count_e4: 909_000, micros: 227_250, currency: 'EUR' });

  const mended = await post(`${URL}/${made.id}/import`, {
    file_name: 'march-2.csv',
    csv: fileOf('2026-03-05,D-1,60.6,0.1515', '2026-03-06,D-1,30.3,0.07575', '2026-03-05,D-2,30.3,0.07575'),
  });
  expect(mended.json()).toMatchObject({ state: 'explained', file_name: 'march-2.csv', matched: 1 });
  const list = (await call(test, test.admin, 'GET', `${URL}?status=explained`)).json<{ items: object[] }>();
  expect(list.items).toHaveLength(1);
  expect(list.items[0]).not.toHaveProperty('compared');
  const csvOut = await call(test, test.admin, 'GET', `${URL}/export?format=csv`);
  expect(csvOut.body).toContain('march-2.csv');
});

it('what is left is explained by somebody or disputed, and is not compared again then', async () => {
  const made = (await compare(fileOf('2026-03-05,D-9,5,0.01'))).json<ReconciliationDetail>();
  expect(made.state).toBe('open');
  const note = { note: 'They bill two deals under one number.' };
  const explained = await post(`${URL}/${made.id}/explain`, note);
  expect(explained.json()).toMatchObject({ state: 'explained', ...note });
  expect((await post(`${URL}/${made.id}/dispute`, note)).json()).toMatchObject({ state: 'disputed' });
  expect((await post(`${URL}/${made.id}/import`, { file_name: 'a', csv: 'b' })).statusCode).toBe(409);
  const remove = await call(test, test.admin, 'DELETE', `${URL}/${made.id}`, { version: 3 });
  expect(remove.statusCode).toBe(204);
  expect((await post(`${URL}/${made.id}/restore`, {})).statusCode).toBe(200);
});

it('plays are counted one by one, and days beyond the period are no lines', async () => {
  const made = await compare(fileOf('2026-03-05,D-1,2,0.1515', '2026-03-06,D-1,1,0.07575'), {
    ...{ counted_in: 'plays', tz: 'Asia/Tokyo', first_day: '2026-03-06' },
  });
  expect(made.json()).toMatchObject({ lines: 1, state: 'explained' });
});

it.each([
  ['a day of another order', fileOf('05.03.2026,D-1,1,1'), 'Line 2: 05.03.2026 is no day like 2026-03-05.'],
  ['no number', fileOf('2026-03-05,D-1,x,1'), 'Line 2: x is no number.'],
  ['no lines', 'Date,Deal,Imps,Spend', 'It has no lines below its heads.'],
  ['another head', 'Day,Deal\r\n1,2', 'It has no column Date.'],
])('a file with %s is refused and nothing is kept', async (_, csv, said) => {
  const answer = await compare(csv);
  expect([answer.statusCode, answer.json<{ details: object }>().details]).toEqual([400, { csv: [said] }]);
});

it('a file without a line of its days, and days without an end, are refused', async () => {
  const other = await compare(fileOf('2026-02-05,D-1,1,1'));
  expect([other.statusCode, other.body]).toMatchObject([400, expect.stringContaining('2026-03-05')]);
  const far = { first_day: '9999-12-31', last_day: '9999-12-31' };
  const never = await compare(fileOf('9999-12-31,D-1,1,1'), far);
  expect([never.statusCode, never.body]).toMatchObject([400, expect.stringContaining('first_day')]);
});

describe('a partner that bought very much', () => {
  const of = {
    ...{ first_day: '2026-02-05', last_day: '2026-02-06', tz: 'UTC', counted_in: 'impressions' as const },
    keyed_by: 'deal' as const,
  };
  /** Each with an auction of its own, which is a copy of one that is there. */
  const addMany = (n: number) =>
    test.db.execute(sql`
      with one as (select * from bids where dealid = 'D-1' limit 1),
        made as (select gen_random_uuid() as auction_id, gen_random_uuid() as id from generate_series(1, ${n}::int)),
        held as (insert into auctions select r.* from one join auctions a on a.id = one.auction_id, made,
          jsonb_populate_record(null::auctions, to_jsonb(a) || jsonb_build_object('id', made.auction_id)) as r)
      insert into bids select r.* from one, made, jsonb_populate_record(null::bids, to_jsonb(one)
        || jsonb_build_object('id', made.id, 'auction_id', made.auction_id, 'dealid', 'MANY',
          'played_at', '2026-02-05T12:00:00Z', 'billed_at', '2026-02-05T12:00:00Z')) as r`);
  const ctx = () => ({ tx: test.db, tenant_id: test.tenant_id });

  it('is read as sums, exact to the last digit, and refused where even these are too many', async () => {
    await addMany(20_001);
    const found = (await ourSpots(ctx(), { ...of, partner_id })).filter(({ key }) => key === 'MANY');
    expect(found).toEqual([
      {
        ...{ key: 'MANY', day: '2026-02-05', billed_day: '2026-02-05', currency: 'EUR' },
        ...{ isBillable: true, isTest: false, count_e4: 20_001 * 303_000 },
        cost: 20_001n * 2_500_000n * 303_000n,
      },
    ]);
    const plays = await ourSpots(ctx(), { ...of, partner_id, counted_in: 'plays' });
    expect(plays.find(({ key }) => key === 'MANY')?.count_e4).toBe(20_001 * 10_000);
    const file = fileOf('2026-02-05,D-1,1,1');
    const answer = await compare(file, { ...of, keyed_by: 'auction' });
    const messages = ['At most 5000 days and keys at once: take fewer days.'];
    expect([answer.statusCode, answer.json<{ details: object }>().details]).toEqual([
      400,
      { last_day: messages },
    ]);
  });
});
