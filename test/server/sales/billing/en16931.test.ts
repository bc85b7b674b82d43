import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { describe, expect, it } from 'vitest';
import {
  enCreditNote,
  enInvoice,
  type EnDocument,
} from '../../../../server/sales/billing/einvoice/document.ts';
import { brokenRules } from '../../../../server/sales/billing/einvoice/en16931.ts';
import { ublOf } from '../../../../server/sales/billing/einvoice/ubl.ts';
import { pricedLine, sumsOf } from '../../../../server/sales/billing/lines.ts';
import type { CreditNote } from '../../../../shared/contract/sales/billing/creditNote.ts';
import type { InvoiceDetail } from '../../../../shared/contract/sales/billing/invoice.ts';

const idOf = (n: number) => `0198f0a0-0000-7000-8000-00000000000${n}`;
function invoiceIn(currency: string) {
  const base = { text: 'Spot & <design>', evidence: null, price_micros: null };
  const lines = [
    pricedLine({ ...base, id: idOf(1), kind: 'other', qty: 2, unit_minor: 1_999, tax_pct: 19 }, currency),
    pricedLine(
      {
        ...base,
        id: idOf(2),
        kind: 'plays',
        qty: 777,
        unit_minor: null,
        price_micros: 12_345_678,
        tax_pct: 19,
      },
      currency,
    ),
    pricedLine({ ...base, id: idOf(3), kind: 'other', qty: -1, unit_minor: 500, tax_pct: 0 }, currency),
  ];
  const at = '2026-04-01T22:30:00.000Z';
  const common = { id: idOf(4), tenant_id: idOf(5), created_at: at, updated_at: at, created_by: null };
  const sums = sumsOf(lines);
  return {
    ...{ ...common, version: 2, deleted_at: null, state: 'open', number: 'I-2026-0001', currency, lines },
    ...{
      ...sums,
      paid_minor: 0,
      credited_minor: 0,
      left_minor: sums.total_minor,
      reason: null,
      is_disputed: false,
    },
    ...{
      customer_name: '滨海书店',
      customer_address: 'Quay 7\n20457 Hamburg\nHarbour',
      customer_country: 'DE',
    },
    ...{ customer_tax_id: 'DE123456789', customer_email: 'books@test.example', seller_address: 'Yard 1' },
    ...{ reference: 'PO 7', note: 'Thank you', period_from: '2026-03-01', period_to: '2026-03-31' },
    ...{ sent_at: at, due_at: '2026-04-15T22:30:00.000Z', payments: [], credit_notes: [], creditable: [] },
    seller: {
      ...{ name: 'Taxi fleet', country: 'PT', tax_id: 'PT501234567', tz: 'Europe/Lisbon' },
      contact_email: null,
      bank_account: null,
    },
  } satisfies InvoiceDetail;
}
const seen = (currency = 'EUR') => enInvoice(invoiceIn(currency));
type Path = (invoice: EnDocument) => EnDocument;
const totals =
  (change: Partial<EnDocument['totals']>): Path =>
  invoice => ({ ...invoice, totals: { ...invoice.totals, ...change } });
const firstTax =
  (change: (tax: EnDocument['taxes'][number]) => object): Path =>
  invoice => ({
    ...invoice,
    taxes: invoice.taxes.map((tax, nth) => (nth === 0 ? { ...tax, ...change(tax) } : tax)),
  });
const firstLine =
  (change: object): Path =>
  invoice => ({
    ...invoice,
    lines: invoice.lines.map((line, nth) => (nth === 0 ? { ...line, ...change } : line)),
  });

