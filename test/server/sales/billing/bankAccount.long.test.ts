/** The account that invoices ask to be paid to: named by the tenant, frozen when an invoice is sent, in its XML. */
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { isIban } from '../../../../shared/sales/iban.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { findingsOf } from './peer.ts';
import { billingWorld, type BillingWorld } from './world.ts';

let test: TestServer;
let w: BillingWorld;
beforeAll(async () => {
  test = await startTestServer();
});
afterAll(() => test.close());
beforeEach(async () => {
  w = await billingWorld(test);
});

const URL = '/api/invoices/bank-account';
const ACCOUNT = { holder: 'Taxi & Söhne', number: 'PT50 0002 0123 1234 5678 9015 4', bank: 'BCOMPTPL' };
const put = (payload: object, version: number) => call(test, w.admin, 'PUT', URL, { payload, version });
async function sentXml() {
  const made = await w.byHand(10_000, 19);
  await w.change(made, { customer_country: 'DE', customer_address: 'Quay 7' });
  const sent = await w.send(made.id);
  const xml = async () => (await call(test, w.admin, 'GET', `/api/invoices/${sent.id}/xml`)).body;
  return { sent, xml };
}

it('is named by its version, and stands on a draft from then on', async () => {
  expect((await call(test, w.admin, 'GET', URL)).json()).toEqual({
    ...{ version: 0, holder: null, number: null, bank: null },
  });
  const { id } = await w.byHand(100, 19);
  expect((await w.read(id)).seller.bank_account).toBe(null);
  expect((await put(ACCOUNT, 0)).json()).toMatchObject({ version: 1, number: 'PT50000201231234567890154' });
  expect((await put(ACCOUNT, 0)).statusCode).toBe(412);
  expect((await w.read(id)).seller.bank_account).toMatchObject({ holder: 'Taxi & Söhne' });
  const other = await test.signIn('admin', await test.addTenant('elsewhere'));
  expect((await call(test, other, 'GET', URL)).json()).toMatchObject({ version: 0 });
});

it('of two who name one at the same time the second is told of the first', async () => {
  const answers = await Promise.all([put(ACCOUNT, 0), put({ ...ACCOUNT, holder: 'Cab & Co' }, 0)]);
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 412]);
});

it('an owner who visits from another tenant does not redirect what its customers pay', async () => {
  const visitor = await test.signIn('owner', await test.addTenant('visitors'));
  const inHere = { ...visitor, headers: { ...visitor.headers, 'x-tenant-id': test.tenant_id } };
  const answer = await call(test, inHere, 'PUT', URL, { payload: ACCOUNT, version: 0 });
  expect(answer.json()).toMatchObject({ error: 'FORBIDDEN', details: { required: 'own tenant' } });
});

it('BG-16: an invoice asks to be paid to the account that its seller had named when it was sent', async () => {
  await put(ACCOUNT, 0);
  const { sent, xml } = await sentXml();
  await put({ holder: '滨海出租车', number: '6222-0000-1234', bank: '中国银行' }, 1);
  expect(await findingsOf(await xml())).toEqual([]);
  expect((await xml()).replaceAll(/>\s+</g, '><')).toContain(
    '<cac:PaymentMeans><cbc:PaymentMeansCode>58</cbc:PaymentMeansCode>' +
      `<cbc:PaymentID>${sent.number}</cbc:PaymentID><cac:PayeeFinancialAccount>` +
      '<cbc:ID>PT50000201231234567890154</cbc:ID><cbc:Name>Taxi &amp; Söhne</cbc:Name>' +
      '<cac:FinancialInstitutionBranch><cbc:ID>BCOMPTPL</cbc:ID></cac:FinancialInstitutionBranch>' +
      '</cac:PayeeFinancialAccount></cac:PaymentMeans>',
  );
  const next = await (await sentXml()).xml();
  expect(await findingsOf(next)).toEqual([]);
  expect(next).toContain('<cbc:PaymentMeansCode>30</cbc:PaymentMeansCode>');
  expect(next).not.toContain('FinancialInstitutionBranch');
  // One that was sent before the account was frozen with it.
  await test.db.execute(sql`update invoices set seller = seller - 'bank_account' where id = ${sent.id}`);
  expect(await xml()).not.toContain('PaymentMeans');
});

it('an IBAN is one by its check digits', () => {
  for (const number of ['PT50000201231234567890154', 'DE89370400440532013000'])
    expect(isIban(number)).toBe(true);
  for (const number of ['PT50000201231234567890155', '622200001234', 'DE00', 'XX'])
    expect(isIban(number)).toBe(false);
});

it('one figure says what a credit note may take off, and refuses what is more', async () => {
  const { id } = await w.send((await w.byHand(1_000, 19)).id);
  await w.pay(id, 400);
  const { creditable, left_minor } = await w.read(id);
  expect({ creditable, left_minor }).toEqual({
    creditable: [{ tax_pct: 19, net_minor: 664 }],
    left_minor: 790,
  });
  const credit = (net_minor: number) =>
    w.act(id, 'credit', { reason: 'Agreed', lines: [{ text: 'Rebate', net_minor, tax_pct: 19 }] });
  expect((await credit(665)).json()).toMatchObject({
    details: { 'lines.0.net_minor': ['Must be at most 6.64'] },
  });
  expect((await credit(664)).statusCode).toBe(200);
  expect(await w.read(id)).toMatchObject({ left_minor: 0, creditable: [] });
});
