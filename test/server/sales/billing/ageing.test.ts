/** How old what is owed is, and what payments leave of it. */
import { describe, expect, it } from 'vitest';
import { ageingOf, ageOf } from '../../../../server/sales/billing/ageing.ts';
import { pricedLine, taxOf } from '../../../../server/sales/billing/lines.ts';
import { settled } from '../../../../server/sales/billing/settled.ts';

const DAY_MS = 86_400_000;
const DUE = Date.UTC(2026, 2, 15);

describe('the age of what is owed', () => {
  it.each([
    ['current', -DAY_MS],
    ['current', 0],
    ['d30', 1],
    ['d30', 30 * DAY_MS],
    ['d60', 30 * DAY_MS + 1],
    ['d60', 60 * DAY_MS],
    ['d90', 60 * DAY_MS + 1],
    ['d90', 90 * DAY_MS],
    ['older', 90 * DAY_MS + 1],
  ])('is %s %d ms after it was due', (age, ms) => expect(ageOf(DUE, DUE + ms)).toBe(age));

  it('has a row for each currency, in their order, whose ages add up to its total', () => {
    const owed = (currency: string, left_minor: number, days: number) => ({
      ...{ currency, left_minor, due_ms: DUE - days * DAY_MS },
    });
    const rows = ageingOf(
      [owed('USD', 5, 0), owed('EUR', 100, 1), owed('EUR', 40, 45), owed('EUR', 7, 1), owed('EUR', 3, 400)],
      DUE,
    );
    expect(rows).toEqual([
      { currency: 'EUR', current: 0, d30: 107, d60: 40, d90: 0, older: 3, total: 150 },
      { currency: 'USD', current: 5, d30: 0, d60: 0, d90: 0, older: 0, total: 5 },
    ]);
  });
});

describe('tax on a line', () => {
  it.each([
    // Halves: 0.5, 1.5, 2.5 and the same of what is taken off.
    [2, 25, 0],
    [6, 25, 2],
    [10, 25, 2],
    [-2, 25, 0],
    [-6, 25, -2],
    [-10, 25, -2],
    [100, 19.25, 19],
    [10_000, 19.25, 1_925],
    [617, 7.5, 46],
  ])('of %d at %d %% is %d, a half to the even one', (net, pct, tax) => expect(taxOf(net, pct)).toBe(tax));

  it('is on the rounded amount of the line, in its currency', () => {
    const base = { id: 'a', kind: 'plays' as const, text: 'X', unit_minor: null, evidence: null };
    const plays = { ...base, qty: 1_001, price_micros: 12_345_678, tax_pct: 10 };
    // 12.358023678 of each currency's unit.
    expect(pricedLine(plays, 'EUR')).toMatchObject({ net_minor: 1_236, tax_minor: 124 });
    expect(pricedLine(plays, 'JPY')).toMatchObject({ net_minor: 12, tax_minor: 1 });
    expect(pricedLine(plays, 'KWD')).toMatchObject({ net_minor: 12_358, tax_minor: 1_236 });
  });
});

describe('what is left', () => {
  const before = { state: 'overdue' as const, total_minor: 100, paid_minor: 30, credited_minor: 20 };
  it('is paid at nothing, and not a minor unit before', () => {
    expect(settled(before, { paid_minor: 49 })).toMatchObject({ state: 'overdue', left_minor: 1 });
    expect(settled(before, { paid_minor: 50 })).toMatchObject({
      state: 'paid',
      paid_minor: 80,
      left_minor: 0,
    });
    expect(settled(before, { credited_minor: 50 })).toMatchObject({ state: 'paid', credited_minor: 70 });
    expect(settled(before, { paid_minor: -30 })).toMatchObject({ state: 'overdue', left_minor: 80 });
  });
});
