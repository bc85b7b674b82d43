import { describe, expect, it } from 'vitest';
import { taxOf } from '../../../../server/sales/billing/lines.ts';
import { netWithin } from '../../../../server/sales/billing/creditable.ts';
import {
  allocateCredit,
  allocatePlays,
  type CreditableLine,
} from '../../../../server/sales/disputes/allocate.ts';

const line = (line_id: string, more: Partial<CreditableLine> = {}): CreditableLine => ({
  ...{
    invoice_id: 'i1',
    line_id,
    creditable_minor: 100,
    of_lines_minor: 1_000,
    tax_pct: 0,
    left_minor: 1_000,
    of_rate: { net_minor: 1_000, tax_minor: taxOf(1_000, more.tax_pct ?? 0) },
  },
  ...more,
});
describe('a credit on lines', () => {
  it.each<[string, number, CreditableLine[], [string, number][], number]>([
    ['falls on the first that has so much', 60, [line('a'), line('b')], [['a', 60]], 0],
    [
      'goes on to the next',
      160,
      [line('a'), line('b')],
      [
        ['a', 100],
        ['b', 60],
      ],
      0,
    ],
    [
      'leaves out what was credited before',
      50,
      [line('a', { creditable_minor: 20 }), line('b')],
      [
        ['a', 20],
        ['b', 30],
      ],
      0,
    ],
    [
      'says what found no line',
      250,
      [line('a'), line('b')],
      [
        ['a', 100],
        ['b', 100],
      ],
      50,
    ],
    ['takes no more than is left of the invoice', 100, [line('a', { left_minor: 70 })], [['a', 70]], 30],
    [
      'counts what a line before took of the invoice',
      200,
      [line('a', { left_minor: 150 }), line('b', { left_minor: 150 })],
      [
        ['a', 100],
        ['b', 50],
      ],
      50,
    ],
    [
      'counts what was credited by hand of the lines of the invoice',
      200,
      [line('a', { of_lines_minor: 120 }), line('b', { of_lines_minor: 120 })],
      [
        ['a', 100],
        ['b', 20],
      ],
      80,
    ],
    ['leaves room for the tax', 100, [line('a', { left_minor: 70, tax_pct: 19 })], [['a', 59]], 41],
    ['finds nothing on a line that takes off', 10, [line('a', { creditable_minor: -5 })], [], 10],
  ])('%s', (_, amount, lines, parts, rest) => {
    const found = allocateCredit(amount, lines);
    expect(found.parts.map(part => [part.line_id, part.net_minor])).toEqual(parts);
    expect(found.rest).toBe(rest);
  });
  it('with its tax it never exceeds what is left, and one more would', () => {
    for (let left = 0; left < 400; left++)
      for (const pct of [0, 7, 19, 19.25, 25, 30]) {
        const gross = (net: number) => net + taxOf(net, pct);
        const ofRate = { net_minor: 1_000, tax_minor: 1_000 };
        const net = netWithin(400, { tax_pct: pct, left_minor: left, ofRate });
        expect(gross(net)).toBeLessThanOrEqual(left);
        expect(gross(net + 1)).toBeGreaterThan(left);
      }
  });

  it('of an invoice that is owed less than nothing is nothing', () =>
    expect(netWithin(100, { tax_pct: 19, left_minor: -50, ofRate: { net_minor: 100, tax_minor: 19 } })).toBe(
      0,
    ));
  it('takes the rest of a rate with the rest of its tax', () => {
    const ofRate = { net_minor: 103, tax_minor: 19 };
    expect(netWithin(103, { tax_pct: 19, left_minor: 122, ofRate })).toBe(103);
  });
});

describe('plays that are credited', () => {
  const wanted = (line_id: string, amount_minor: number) => ({
    line_id,
    invoice: 'I-1',
    plays: 7,
    amount_minor,
  });
  it('are taken whole, line by line, while the invoice has room', () => {
    const lines = [line('a', { left_minor: 119, tax_pct: 19 }), line('b', { left_minor: 119, tax_pct: 19 })];
    expect(allocatePlays([wanted('a', 60), wanted('b', 40)], lines)).toEqual({
      parts: [
        { invoice_id: 'i1', line_id: 'a', tax_pct: 19, plays: 7, net_minor: 60 },
        { invoice_id: 'i1', line_id: 'b', tax_pct: 19, plays: 7, net_minor: 40 },
      ],
      short: [],
    });
    expect(allocatePlays([wanted('a', 60), wanted('b', 41)], lines).short).toEqual([
      { invoice: 'I-1', most_minor: 40 },
    ]);
  });
  it('of a line that is gone are said to be short of all', () =>
    expect(allocatePlays([wanted('z', 5)], [line('a')])).toEqual({
      parts: [],
      short: [{ invoice: 'I-1', most_minor: 0 }],
    }));
});
