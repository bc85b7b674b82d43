/** At which rates and on which days something is taken off an invoice. */
import { eq } from 'drizzle-orm';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { invoices, tenants } from '../../../../server/db/schema.ts';
import { creditableByRate, creditedAtRates } from '../../../../server/sales/billing/creditable.ts';
import { sumsOf, taxOf } from '../../../../server/sales/billing/lines.ts';
import { paidOnProblem } from '../../../../server/sales/billing/paidOn.ts';
import type { Payment } from '../../../../shared/contract/sales/billing/payment.ts';
import { manualClock } from '../../../support/clock.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { billingWorld } from './world.ts';

const clock = manualClock(Date.parse('2026-04-01T10:00:00.000Z'));
let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({ clock });
});
afterAll(() => test.close());

/** With a line at 19 %, one at 7 % and one that is taken off at 19 %. */
async function invoiceOfTwoRates() {
  const w = await billingWorld(test);
  const made = await w.draft({ customer_name: 'Walk-in', from_plays: false, from_contracts: false });
  const line = (qty: number, tax_pct: number) => ({ text: 'Spot', qty, unit_minor: 10_000, tax_pct });
  const lines = [line(3, 19), line(1, 7), line(-1, 19)];
  const changed = (await w.change(made, { lines })).json<{ id: string }>();
  await w.send(changed.id);
  return { w, id: changed.id };
}
const lineOf = (net_minor: number, tax_pct: number) => ({ text: 'Discount', net_minor, tax_pct });

it('a payment of more than is owed is refused in the unit that it is typed in', async () => {
  const w = await billingWorld(test);
  const { id } = await w.byHand(11_900);
  await w.send(id);
  expect((await w.pay(id, 20_000)).json()).toMatchObject({
    details: { amount_minor: ['Must be at most 119'] },
  });
});

it('invoices stand by year and number', async () => {
  const w = await billingWorld(test);
  for (const number of ['I-2027-0001', 'I-2026-10000', 'I-2026-9999']) {
    const { id } = await w.byHand(100);
    await w.send(id);
    await test.db.update(invoices).set({ number }).where(eq(invoices.id, id));
  }
  const answer = await call(test, w.admin, 'GET', '/api/invoices?sort=number&state=sent');
  const numbers = answer.json<{ items: { number: string }[] }>().items.map(row => row.number);
  expect(numbers).toEqual(['I-2026-9999', 'I-2026-10000', 'I-2027-0001']);
});

describe('a credit note', () => {
  it('is at the rates of its invoice, and of each for no more than was invoiced at it', async () => {
    const { w, id } = await invoiceOfTwoRates();
    const credit = async (...lines: object[]) =>
      (await w.act(id, 'credit', { reason: 'Agreed', lines })).json<{
        details?: Record<string, string[]>;
        credited_minor: number;
      }>();
    expect((await credit(lineOf(100, 7), lineOf(100, 20))).details).toEqual({
      'lines.1.tax_pct': ['A rate of the invoice: 19 %, 7 %'],
    });
    expect((await credit(lineOf(100, 0))).details).toHaveProperty(['lines.0.tax_pct']);
    // 300 less the 100 that were taken off; 100 at 7 %.
    expect((await credit(lineOf(20_001, 19))).details).toEqual({
      'lines.0.net_minor': ['Must be at most 200'],
    });
    expect((await credit(lineOf(6_000, 7), lineOf(4_001, 7))).details).toEqual({
      'lines.1.net_minor': ['Must be at most 40'],
    });
    expect((await credit(lineOf(6_000, 7))).credited_minor).toBe(6_420);
    expect((await credit(lineOf(4_001, 7))).details).toEqual({ 'lines.0.net_minor': ['Must be at most 40'] });
    expect((await credit(lineOf(20_000, 19), lineOf(4_000, 7))).credited_minor).toBe(34_500);
    expect(await w.read(id)).toMatchObject({ state: 'paid', left_minor: 0 });
  });

  it('takes back to the last minor unit what is credited in parts, and never more net than was invoiced', () => {
    const rates = [0, 7, 19, 25];
    const line = fc.record({
      net_minor: fc.integer({ min: 1, max: 60 }),
      tax_pct: fc.constantFrom(...rates),
    });
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 8 }), fc.array(line), (own, parts) => {
        const invoiced = own.map(one => ({ ...one, tax_minor: taxOf(one.net_minor, one.tax_pct) }));
        const credited: typeof invoiced = [];
        const at = (lines: typeof invoiced, rate: number) =>
          sumsOf(lines.filter(one => one.tax_pct === rate));
        for (const part of parts) {
          const left = at(invoiced, part.tax_pct).subtotal_minor - at(credited, part.tax_pct).subtotal_minor;
          const found = creditedAtRates([part], creditableByRate(invoiced, credited), 'EUR');
          const isInvoiced = own.some(one => one.tax_pct === part.tax_pct);
          expect(found.problem === null).toBe(isInvoiced && part.net_minor <= left);
          if (found.problem === null) credited.push(...found.lines);
        }
        for (const rate of new Set(own.map(one => one.tax_pct))) {
          const [whole, before] = [at(invoiced, rate), at(credited, rate)];
          const rest = whole.subtotal_minor - before.subtotal_minor;
          if (rest > 0) {
            const last = creditedAtRates(
              [{ net_minor: rest, tax_pct: rate }],
              creditableByRate(invoiced, credited),
              'EUR',
            );
            if (last.problem !== null) throw new Error(last.problem.text);
            credited.push(...last.lines);
          }
          const after = at(credited, rate);
          expect(after.subtotal_minor).toBe(whole.subtotal_minor);
          expect(after.tax_minor).toBe(
            Math.max(whole.tax_minor, rest > 0 ? before.tax_minor : after.tax_minor),
          );
        }
      }),
    );
  });

  it('closes an invoice whose tax was rounded up, also in parts of a minor unit', async () => {
    const w = await billingWorld(test);
    const { id } = await w.send((await w.byHand(3, 19)).id);
    const credit = () => w.act(id, 'credit', { reason: 'Agreed', lines: [lineOf(1, 19)] });
    expect((await credit()).json()).toMatchObject({ credited_minor: 1, left_minor: 3 });
    expect((await credit()).json()).toMatchObject({ credited_minor: 2, left_minor: 2 });
    expect((await credit()).json()).toMatchObject({ state: 'paid', credited_minor: 4, left_minor: 0 });
  });
});

