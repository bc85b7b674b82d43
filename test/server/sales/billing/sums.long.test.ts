/** Whatever happens in whatever order, the sums agree to the last minor unit. */
import fc from 'fast-check';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { creditNotes, invoices, payments } from '../../../../server/db/schema.ts';
import { coveredPlays, uncovered } from '../../../../server/proof/account/coverage.ts';
import { pricedLine, sumsOf, taxOf } from '../../../../server/sales/billing/lines.ts';
import { netWithin } from '../../../../server/sales/billing/creditable.ts';
import { settled, type Balance } from '../../../../server/sales/billing/settled.ts';
import type { InvoiceDetail } from '../../../../shared/contract/sales/billing/invoice.ts';
import { manualClock } from '../../../support/clock.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { billingWorld } from './world.ts';

const CURRENCIES = ['EUR', 'JPY', 'KWD'] as const;
const ID = '0198f0a0-0000-7000-8000-000000000001';

describe('pure sums', () => {
  const line = fc.record({
    qty: fc.integer({ min: -10_000, max: 10_000 }),
    unit_minor: fc.option(fc.integer({ min: 0, max: 1_000_000_000 })),
    price_micros: fc.integer({ min: 0, max: 2_000_000_000 }),
    tax: fc.integer({ min: 0, max: 3_000 }),
  });

  it('of lines: the total is what the lines add up to, and each is within half a minor unit of its exact value', () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 100 }), fc.constantFrom(...CURRENCIES), (lines, currency) => {
        const priced = lines.map(({ qty, unit_minor, price_micros, tax }) =>
          pricedLine(
            {
              ...{ id: ID, kind: 'other', text: 'X', qty, unit_minor, tax_pct: tax / 100, evidence: null },
              price_micros: unit_minor === null ? price_micros : null,
            },
            currency,
          ),
        );
        const { subtotal_minor, tax_minor, total_minor } = sumsOf(priced);
        expect(total_minor).toBe(subtotal_minor + tax_minor);
        expect(Number.isSafeInteger(total_minor)).toBe(true);
        expect(priced.reduce((sum, one) => sum + one.net_minor + one.tax_minor, 0)).toBe(total_minor);
        for (const [nth, { net_minor, tax_minor: tax }] of priced.entries()) {
          const exact = BigInt(net_minor) * BigInt(lines[nth]!.tax);
          const off = BigInt(tax) * 10_000n - exact;
          expect(off <= 5_000n && off >= -5_000n).toBe(true);
        }
      }),
    );
  });

  it('of times: every millisecond of a period lies on one line alone', () => {
    const span = fc
      .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 1, max: 20 }))
      .map(([from, length]) => ({ from, to: from + length }));
    fc.assert(
      fc.property(span, fc.array(span, { maxLength: 6 }), (period, covered) => {
        const left = uncovered(period, covered);
        for (let ms = period.from; ms < period.to; ms++) {
          const isIn = ({ from, to }: { from: number; to: number }) => ms >= from && ms < to;
          expect(left.filter(isIn)).toHaveLength(covered.some(isIn) ? 0 : 1);
        }
      }),
    );
  });

  it('of late plays: each invoice holds what came since the last, and all of them what was played', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: -50, max: 500 }), { minLength: 1, maxLength: 12 }), changes => {
        const span = { campaign_id: ID, price_micros: 1, from: 0, to: 1, received: [] };
        let played = 0;
        const lines: (typeof span & { qty: number })[] = [];
        for (const change of changes) {
          played = Math.max(0, played + change);
          const invoiced = coveredPlays(lines)[0]?.qty ?? 0;
          if (played !== invoiced) lines.push({ ...span, qty: played - invoiced });
        }
        expect(lines.reduce((sum, { qty }) => sum + qty, 0)).toBe(played);
      }),
    );
  });

  it('of what comes in: total less payments and credits is left, and paid is what has nothing left', () => {
    const step = fc.record({ isCredit: fc.boolean(), share: fc.integer({ min: 1, max: 120 }) });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 1e12 }), fc.array(step, { maxLength: 20 }), (total, steps) => {
        let now: Balance & { left_minor: number } = {
          ...{ state: 'open', total_minor: total, paid_minor: 0, credited_minor: 0, left_minor: total },
        };
        for (const { isCredit, share } of steps) {
          const amount = Math.ceil((total * share) / 100);
          if (amount > now.left_minor || now.state === 'paid') continue;
          now = settled(now, isCredit ? { credited_minor: amount } : { paid_minor: amount });
          expect(now.left_minor).toBe(total - now.paid_minor - now.credited_minor);
          expect(now.state).toBe(now.left_minor === 0 ? 'paid' : 'open');
        }
      }),
    );
  });
});

