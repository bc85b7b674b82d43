/** The XML of invoices and credit notes, as it is downloaded, checked by a library that is not ours. */
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { tenants } from '../../../../server/db/schema.ts';
import type { InvoiceDetail } from '../../../../shared/contract/sales/billing/invoice.ts';
import { manualClock } from '../../../support/clock.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { findingsOf } from './peer.ts';
import { billingWorld, type BillingWorld } from './world.ts';

const clock = manualClock(Date.parse('2026-04-01T22:30:00.000Z'));
let test: TestServer;
let w: BillingWorld;
beforeAll(async () => {
  test = await startTestServer({ clock });
});
afterAll(() => test.close());

type Seller = Partial<typeof tenants.$inferInsert>;
const SHANGHAI = {
  name: '滨海出租车传媒有限公司',
  country: 'CN',
  tax_id: '91310000MA1K4XYZ0T',
  tz: 'Asia/Shanghai',
};
const HAMBURG = {
  customer_address: 'Quay 7\n20457 Hamburg\nHarbour\nGermany',
  ...{ customer_country: 'DE', customer_tax_id: 'DE123456789', customer_email: 'books@test.example' },
  ...{ seller_address: 'Yard 1\n1100-148 Lisboa', reference: 'PO 7 & 8', note: 'Thank you.\n谢谢。' },
};
const HUANGPU = {
  customer_address: '上海市黄浦区南京东路 100 号',
  ...{ customer_country: 'CN', customer_tax_id: null, customer_email: null, reference: '', note: '' },
};
interface HandLine {
  text: string;
  qty: number;
  unit_minor: number;
  tax_pct: number;
}
const line = (text: string, qty: number, unit_minor: number, tax_pct: number): HandLine => ({
  ...{ text, qty, unit_minor, tax_pct },
});

interface Case {
  currency: string;
  seller?: Seller;
  bid_micros?: number;
  customer: object;
  lines: HandLine[];
}
const LINES = [
  line('Spot & <design>', 2, 1_999, 19),
  line('橱窗设计', 1, 12_000, 7),
  line('Rebate', -1, 500, 19),
];
const CASES: Record<string, Case> = {
  'in euros with three rates, a line that takes off and Chinese beside English': {
    ...{ currency: 'EUR', customer: HAMBURG, lines: [...LINES, line('Export', 3, 1_000, 0)] },
  },
  'in euros with a price of plays that has six decimals': {
    ...{ currency: 'EUR', bid_micros: 12_345_678, customer: HAMBURG, lines: [] },
  },
  'in yuan, all of it Chinese, of a seller whose tax number is none of VAT': {
    ...{ currency: 'CNY', seller: SHANGHAI, customer: HUANGPU, lines: [line('夜市广告设计', 2, 12_500, 6)] },
  },
  'in yen, which has no decimals': {
    ...{ currency: 'JPY', customer: HAMBURG, lines: [line('Design', 3, 1_111, 10), line('Rest', 1, 7, 8)] },
  },
  'in dollars at a rate with two decimals, without a word more than it needs': {
    currency: 'USD',
    customer: { customer_country: 'US', seller_address: '' },
    lines: [line('Design', 1, 4_995, 8.25)],
  },
};

/** Plays at a price of the thousand and lines by hand, sent. */
async function send({ currency, seller, bid_micros = 12_500_000, customer, lines }: Case) {
  w = await billingWorld(test, currency);
  if (seller) await test.db.update(tenants).set(seller).where(eq(tenants.id, w.tenant_id));
  const advertiser = seller?.country === 'CN' ? '晨光夜市有限公司' : 'Harbour Coffee';
  await w.play(await w.campaign({ advertiser, bid_micros }), 1_234);
  const made = await w.draft({ customer_name: advertiser, tax_pct: 19 });
  const own = made.lines.map(({ id, text, qty, tax_pct }) => ({ id, text, qty, unit_minor: null, tax_pct }));
  const answer = await w.change(made, { ...customer, lines: [...own, ...lines] });
  expect(answer.statusCode, answer.body).toBe(200);
  return w.send(made.id);
}
async function download(path: string): Promise<string> {
  const answer = await call(test, w.admin, 'GET', path);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.headers['content-type']).toMatch(/^application\/xml/);
  return answer.body;
}
const invoiceXml = ({ id }: InvoiceDetail) => download(`/api/invoices/${id}/xml`);
async function credit({ id }: InvoiceDetail, lines: { text: string; net_minor: number; tax_pct: number }[]) {
  const answer = await w.act(id, 'credit', { reason: '两天没有信号 & more', lines });
  expect(answer.statusCode, answer.body).toBe(200);
  const note = answer.json<InvoiceDetail>().credit_notes.at(-1)!;
  return { note, xml: await download(`/api/invoices/${id}/credit-notes/${note.id}/xml`) };
}