describe('the day of a payment', () => {
  it('is from the date of the invoice to today, both where the tenant is', async () => {
    const w = await billingWorld(test);
    // At ten in the morning of 1 April it is midnight there, and 2 April.
    await test.db.update(tenants).set({ tz: 'Pacific/Kiritimati' }).where(eq(tenants.id, w.tenant_id));
    const { id } = await w.send((await w.byHand(10_000)).id);
    const sent_at = new Date('2026-03-30T12:00:00.000Z');
    await test.db.update(invoices).set({ sent_at }).where(eq(invoices.id, id));
    const details = async (paid_on: string) =>
      (await w.pay(id, 100, { paid_on })).json<{ details?: object }>().details;
    expect(await details('2026-03-30')).toEqual({ paid_on: ['Not before the invoice, 2026-03-31'] });
    expect(await details('2026-04-03')).toEqual({ paid_on: ['Not after today, 2026-04-02'] });
    const paid = (await w.pay(id, 100, { paid_on: '2026-04-02' })).json<Payment>();
    expect((await w.pay(id, 100, { paid_on: '2026-03-31' })).statusCode).toBe(200);
    const change = (payload: object, version: number) =>
      call(test, w.admin, 'PATCH', `/api/payments/${paid.id}`, { payload, version });
    expect((await change({ paid_on: '2026-04-03' }, 1)).json()).toMatchObject({
      details: { paid_on: ['Not after today, 2026-04-02'] },
    });
    expect((await change({ paid_on: '2026-04-01' }, 1)).statusCode).toBe(200);
    // A day that a payment has already stands, whatever its bounds are by now.
    await test.db
      .update(invoices)
      .set({ sent_at: new Date(clock.now()) })
      .where(eq(invoices.id, id));
    expect((await change({ reference: 'Statement 7', paid_on: '2026-04-01' }, 2)).statusCode).toBe(200);
  });

  it.each([
    ['2026-04-01', null],
    ['2026-03-31', 'Not before the invoice, 2026-04-01'],
    ['2026-04-02', null],
    ['2026-04-03', 'Not after today, 2026-04-02'],
  ])('%s: %s', (paid_on, problem) =>
    expect(paidOnProblem(paid_on, { sent: '2026-04-01', today: '2026-04-02' })).toBe(problem),
  );

  it('may be today also where the tenant has moved to where the date of the invoice is still ahead', () => {
    const days = { sent: '2026-04-02', today: '2026-04-01' };
    expect(paidOnProblem('2026-04-01', days)).toBeNull();
    expect(paidOnProblem('2026-04-02', days)).toBe('Not after today, 2026-04-01');
  });
});
