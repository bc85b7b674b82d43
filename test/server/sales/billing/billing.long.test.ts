import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plays, tenants } from '../../../../server/db/schema.ts';
import { sweep } from '../../../../server/app/sweep.ts';
import type { AgeingRow, InvoiceDetail } from '../../../../shared/contract/sales/billing/invoice.ts';
import type { Payment } from '../../../../shared/contract/sales/billing/payment.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { manualClock } from '../../../support/clock.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { billingWorld, MARCH, type BillingWorld } from './world.ts';

const DAY_MS = 86_400_000;
const clock = manualClock(Date.parse('2026-04-01T10:00:00.000Z'));
let test: TestServer;
let w: BillingWorld;
beforeAll(async () => {
  test = await startTestServer({ clock });
});
afterAll(() => test.close());

describe('an invoice', () => {
  it('ADMIN-07 holds each proven play once: drafted, sent with a number, due in 14 days, and late plays on the next one', async () => {
    w = await billingWorld(test);
    const campaign_id = await w.campaign();
    await w.campaign({ advertiser: 'Somebody else' });
    await w.play(campaign_id, 7);
    await w.play(campaign_id, 3, { state: 'quarantined' });
    await w.play(campaign_id, 2, { completion: 0.2, duration_ms: 1_600 });
    await w.play(campaign_id, 4, { day: 33 });
    const made = await w.draft();
    // 7 × 12.345678 a thousand: 8.64 cents.
    expect(made).toMatchObject({ state: 'draft', number: null, currency: 'EUR', subtotal_minor: 9 });
    expect(made.lines).toMatchObject([
      {
        ...{ kind: 'plays', text: 'Harbour week', qty: 7, unit_minor: null, net_minor: 9, tax_minor: 2 },
        evidence: { campaign_id, from: '2026-03-01T00:00:00.000Z', to: '2026-04-01T00:00:00.000Z' },
      },
    ]);
    expect((await w.draft()).lines).toEqual([]);

    const sent = await w.send(made.id);
    expect(sent).toMatchObject({ state: 'open', number: 'I-2026-0001', left_minor: 11 });
    expect(Date.parse(sent.due_at!) - Date.parse(sent.sent_at!)).toBe(14 * DAY_MS);
    expect((await w.change(sent, { note: 'Changed' })).statusCode).toBe(409);
    expect((await w.act(made.id, 'send')).statusCode).toBe(409);

    await w.play(campaign_id, 100, { day: 7 });
    const next = await w.draft({ period_from: '2026-04-01', period_to: '2026-04-30' });
    expect(next.lines.map(({ kind, qty }) => [kind, qty])).toEqual([
      ['late_plays', 100],
      ['plays', 4],
    ]);
    expect((await w.read(made.id)).lines).toEqual(sent.lines);
    // What is not counted any more is taken off the next one.
    await test.db
      .update(plays)
      .set({ state: 'quarantined' })
      .where(and(eq(plays.campaign_id, campaign_id), eq(plays.seq, 1)));
    expect((await w.draft()).lines.map(({ kind, qty }) => [kind, qty])).toEqual([['late_plays', -1]]);
  });

  it('is not lowered by plays that are no longer kept', async () => {
    w = await billingWorld(test);
    const campaign_id = await w.campaign();
    await w.play(campaign_id, 200);
    await w.send((await w.draft()).id);
    await test.db.delete(plays).where(eq(plays.campaign_id, campaign_id));
    const linesWhereKept = async (retention: { plays?: number }) => {
      await test.db.update(tenants).set({ retention }).where(eq(tenants.id, w.tenant_id));
      return (await w.draft({ period_from: '2026-04-01', period_to: '2026-04-30' })).lines;
    };
    expect(await linesWhereKept({ plays: 20 })).toEqual([]);
    expect(await linesWhereKept({})).toMatchObject([{ kind: 'late_plays', qty: -200 }]);
  });

  it('takes a draft back only while its plays are on no other, and offers those of a void one again', async () => {
    w = await billingWorld(test);
    await w.play(await w.campaign(), 1_000);
    const first = await w.draft();
    const url = `/api/invoices/${first.id}`;
    expect((await call(test, w.admin, 'DELETE', url, { version: 1 })).statusCode).toBe(204);
    const second = await w.draft();
    expect(second.lines).toHaveLength(1);
    const refused = await w.post(`${url}/restore`);
    expect(refused.json()).toMatchObject({ error: 'RULE', details: { invoiced: true } });
    await w.send(second.id);
    const voided = await w.act(second.id, 'void', { reason: 'Wrong customer' });
    expect(voided.json()).toMatchObject({ state: 'void', left_minor: 0, number: 'I-2026-0001' });
    expect((await w.post(`${url}/restore`)).statusCode).toBe(200);
    expect((await w.draft()).lines).toEqual([]);
  });

  it('finds late plays of a campaign that had none when its time was invoiced', async () => {
    w = await billingWorld(test);
    const [first, silent] = [await w.campaign(), await w.campaign({ name: 'Out of reach' })];
    await w.play(first, 1_000);
    await w.send((await w.draft()).id);
    await w.play(silent, 500);
    const april = { period_from: '2026-04-01', period_to: '2026-04-30' };
    expect((await w.draft(april)).lines.map(({ kind, text, qty }) => [kind, text, qty])).toEqual([
      ['late_plays', 'Out of reach', 500],
    ]);
    expect((await w.draft(april)).lines).toEqual([]);
    expect((await w.draft()).lines).toEqual([]);
  });

  it('counts late plays of a silent campaign once where the invoiced times of others overlap', async () => {
    w = await billingWorld(test);
    const [first, second, silent] = [
      await w.campaign(),
      await w.campaign(),
      await w.campaign({ name: 'Late' }),
    ];
    await w.play(first, 10);
    await w.draft({ period_to: '2026-03-15' });
    await w.play(second, 10);
    await w.draft();
    await w.play(silent, 500);
    const april = await w.draft({ period_from: '2026-04-01', period_to: '2026-04-30' });
    expect(april.lines.reduce((sum, { qty }) => sum + qty, 0)).toBe(500);
  });

  it('is sent as it was looked at', async () => {
    w = await billingWorld(test);
    await w.play(await w.campaign(), 1_000);
    const made = await w.draft();
    expect((await w.change(made, { note: 'Thank you' })).statusCode).toBe(200);
    const send = (version: number) =>
      call(test, w.admin, 'POST', `/api/invoices/${made.id}/send`, { payload: {}, version });
    expect((await send(made.version)).statusCode).toBe(412);
    expect((await send(made.version + 1)).statusCode).toBe(200);
  });

  it('refuses what would change a counted line, and names the field', async () => {
    w = await billingWorld(test);
    await w.play(await w.campaign(), 500);
    const made = await w.draft();
    const [line] = made.lines;
    const base = { id: line!.id, text: 'Renamed', qty: line!.qty, unit_minor: null, tax_pct: 7.5 };
    const refusal = async (more: object) =>
      (await w.change(made, { lines: [{ ...base, ...more }] })).json<{ details: object }>().details;
    expect(await refusal({ qty: 499 })).toHaveProperty(['lines.0.qty']);
    expect(await refusal({ unit_minor: 5 })).toHaveProperty(['lines.0.unit_minor']);
    expect(await refusal({ id: uuid7(1) })).toHaveProperty(['lines.0.id']);
    expect(await refusal({ tax_pct: 30.01 })).toHaveProperty(['lines.0.tax_pct']);
    expect(await refusal({ tax_pct: 7.505 })).toHaveProperty(['lines.0.tax_pct']);
    const hand = { id: undefined, unit_minor: null };
    expect(await refusal(hand)).toHaveProperty(['lines.0.unit_minor']);
    const changed = (await w.change(made, { lines: [base] })).json<InvoiceDetail>();
    // 500 × 12.345678 a thousand is 6.17; 7.5 % of it 0.46275.
    expect(changed).toMatchObject({ subtotal_minor: 617, tax_minor: 46, total_minor: 663, left_minor: 663 });
    const stale = await w.change(made, { note: 'Stale' });
    expect([stale.statusCode, stale.json<{ details: object }>().details]).toMatchObject([
      412,
      { payments: [] },
    ]);
  });

  it('is numbered without a gap, also when 20 are sent at once and some are refused', async () => {
    w = await billingWorld(test);
    const drafts = [];
    for (let n = 0; n < 20; n++) drafts.push(await w.byHand(1_000 + n));
    const empty = await w.draft();
    const answers = await Promise.all([...drafts, empty].map(({ id }) => w.act(id, 'send')));
    expect(answers.at(-1)?.json()).toMatchObject({ error: 'RULE', details: { total_minor: 0 } });
    const numbers = answers.slice(0, -1).map(answer => answer.json<InvoiceDetail>().number);
    expect(numbers.toSorted()).toEqual(drafts.map((_, n) => `I-2026-${String(n + 1).padStart(4, '0')}`));
  });

  it('is of the year in which it is sent where the tenant is', async () => {
    const now = clock.now();
    clock.jump(Date.parse('2026-12-31T20:00:00.000Z') - now);
    w = await billingWorld(test);
    await test.db.update(tenants).set({ tz: 'Asia/Shanghai' }).where(eq(tenants.id, w.tenant_id));
    const { number } = await w.send((await w.byHand(1_000)).id);
    clock.jump(now - clock.now());
    expect(number).toBe('I-2027-0001');
  });

  it('falls overdue by itself, and its age is shown by how long ago it was due', async () => {
    w = await billingWorld(test);
    const { id } = await w.send((await w.byHand(10_000)).id);
    const ages = async () =>
      (await call(test, await test.signIn('admin', w.tenant_id), 'GET', '/api/invoices/ageing')).json<{
        rows: AgeingRow[];
      }>().rows;
    expect(await ages()).toMatchObject([{ currency: 'EUR', current: 10_000, total: 10_000 }]);
    const from = clock.now();
    clock.jump(14 * DAY_MS + 1);
    await sweep(test.server);
    expect((await ages())[0]).toMatchObject({ current: 0, d30: 10_000 });
    w = { ...w, admin: await test.signIn('admin', w.tenant_id) };
    const answer = await call(test, w.admin, 'GET', `/api/invoices/${id}`);
    expect(answer.json()).toMatchObject({ state: 'overdue' });
    for (const [days, age] of [
      [31, 'd60'],
      [61, 'd90'],
      [91, 'older'],
    ] as const) {
      clock.jump(from + (14 + days) * DAY_MS - clock.now());
      expect((await ages())[0]).toMatchObject({ [age]: 10_000, total: 10_000 });
    }
  });
});