describe('ADMIN-07 another reader of EN 16931 takes and writes alike', () => {
  it.each(Object.entries(CASES))('an invoice %s', async (_, one) => {
    const sent = await send(one);
    const xml = await invoiceXml(sent);
    expect(await findingsOf(xml)).toEqual([]);
    expect(xml).toContain('<cbc:CustomizationID>urn:cen.eu:en16931:2017<');
    expect(xml.match(/<cac:InvoiceLine>/g)).toHaveLength(one.lines.length + 1);
  });

  // Each reading takes a third of a second: the library compiles its schema anew.
  it.each(Object.entries(CASES).slice(1))('the credit notes of an invoice %s', async (_, one) => {
    const sent = await send(one);
    const [{ tax_pct }] = sent.lines as [InvoiceDetail['lines'][number]];
    const ofRate = sent.lines.filter(own => own.tax_pct === tax_pct);
    const net = ofRate.reduce((sum, { net_minor }) => sum + net_minor, 0);
    const first = await credit(sent, [{ text: '播放折让', net_minor: 1, tax_pct }]);
    expect(await findingsOf(first.xml)).toEqual([]);
    // The rest of a rate takes the rest of its tax, with the roundings of all its lines.
    const rates = [...new Set(sent.lines.map(own => own.tax_pct))].filter(rate => rate !== tax_pct);
    const others = rates.map(rate => ({ text: `At ${rate} %`, net_minor: 3, tax_pct: rate }));
    const second = await credit(sent, [{ text: 'The rest', net_minor: net - 1, tax_pct }, ...others]);
    expect(await findingsOf(second.xml)).toEqual([]);
    expect(second.xml.match(/<cac:CreditNoteLine>/g)).toHaveLength(1 + others.length);
    expect(first.note.tax_minor + second.note.tax_minor).toBeGreaterThanOrEqual(
      ofRate.reduce((sum, own) => sum + own.tax_minor, 0),
    );
  });

  it('BT-34: both parties have their electronic address with its scheme, the seller the one he had when it was sent', async () => {
    const endpoint = (party: string, email: string) =>
      `<cac:Accounting${party}Party><cac:Party><cbc:EndpointID schemeID="EM">${email}</cbc:EndpointID>`;
    const sent = await send({
      ...{ currency: 'EUR', customer: HAMBURG, lines: LINES },
      seller: { contact_email: 'invoices@seller.example' },
    });
    const elsewhere = { contact_email: 'elsewhere@seller.example' };
    await test.db.update(tenants).set(elsewhere).where(eq(tenants.id, w.tenant_id));
    const { xml } = await credit(sent, [{ text: 'Rebate', net_minor: 100, tax_pct: 19 }]);
    for (const one of [await invoiceXml(sent), xml]) {
      expect(await findingsOf(one)).toEqual([]);
      const flat = one.replaceAll(/>\s+</g, '><');
      expect(flat).toContain(endpoint('Supplier', 'invoices@seller.example'));
      expect(flat).toContain(endpoint('Customer', 'books@test.example'));
      expect(flat).toContain('<cbc:ElectronicMail>invoices@seller.example</cbc:ElectronicMail>');
      expect(flat).not.toContain('elsewhere');
    }
    // One that was sent before the address was frozen with it.
    await test.db.execute(sql`update invoices set seller = seller - 'contact_email' where id = ${sent.id}`);
    expect((await invoiceXml(sent)).match(/EndpointID schemeID/g)).toHaveLength(1);
  });

  it('a credit note names the invoice, its day where the seller is, and what is taken off', async () => {
    const sent = await send({
      ...CASES['in yuan, all of it Chinese, of a seller whose tax number is none of VAT']!,
    });
    const { note, xml } = await credit(sent, [{ text: '播放折让', net_minor: 5_000, tax_pct: 6 }]);
    const flat = xml.replaceAll(/>\s+</g, '><');
    for (const part of [
      '<CreditNote xmlns="urn:oasis:names:specification:ubl:schema:xsd:CreditNote-2"',
      `<cbc:ID>${note.number}</cbc:ID><cbc:IssueDate>2026-04-02</cbc:IssueDate>`,
      '<cbc:CreditNoteTypeCode>381</cbc:CreditNoteTypeCode><cbc:Note>两天没有信号 &amp; more</cbc:Note>',
      `<cac:BillingReference><cac:InvoiceDocumentReference><cbc:ID>${sent.number}</cbc:ID><cbc:IssueDate>2026-04-02</cbc:IssueDate>`,
      '<cbc:CreditedQuantity unitCode="C62">1</cbc:CreditedQuantity><cbc:LineExtensionAmount currencyID="CNY">50.00<',
      '<cbc:PriceAmount currencyID="CNY">50</cbc:PriceAmount>',
      '<cbc:PayableAmount currencyID="CNY">53.00</cbc:PayableAmount>',
      '<cbc:CompanyID>91310000MA1K4XYZ0T</cbc:CompanyID><cac:TaxScheme><cbc:ID>TAX</cbc:ID>',
    ])
      expect(flat).toContain(part);
    expect(flat).not.toContain('DueDate');
  });
});