describe('EN 16931', () => {
  it.each(['EUR', 'JPY', 'KWD'])('finds nothing wrong in an invoice of ours in %s', currency =>
    expect(brokenRules(seen(currency))).toEqual([]),
  );

  it.each<[rule: string, fault: string, broken: Path]>([
    ['BR-02', 'it has no number', invoice => ({ ...invoice, number: '' })],
    [
      'BR-09',
      'the country of the seller is missing',
      i => ({ ...i, seller: { ...i.seller, country: null } }),
    ],
    ['BR-11', 'the country of the buyer is missing', i => ({ ...i, buyer: { ...i.buyer, country: null } })],
    ['BR-16', 'it has no line', invoice => ({ ...invoice, lines: [] })],
    ['BR-27', 'a price is below 0', firstLine({ price_micros: -1 })],
    [
      'BR-29',
      'the period ends before it begins',
      i => ({ ...i, period: { from: '2026-03-31', to: '2026-01-01' } }),
    ],
    [
      'BR-CO-10',
      'the sum of the lines is another',
      i => totals({ lines_minor: i.totals.lines_minor + 1 })(i),
    ],
    ['BR-CO-13', 'the total without tax is another', i => totals({ net_minor: i.totals.net_minor + 1 })(i)],
    [
      'BR-CO-14',
      'the tax is not the sum of its rates',
      i => totals({ tax_minor: i.totals.tax_minor + 1 })(i),
    ],
    ['BR-CO-15', 'the total with tax is another', i => totals({ gross_minor: i.totals.gross_minor - 1 })(i)],
    [
      'BR-CO-16',
      'what is to be paid is another',
      i => totals({ payable_minor: i.totals.payable_minor + 1 })(i),
    ],
    ['BR-CO-17', 'a rate has more tax than its share', firstTax(tax => ({ tax_minor: tax.tax_minor + 2 }))],
    ['BR-CO-18', 'no rate is named', invoice => ({ ...invoice, taxes: [] })],
    ['BR-CO-25', 'it is never due', invoice => ({ ...invoice, due: '' })],
    ['BR-CO-26', 'the seller cannot be identified', i => ({ ...i, seller: { ...i.seller, tax_id: null } })],
    ['BR-S-05', 'a standard rate is zero', firstLine({ tax_pct: 0 })],
    ['BR-S-08', 'a rate is of another amount', firstTax(tax => ({ taxable_minor: tax.taxable_minor + 1 }))],
    ['BR-DEC-14', 'three decimals are claimed to follow it', i => ({ ...i, currency: 'KWD' })],
  ])('%s: %s', (rule, _, broken) => expect(brokenRules(broken(seen()))).toContain(rule));
});

describe('a document that claims the norm', () => {
  const note = (lines: CreditNote['lines']): CreditNote => {
    const { id, tenant_id, created_at, updated_at, created_by, version, deleted_at } = invoiceIn('EUR');
    return {
      ...{ id, tenant_id, created_at, updated_at, created_by, version, deleted_at, invoice_id: id },
      ...{ number: 'CN-2026-0001', reason: 'Agreed', lines, ...sumsOf(lines) },
    };
  };
  const credit = (more: Partial<CreditNote['lines'][number]> = {}) =>
    enCreditNote(
      invoiceIn('EUR'),
      note([{ text: 'Part', net_minor: 100, tax_pct: 19, tax_minor: 19, ...more }]),
    );

  it('is one whose tax, rounded on many lines, is less than one whole unit beside its share', () => {
    const yen = (count: number) => {
      const invoice = invoiceIn('JPY');
      const lines = Array.from({ length: count }, () =>
        pricedLine({ ...invoice.lines[0]!, qty: 1, unit_minor: 5, tax_pct: 10 }, 'JPY'),
      );
      return enInvoice({ ...invoice, lines, ...sumsOf(lines) });
    };
    // Half a yen of tax a line is rounded to none.
    expect([1, 2].map(count => [yen(count).isNorm, brokenRules(yen(count))])).toEqual([
      [true, []],
      [false, []],
    ]);
    expect(brokenRules({ ...yen(2), isNorm: true })).toEqual(['BR-CO-17']);
  });

  it('is a credit note, whose last line of a rate takes the roundings of all before', () => {
    expect(brokenRules(credit())).toEqual([]);
    expect(brokenRules(credit({ tax_minor: 20 }))).toEqual([]);
    expect(brokenRules(credit({ tax_minor: 21 }))).toEqual(['BR-CO-17']);
    expect(credit()).toMatchObject({ kind: 'credit_note', due: null, isNorm: true });
  });

  it.each<[rule: string, broken: Path]>([
    ['BR-55', i => ({ ...i, corrects: null })],
    ['BR-CO-10', i => totals({ lines_minor: i.totals.lines_minor + 1 })(i)],
    ['BR-16', i => ({ ...i, lines: [] })],
  ])('of which a credit note keeps %s', (rule, broken) => {
    expect(brokenRules(broken(credit()))).toContain(rule);
  });
});