describe('what comes in', () => {
  it('is recorded in parts until nothing is left, never more, and never with the number of a card', async () => {
    w = await billingWorld(test);
    const made = await w.byHand(10_000, 19);
    expect((await w.pay(made.id, 100)).statusCode).toBe(409);
    await w.send(made.id);
    const first = (await w.pay(made.id, 5_000)).json<Payment>();
    expect(first).toMatchObject({ amount_minor: 5_000, currency: 'EUR', method: 'bank' });
    expect(await w.read(made.id)).toMatchObject({ state: 'open', paid_minor: 5_000, left_minor: 6_900 });
    const above = await w.pay(made.id, 6_901);
    expect(above.json()).toMatchObject({
      error: 'VALIDATION',
      details: { amount_minor: [expect.any(String)] },
    });
    const card = await w.pay(made.id, 1, { reference: 'card 4111 1111 1111 1111' });
    expect(card.json()).toMatchObject({ details: { reference: ['No card numbers, please'] } });
    expect((await w.act(made.id, 'void', { reason: 'Too late' })).statusCode).toBe(422);

    const url = `/api/payments/${first.id}`;
    expect((await call(test, w.admin, 'DELETE', url, { version: 1 })).statusCode).toBe(204);
    expect(await w.read(made.id)).toMatchObject({ paid_minor: 0, left_minor: 11_900, payments: [] });
    expect((await w.post(`${url}/restore`)).statusCode).toBe(200);
    expect((await w.pay(made.id, 6_900, { method: 'card_ext' })).statusCode).toBe(200);
    expect(await w.read(made.id)).toMatchObject({ state: 'paid', left_minor: 0 });
    expect((await w.pay(made.id, 1)).statusCode).toBe(409);
    const paid = await call(test, w.admin, 'DELETE', url, { version: 3 });
    expect(paid.statusCode).toBe(409);
  });

  it('is credited up to what is left, in a series of its own', async () => {
    w = await billingWorld(test);
    const { id } = await w.send((await w.byHand(10_000, 19)).id);
    const credit = (net_minor: number) =>
      w.act(id, 'credit', { reason: 'Agreed', lines: [{ text: 'Discount', net_minor, tax_pct: 19 }] });
    expect((await credit(10_001)).json()).toMatchObject({
      error: 'VALIDATION',
      details: { 'lines.0.net_minor': ['Must be at most 100'] },
    });
    expect((await w.pay(id, 1)).statusCode).toBe(200);
    expect((await credit(10_000)).json()).toMatchObject({
      details: { 'lines.0.net_minor': ['Must be at most 99.99'] },
    });
    expect((await credit(2_000)).json()).toMatchObject({
      ...{ state: 'open', credited_minor: 2_380, left_minor: 9_519 },
      credit_notes: [{ number: 'CN-2026-0001', total_minor: 2_380 }],
    });
    expect((await w.pay(id, 9_520)).statusCode).toBe(400);
    const { payments } = await w.read(id);
    const paid = `/api/payments/${payments[0]!.id}`;
    expect((await call(test, w.admin, 'DELETE', paid, { version: 1 })).statusCode).toBe(204);
    expect((await credit(8_000)).json()).toMatchObject({
      ...{ state: 'paid', left_minor: 0 },
      credit_notes: [{}, { number: 'CN-2026-0002' }],
    });
    expect((await credit(1)).statusCode).toBe(409);
  });

  it('of two payments at once that are more than what is left one is refused', async () => {
    w = await billingWorld(test);
    const { id } = await w.send((await w.byHand(10_000)).id);
    const answers = await Promise.all([w.pay(id, 6_000), w.pay(id, 6_000)]);
    expect(answers.map(answer => answer.statusCode).toSorted()).toEqual([200, 400]);
    expect(await w.read(id)).toMatchObject({ paid_minor: 6_000, left_minor: 4_000 });
  });
});

it('names of customers are those of advertisers, parties and earlier invoices', async () => {
  w = await billingWorld(test);
  await w.campaign();
  await w.draft({ customer_name: 'Walk-in', ...MARCH });
  const answer = await call(test, w.admin, 'GET', '/api/invoices/customers');
  expect(answer.json()).toEqual({
    items: ['Harbour Coffee', 'Walk-in'].map(name => ({ id: name, name })),
  });
});