describe('a fault of an invoice', () => {
  let good: string;
  beforeAll(async () => {
    const [[, first]] = Object.entries(CASES) as [[string, Case]];
    good = await invoiceXml(await send(first));
  });
  const without = (name: string) => (xml: string) =>
    xml.replace(new RegExp(`\\s*<${name}>(?:(?!</${name}>)[^])*</${name}>`), '');
  const swapped = (first: string, second: string) => (xml: string) =>
    xml.replace(
      new RegExp(
        `(<${first}>(?:(?!</${first}>)[^])*</${first}>)(\\s*)(<${second}>(?:(?!</${second}>)[^])*</${second}>)`,
      ),
      '$3$2$1',
    );
  const put = (from: string | RegExp, to: string) => (xml: string) => xml.replace(from, to);

  it.each<[fault: string, change: (xml: string) => string, finding: RegExp]>([
    ['it has no day', without('cbc:IssueDate'), /^cbc:IssueDate required$/],
    ['it has no currency', without('cbc:DocumentCurrencyCode'), /^cbc:DocumentCurrencyCode required$/],
    ['its seller is in no country', without('cac:Country'), /SupplierParty.*Country required$/],
    ['it has no tax', without('cac:TaxTotal'), /^cac:TaxTotal required$/],
    ['a line has no price', without('cac:Price'), /InvoiceLine\/0\/cac:Price required$/],
    [
      'its type stands behind its note',
      swapped('cbc:InvoiceTypeCode', 'cbc:Note'),
      /Note[^]*the library writes.*TypeCode/,
    ],
    [
      'a line has its price before what it is',
      swapped('cac:Item', 'cac:Price'),
      /cac:Price stands where the library writes.*cac:Item/,
    ],
    ['its currency is none', put('>EUR<', '>EUX<'), /^cbc:DocumentCurrencyCode enum$/],
    [
      'an amount says no currency',
      put(' currencyID="EUR"', ''),
      /currencyID dependentRequired$|dependentRequired/,
    ],
    ['a unit is none', put('unitCode="C62"', 'unitCode="PIECE"'), /InvoicedQuantity@unitCode enum$/],
    ['its day is none of the calendar', put('>2026-04-01<', '>2026-13-01<'), /^cbc:IssueDate pattern$/],
    [
      'an amount has three decimals',
      put(/(<cbc:PayableAmount[^>]*>\d+\.\d\d)/, '$15'),
      /PayableAmount pattern$/,
    ],
    ['a rate is written with its sign', put('<cbc:Percent>19<', '<cbc:Percent>19%<'), /Percent pattern$/],
    ['a country is none', put('>DE<', '>UK<'), /CustomerParty.*IdentificationCode enum$/],
    ['a kind of tax is none', put('<cbc:ID>S</cbc:ID>', '<cbc:ID>X</cbc:ID>'), /TaxCategory\/cbc:ID enum$/],
    ['its type is none', put('>380<', '>999<'), /^cbc:InvoiceTypeCode anyOf$|InvoiceTypeCode enum/],
    [
      'it has an element that there is not',
      put('<cbc:Note>', '<cbc:Colour>blue</cbc:Colour><cbc:Note>'),
      /^cbc:Colour additionalProperties$/,
    ],
    ['it has two numbers', put(/(<cbc:ID>I-.*?<\/cbc:ID>)/, '$1$1'), /^cbc:ID type$/],
    [
      'it is of another schema',
      put('xsd:Invoice-2', 'xsd:Order-2'),
      /Order-2.*the library writes.*Invoice-2/,
    ],
    ['it is no XML', put('PO 7 &amp; 8', '<PO 7>'), /^XML /],
  ])('is found: %s', async (_, change, finding) => {
    const bad = change(good);
    expect(bad).not.toBe(good);
    expect(await findingsOf(bad)).toEqual(expect.arrayContaining([expect.stringMatching(finding)]));
  });

  const DESIGN = [line('Design', 1, 1_000, 19)];
  it.each<[rule: string, one: Case]>([
    ['BR-CL-14', { currency: 'EUR', customer: { customer_country: 'UK' }, lines: DESIGN }],
    ['BR-CL-14', { currency: 'EUR', seller: { country: 'XK' }, customer: HAMBURG, lines: DESIGN }],
    ['BR-CL-04', { currency: 'EUX', customer: HAMBURG, lines: DESIGN }],
    ['BR-11', { currency: 'EUR', customer: { customer_country: null }, lines: DESIGN }],
    ['BR-CO-26', { currency: 'EUR', seller: { tax_id: null }, customer: HAMBURG, lines: DESIGN }],
  ])('%s is named instead of a file that others refuse', async (rule, one) => {
    const { id } = await send(one);
    const answer = await call(test, w.admin, 'GET', `/api/invoices/${id}/xml`);
    expect(answer.json()).toMatchObject({ error: 'RULE', details: { rules: [rule] } });
  });

  it('three decimals are refused by the library, so an invoice in Kuwaiti dinars claims no norm', async () => {
    const xml = await invoiceXml(await send({ currency: 'KWD', customer: HAMBURG, lines: DESIGN }));
    expect(xml).not.toContain('CustomizationID');
    const findings = await findingsOf(xml);
    expect(findings.length).toBeGreaterThan(0);
    expect(findings.filter(one => !/Amount pattern$/.test(one))).toEqual([]);
  });

  it('characters that no XML can hold are left out', async () => {
    const xml = await invoiceXml(
      await send({
        currency: 'EUR',
        customer: HAMBURG,
        lines: [line('Bell\u0007 and \u{1F6A2}', 1, 100, 0)],
      }),
    );
    expect(xml).toContain('<cbc:Name>Bell and \u{1F6A2}</cbc:Name>');
    expect(await findingsOf(xml)).toEqual([]);
  });

  it('an invoice that was voided has no XML: others would take it as one that is to be paid', async () => {
    const { id } = await send({ currency: 'EUR', customer: HAMBURG, lines: DESIGN });
    expect((await w.act(id, 'void', { reason: 'Wrong customer' })).statusCode).toBe(200);
    const answer = await call(test, w.admin, 'GET', `/api/invoices/${id}/xml`);
    expect(answer.json()).toMatchObject({
      ...{ error: 'STATE', details: { status: 'void' } },
      message: expect.stringContaining('voided') as string,
    });
  });

  it('a credit note of another invoice, or of none, is not found', async () => {
    const one = { currency: 'EUR', customer: HAMBURG, lines: DESIGN };
    const sent = await send(one);
    const { note } = await credit(sent, [{ text: 'Rebate', net_minor: 100, tax_pct: 19 }]);
    const other = await w.send((await w.byHand(1_000)).id);
    for (const path of [`${other.id}/credit-notes/${note.id}`, `${sent.id}/credit-notes/${other.id}`]) {
      const answer = await call(test, w.admin, 'GET', `/api/invoices/${path}/xml`);
      expect([path, answer.statusCode]).toEqual([path, 404]);
    }
  });
});
