import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Adapter, AdapterEvent, Health } from '../../../../shared/contract/programmatic/adapter.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { auctionCalls, devices, partners } from '../../../../server/db/schema.ts';
import { noteOutcomes } from '../../../../server/programmatic/adapters/adapters.ts';
import { inTenant } from '../../../../server/transaction/context.ts';
import {
  addAuctions,
  partnerRow,
  type AuctionRows,
} from '../../../support/server/rows/programmatic/auctionRows.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';

let test: TestServer;
let rows: AuctionRows;
beforeAll(async () => {
  test = await startTestServer();
  const device_id = uuid7(test.server.clock.now());
  const { tenant_id } = test;
  await test.db.insert(devices).values({ id: device_id, tenant_id, name: 'Harbour cab' });
  rows = await addAuctions(test, { tenant_id, device_id });
  const now = test.server.clock.now();
  await test.db.insert(auctionCalls).values(
    Array.from({ length: 97 }, (_, n) => ({
      ...{ id: uuid7(now), tenant_id, auction_id: rows.auction, partner_id: rows.partner },
      ...{ at: new Date(now - 30_000), outcome: 'nobid' as const, http_status: 204, latency_ms: n + 1 },
      ...{ bytes_out: 100, bytes_in: 0, reused: n > 0, bids: 0, rejected: 0 },
    })),
  );
});
afterAll(() => test.close());

const get = async <T>(path: string, status = 200): Promise<T> => {
  const answer = await test.app.inject({
    ...{ method: 'GET', url: `/api/programmatic/adapters${path}`, headers: test.admin.headers },
  });
  expect(answer.statusCode, answer.body).toBe(status);
  return answer.json<T>();
};
const force = async (action: string) =>
  test.app.inject({
    ...{ method: 'POST', url: `/api/programmatic/adapters/${rows.partner}/breaker` },
    ...{ payload: { action }, headers: test.admin.headers },
  });

describe('adapter health', () => {
  it('PROG-06 counts what went out within the window, with quantiles', async () => {
    const health = await get<Health>(`/${rows.partner}/health?window=5m`);
    expect(health).toMatchObject({ requests: 98, bids: 1, nobids: 97, timeouts: 0, errors: 0, wins: 1 });
    expect([health.p50_ms, health.p95_ms, health.p99_ms]).toEqual([49, 93, 97]);
    expect(health.bid_rate).toBeCloseTo(1 / 98);
    expect(health.reuse_rate).toBeCloseTo(97 / 98);
    expect(health.bytes_out).toBe(900 + 97 * 100);
    expect((await get<Health>(`/${rows.partner}/health?window=1m`)).requests).toBe(97);
    expect(await get<Health>(`/${rows.other}/health?window=1h`)).toMatchObject({
      ...{ requests: 1, timeouts: 1, p99_ms: 300, reuse_rate: null },
      errors_by: { timeout: 1, validation: 0 },
    });
    await get(`/${uuid7(1)}/health`, 404);
  });

  it('says when a request last went out, and of a partner that was never called that none did', async () => {
    const now = test.server.clock.now();
    const [idle, held] = [uuid7(now), uuid7(now)];
    const { tenant_id } = test;
    await test.db
      .insert(partners)
      .values([
        partnerRow(idle, tenant_id, { name: 'Y draft', state: 'draft' }),
        partnerRow(held, tenant_id, { name: 'Z held back' }),
      ]);
    await test.db.insert(auctionCalls).values({
      ...{ id: uuid7(now), tenant_id, auction_id: rows.auction, partner_id: held, at: new Date(now) },
      ...{ outcome: 'skipped', latency_ms: 0, bytes_out: 0, bytes_in: 0, bids: 0, rejected: 0 },
    });
    const { items } = await get<{ items: Adapter[] }>('');
    const lastOf = (id: string) => items.find(({ partner_id }) => partner_id === id)?.last_call_at;
    expect(Date.parse(lastOf(rows.partner) ?? '')).toBeGreaterThan(now - 60_000);
    expect([lastOf(idle), lastOf(held)]).toEqual([null, null]);
    await test.db.delete(auctionCalls).where(eq(auctionCalls.partner_id, held));
    await test.db.delete(partners).where(inArray(partners.id, [idle, held]));
  });

  it('lists every partner with its breaker, whether it was ever called or not', async () => {
    const { items } = await get<{ items: Adapter[] }>('');
    expect(items.map(({ partner_name, breaker }) => [partner_name, breaker.state, breaker.mode])).toEqual([
      ['Harbour DSP', 'half_open', 'auto'],
      ['Slow DSP', 'closed', 'auto'],
    ]);
    expect(items[0]?.breaker.drop).toBeCloseTo(0.1125);
  });

  it('is opened by hand and left to itself again, which its events tell', async () => {
    expect((await force('open')).json<Adapter>().breaker).toMatchObject({ mode: 'open', drop: 1 });
    expect((await force('auto')).json<Adapter>().breaker).toMatchObject({ mode: 'auto', state: 'half_open' });
    expect((await force('sometimes')).statusCode).toBe(400);
    const { items } = await get<{ items: AdapterEvent[] }>(`/${rows.partner}/events`);
    expect(items.map(({ kind }) => kind).sort()).toEqual(['auto', 'forced_open', 'half_opened']);
    expect(items.find(({ kind }) => kind === 'auto')?.user_id).toBe(test.admin.id);
  });

  it('gets worse with each failure and notes when the breaker begins to leave calls out', async () => {
    const note = (n: number) =>
      inTenant(test.server, { tenant_id: test.tenant_id, user_id: null }, ctx =>
        noteOutcomes(
          ctx,
          rows.other,
          Array.from({ length: n }, () => 'timeout' as const),
        ),
      );
    await note(223);
    expect((await get<{ items: AdapterEvent[] }>(`/${rows.other}/events`)).items).toEqual([]);
    await note(1);
    const { items } = await get<{ items: AdapterEvent[] }>(`/${rows.other}/events`);
    expect(items.map(({ kind, user_id }) => [kind, user_id])).toEqual([['half_opened', null]]);
  });
});
