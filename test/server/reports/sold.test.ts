import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import type { ReportPreview } from '../../../shared/contract/reports/report.ts';
import { uuid7 } from '../../../shared/random.ts';
import { bids, devices } from '../../../server/db/schema.ts';
import { addAuctions } from '../../support/server/rows/programmatic/auctionRows.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

let test: TestServer;
beforeAll(async () => {
  test = await startTestServer();
  const now = test.server.clock.now();
  const { tenant_id } = test;
  const device_id = uuid7(now);
  await test.db.insert(devices).values({ id: device_id, tenant_id, name: 'Harbour cab' });
  const first = await addAuctions(test, { tenant_id, device_id });
  await addAuctions(test, { tenant_id, device_id, partner: { name: 'River DSP' } });
  await test.db
    .update(bids)
    .set({ spot_state: 'billed', billable_at: new Date(now), billed_at: new Date(now) })
    .where(eq(bids.id, first.won));
});
afterAll(() => test.close());

async function rowsOf(preset: string): Promise<ReportPreview> {
  const day = instant(test.server.clock.now() - 60_000).slice(0, 10);
  const answer = await test.app.inject({
    ...{ method: 'POST', url: '/api/reports/preview', headers: test.admin.headers },
    payload: {
      ...{
        preset,
        format: 'csv',
        language: 'en',
        period: 'custom',
        first_day: day,
        last_day: day,
        tz: 'UTC',
      },
      ...{ campaign_ids: [], creative_ids: [], zone: null },
    },
  });
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<ReportPreview>();
}

describe('PROG-07 reports of what was sold by auction', () => {
  it('count requests, bids, wins and plays of each partner, and round what they bring once', async () => {
    const { columns, rows, totals } = await rowsOf('sold_partners');
    expect(columns.map(({ key }) => key)).toEqual([
      ...[
        'partner',
        'requests',
        'bids',
        'wins',
        'plays',
        'fill_pct',
        'spend_pct',
        'revenue',
        'currency',
        'credits',
      ],
    ]);
    /** 2.50 for a thousand, 30.3 impressions: 0.07575, which is 8 cents. */
    expect([...rows].sort((a, b) => String(a[0]).localeCompare(String(b[0])))).toEqual([
      ['Harbour DSP', 1, 2, 1, 1, 100, 100, '0.08', 'EUR', '0'],
      ['River DSP', 1, 2, 1, 0, 100, 0, '0', 'EUR', '0'],
      ['Slow DSP', 1, 0, 0, 0, 0, null, '0', 'EUR', '0'],
      ['Slow DSP', 1, 0, 0, 0, 0, null, '0', 'EUR', '0'],
    ]);
    expect(totals).toMatchObject({ plays: 1, screens: 1, duration_ms: 10_000 });
  });

  it('say what each deal and each day brought', async () => {
    expect((await rowsOf('sold_deals')).rows).toEqual([
      ['D-1', 0, 2, 2, 1, null, 50, '0.08', 'EUR'],
      ['No deal', 0, 2, 0, 0, null, null, '0', 'EUR'],
    ]);
    const day = instant(test.server.clock.now() - 60_000).slice(0, 10);
    expect((await rowsOf('sold_days')).rows).toEqual([[day, 4, 4, 2, 1, 50, 50, '0.08', 'EUR']]);
  });
});