describe('the XML', () => {
  const parse = (xml: string) => {
    expect(XMLValidator.validate(xml)).toBe(true);
    const parser = new XMLParser({ ignoreAttributes: false, attributeNamePrefix: '@', parseTagValue: false });
    return (parser.parse(xml) as { Invoice: Record<string, Record<string, Record<string, string>>> }).Invoice;
  };

  it('holds the elements in the order of the schema, with amounts as decimals of their currency', () => {
    const invoice = parse(ublOf(seen()));
    expect(Object.keys(invoice).filter(key => !key.startsWith('@'))).toEqual([
      ...['cbc:CustomizationID', 'cbc:ID', 'cbc:IssueDate', 'cbc:DueDate', 'cbc:InvoiceTypeCode', 'cbc:Note'],
      ...[
        'cbc:DocumentCurrencyCode',
        'cac:InvoicePeriod',
        'cac:OrderReference',
        'cac:AccountingSupplierParty',
      ],
      ...['cac:AccountingCustomerParty', 'cac:TaxTotal', 'cac:LegalMonetaryTotal', 'cac:InvoiceLine'],
    ]);
    expect(invoice).toMatchObject({
      ...{ 'cbc:CustomizationID': 'urn:cen.eu:en16931:2017', 'cbc:InvoiceTypeCode': '380' },
      ...{ 'cbc:IssueDate': '2026-04-01', 'cbc:DueDate': '2026-04-15' },
      'cac:LegalMonetaryTotal': {
        'cbc:LineExtensionAmount': { '#text': '44.57', '@currencyID': 'EUR' },
        'cbc:TaxInclusiveAmount': { '#text': '53.99' },
        'cbc:PayableAmount': { '#text': '53.99' },
      },
      'cac:TaxTotal': {
        'cbc:TaxAmount': { '#text': '9.42' },
        'cac:TaxSubtotal': [
          {
            'cbc:TaxableAmount': { '#text': '49.57' },
            'cac:TaxCategory': { 'cbc:ID': 'S', 'cbc:Percent': '19' },
          },
          {
            'cbc:TaxableAmount': { '#text': '-5.00' },
            'cac:TaxCategory': { 'cbc:ID': 'Z', 'cbc:Percent': '0' },
          },
        ],
      },
      'cac:InvoiceLine': [
        {
          'cac:Item': { 'cbc:Name': 'Spot & <design>' },
          'cac:Price': { 'cbc:PriceAmount': { '#text': '19.99' } },
        },
        {
          'cac:Price': {
            'cbc:PriceAmount': { '#text': '12.345678' },
            'cbc:BaseQuantity': { '#text': '1000' },
          },
        },
        { 'cbc:InvoicedQuantity': { '#text': '-1', '@unitCode': 'C62' } },
      ],
    });
  });

  it('has no decimals in yen and three in Kuwaiti dinars, which the norm does not know', () => {
    const total = (currency: string) => {
      const { 'cac:LegalMonetaryTotal': sums, ...rest } = parse(ublOf(seen(currency)));
      return [sums?.['cbc:PayableAmount']?.['#text'], 'cbc:CustomizationID' in rest];
    };
    expect(total('JPY')).toEqual([expect.stringMatching(/^\d+$/), true]);
    expect(total('KWD')).toEqual([expect.stringMatching(/^\d+\.\d{3}$/), false]);
  });
});