describe('sums of the server', () => {
  const clock = manualClock(Date.parse('2026-04-01T10:00:00.000Z'));
  let test: TestServer;
  beforeAll(async () => {
    test = await startTestServer({ clock });
  });
  afterAll(() => test.close());

  type Step = { what: 'play' | 'draft' | 'send' | 'pay' | 'credit' | 'void'; n: number };
  const step = fc.record({
    what: fc.constantFrom<Step['what']>(
      'play',
      'play',
      'draft',
      'draft',
      'send',
      'send',
      'pay',
      'credit',
      'void',
    ),
    n: fc.integer({ min: 1, max: 60 }),
  });

  it.each(CURRENCIES)(
    'any order of plays, drafts, sendings, payments, credits and voidings leaves sums that agree in %s',
    async currency => {
      await fc.assert(
        fc.asyncProperty(fc.array(step, { minLength: 8, maxLength: 24 }), async steps => {
          const w = await billingWorld(test, currency);
          const campaign_id = await w.campaign();
          let played = 0;
          const ids: string[] = [];
          for (const { what, n } of steps) {
            clock.jump(2);
            const id = ids[n % Math.max(1, ids.length)];
            if (what === 'play') {
              await w.play(campaign_id, n);
              played += n;
            } else if (what === 'draft') ids.push((await w.draft({ tax_pct: n / 4 })).id);
            else if (id !== undefined) {
              const { left_minor, total_minor, lines: own, credit_notes } = await w.read(id);
              const amount = Math.max(1, Math.min(left_minor, Math.ceil((total_minor * n) / 60)));
              const tax_pct = own[0]?.tax_pct ?? 0;
              const credited = sumsOf(credit_notes.flatMap(note => note.lines));
              const all = sumsOf(own);
              const ofRate = {
                net_minor: all.subtotal_minor - credited.subtotal_minor,
                tax_minor: all.tax_minor - credited.tax_minor,
              };
              const most = netWithin(amount, { tax_pct, left_minor: amount, ofRate });
              const net_minor = Math.max(1, most);
              const lines = [{ text: 'Part', net_minor, tax_pct }];
              const answer = await (what === 'pay'
                ? w.pay(id, amount)
                : w.act(
                    id,
                    what,
                    what === 'send' ? {} : what === 'void' ? { reason: 'Again' } : { reason: 'Less', lines },
                  ));
              /** Of an invoice that is owed nothing can be credited; where no net is left its tax is. */
              const refused = what === 'credit' ? [400, 409] : [409, 422];
              expect([200, ...refused]).toContain(answer.statusCode);
            }
          }
          const last = await w.draft();
          const rows = await test.db.select().from(invoices).where(eq(invoices.tenant_id, w.tenant_id));
          const standing = rows.filter(({ state }) => state !== 'void');
          const counted = standing.flatMap(({ lines }) => lines).reduce((sum, { qty }) => sum + qty, 0);
          expect(counted).toBe(played);
          expect(standing.map(({ id }) => id)).toContain(last.id);
          for (const row of rows) await expectAgreed(row);
          const { states } = (
            await call(test, w.admin, 'GET', '/api/programmatic/plays/summary?states=true')
          ).json<{ states: Record<string, number> }>();
          const sent = standing.filter(({ number }) => number !== null);
          const billed = sent.flatMap(({ lines }) => lines).reduce((sum, { qty }) => sum + qty, 0);
          expect(states).toMatchObject({ billed, accepted: played - billed });
        }),
        { numRuns: 6 },
      );
    },
    120_000,
  );

  async function expectAgreed(row: typeof invoices.$inferSelect): Promise<void> {
    const paid = await test.db.select().from(payments).where(eq(payments.invoice_id, row.id));
    const credits = await test.db.select().from(creditNotes).where(eq(creditNotes.invoice_id, row.id));
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);
    expect(row).toMatchObject({
      ...sumsOf(row.lines),
      paid_minor: sum(paid.map(one => one.amount_minor)),
      credited_minor: sum(credits.map(one => one.total_minor)),
    } satisfies Partial<InvoiceDetail>);
    for (const { net_minor, tax_minor, tax_pct } of row.lines)
      expect(tax_minor).toBe(taxOf(net_minor, tax_pct));
    const left = row.state === 'void' ? 0 : row.total_minor - row.paid_minor - row.credited_minor;
    expect(row.left_minor).toBe(left);
    expect(row.state === 'paid').toBe(
      row.total_minor > 0 && row.number !== null && left === 0 && row.state !== 'void',
    );
  }
});
