/** Papers beside invoices and contracts: what a reader finds in the PDF of each, in both languages. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { LANGUAGES } from '../../../shared/constants.ts';
import { LANGUAGE_KEY } from '../../../shared/i18n/language.ts';
import type { Earning } from '../../../shared/contract/sales/earning.ts';
import type { InvoiceDetail } from '../../../shared/contract/sales/billing/invoice.ts';
import { DemoUsers } from '../support/pages/demoUsers.ts';
import { expectParts, holdPrinter, printOf, type Print } from '../support/pages/papers.ts';
import { Api } from '../support/server/api.ts';
import { Wayside } from '../support/server/wayside.ts';

const PAPERS = join(import.meta.dirname, '../../../.cache/papers');
const DAY_MS = 86_400_000;
const dayOf = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS).toISOString().slice(0, 10);
const CUSTOMER = '晨光夜市有限公司';
const REASON = '设备维修补偿';
const SCREEN = '出租车 1182';

let server: Wayside;
let staff: Api;
let users: DemoUsers;
let invoice: InvoiceDetail;
let period: string;
/** The month is not over, so that its statement says that it is not final. */
let isRunning = false;
test.beforeAll(async ({ browser }) => {
  test.setTimeout(180_000);
  mkdirSync(PAPERS, { recursive: true });
  server = await Wayside.first('--demo', 'on');
  staff = await new Api(server.origin).enter(server.firstAdmin());
  users = new DemoUsers(browser, server.origin);
  invoice = await sendInvoice();
  period = await adjustEarning();
});
test.afterAll(async () => {
  await users.close();
  await server.remove();
});

/** Two invoices of the customer: one is credited and paid in part, one stays as it was sent. */
async function sendInvoice(): Promise<InvoiceDetail> {
  const make = async (texts: readonly string[]) => {
    const draft = await staff.call<InvoiceDetail>('POST', '/api/invoices', {
      ...{ customer_name: CUSTOMER, period_from: dayOf(40), period_to: dayOf(10), currency: 'EUR' },
      ...{ from_plays: false, from_contracts: false },
    });
    const body = {
      ...{ customer_address: '上海市黄浦区南京东路 100 号', customer_country: 'CN', reference: 'PO-7' },
      lines: texts.map(text => ({ text, qty: 2, unit_minor: 12_500, tax_pct: 23 })),
    };
    const path = `/api/invoices/${draft.id}`;
    const { version } = await staff.call<InvoiceDetail>('PATCH', path, body, draft.version);
    return staff.call<InvoiceDetail>('POST', `${path}/send`, {}, version);
  };
  await make(['户外广告位']);
  const { id } = await make(['夜市广告设计', '车内屏幕播放']);
  await staff.call('POST', `/api/invoices/${id}/credit`, {
    reason: '两天没有信号',
    lines: [{ text: '播放折让', net_minor: 5_000, tax_pct: 23 }],
  });
  await staff.call('POST', '/api/payments', {
    ...{ invoice_id: id, method: 'bank', amount_minor: 10_000, paid_on: dayOf(0) },
  });
  return staff.call<InvoiceDetail>('GET', `/api/invoices/${id}`);
}
async function adjustEarning(): Promise<string> {
  const { items } = await staff.call<{ items: Earning[] }>(
    'GET',
    '/api/earnings?status=estimated,calculated&limit=100',
  );
  const earning = items.find(({ device_name }) => device_name === 'Cab 1182');
  if (!earning) throw new Error('the demo has no earning of Cab 1182');
  const body = { amount_minor: 250, reason: REASON };
  await staff.call('POST', `/api/earnings/${earning.id}/adjust`, body);
  const path = `/api/devices/${earning.device_id}`;
  const { version } = await staff.call<{ version: number }>('GET', path);
  await staff.call('PATCH', path, { name: SCREEN }, version);
  isRunning = items.some(one => one.period === earning.period && one.state === 'estimated');
  return earning.period;
}

async function openIn(page: Page, language: string, path: string): Promise<void> {
  await holdPrinter(page);
  await page.addInitScript(([key, value]) => localStorage.setItem(key!, value!), [LANGUAGE_KEY, language]);
  await page.goto(`${server.origin}${path}`);
}
/** Kept to be looked at. */
async function paperOf(page: Page, file: string, button?: string): Promise<Print> {
  const press = () => page.getByRole('button', { name: button, exact: true }).click();
  const print = await printOf(page, button === undefined ? undefined : press);
  writeFileSync(join(PAPERS, `${file}.pdf`), print.pdf);
  return print;
}

const WORDS = {
  en: {
    ...{ credit: 'Print credit note', note: 'Credit note', statement: 'Statement of account' },
    ...{ invoice: 'Invoice', account: 'Payouts', country: 'China', notFinal: 'Not final' },
  },
  zh: {
    ...{ credit: '打印贷项通知单', note: '贷项通知单', statement: '对账单' },
    ...{ invoice: '发票', account: '结算记录', country: '中国', notFinal: '非最终' },
  },
};

for (const language of LANGUAGES) {
  const words = WORDS[language];

  test(`ADMIN-07 a credit note and a statement of account are papers of their own, by their button or their address: ${language}`, async () => {
    const page = await users.as('Admin');
    const number = invoice.number ?? '';
    const credit = invoice.credit_notes[0]?.number ?? '';
    await openIn(page, language, `/admin/billing?id=${invoice.id}`);
    const note = await paperOf(page, `credit-note-${language}`, words.credit);
    expect(note.name).toBe(`${words.note} ${credit}`);
    expectParts(note, [note.name, number, CUSTOMER, '播放折让', '两天没有信号', '61.50']);
    expect(note.text).not.toContain('夜市广告设计');
    await expect(page.locator('.paper')).toHaveCount(0);

    const statement = await paperOf(page, `statement-${language}`, words.statement);
    expect(statement.name).toMatch(new RegExp(`^${words.statement} ${CUSTOMER} .*\\d{4}`));
    expectParts(statement, [CUSTOMER, number, '615.00', '307.50', '100.00', '761.00']);

    await openIn(page, language, `/admin/billing?id=${invoice.id}&print=1`);
    const whole = await paperOf(page, `invoice-${language}`);
    expect(whole.name).toBe(`${words.invoice} ${number}`);
    expectParts(whole, [number, CUSTOMER, '夜市广告设计', words.country]);
    expect(page.url()).not.toContain('print=');
  });

  test(`OWNER-04 an owner prints the statement of a month: ${language}`, async () => {
    const owner = await users.as('Device owner');
    await openIn(owner, language, `/owner/earnings?period=${period}&print=1`);
    const month = await paperOf(owner, `owner-${language}`);
    expect(month.name).toMatch(language === 'en' ? /^Statement for \w+ \d{4}$/ : /^\d{4}年\d+月对账单$/);
    expectParts(month, [month.name, SCREEN, REASON, '2.50', words.account, 'owner@demo.example']);
    if (isRunning) expectParts(month, [words.notFinal]);
  });
}
