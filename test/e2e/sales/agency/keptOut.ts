/** Pages of an agency’s customers as strangers find them: empty lists, and nothing behind an address that they should not know. */
import { expect, type Page } from '@playwright/test';
import { open, picture } from './desk.ts';

/** What one customer has made, by its id. */
export interface Made {
  contract: string;
  budget: string;
  campaign: string;
  invoice: string;
  dispute: string;
  earning: string;
}

/** Pages of a customer’s desk, and what each says where there is nothing. */
export const DESK = [
  ['/admin/contracts', 'No contracts yet'],
  ['/business/contracts', 'No contracts yet'],
  ['/business/budget', 'No budgets yet'],
  ['/campaigns', 'No campaigns yet'],
  ['/admin/billing', 'No invoices yet'],
  ['/admin/programmatic/proof-of-play/disputes', 'No disputes'],
  ['/admin/earnings', 'No earnings yet'],
  ['/admin/earnings/payouts', 'No payouts yet'],
] as const;
export const ADVERTISER = [
  ['/business/contracts', 'No contracts yet'],
  ['/business/budget', 'No requests yet'],
  ['/campaigns', 'No campaigns yet'],
] as const;
export const DRIVER = [['/owner/earnings', 'No earnings yet']] as const;

export const addressesOf = ({ contract, budget, campaign, invoice, dispute, earning }: Made) => ({
  contract: `/business/contracts/${contract}`,
  terms: `/admin/contracts?id=${contract}`,
  budget: `/business/budget?id=${budget}`,
  campaign: `/campaigns/${campaign}`,
  invoice: `/admin/billing?id=${invoice}`,
  dispute: `/admin/programmatic/proof-of-play/disputes?id=${dispute}`,
  earning: `/admin/earnings?id=${earning}`,
});

const REFUSAL = /Not found\. It may have been deleted\.|Access Denied/;
const START = /\/(business|owner)\/dashboard$/;
/** It is not there for him, he is denied it, or he stands where his role begins. */
export async function expectKeptOut(page: Page, path: string): Promise<void> {
  await open(page, path);
  const isRefused = async () => START.test(page.url()) || (await page.getByText(REFUSAL).count()) > 0;
  await expect.poll(isRefused, { message: path }).toBe(true);
}

interface Look {
  who: string;
  pages: readonly (readonly [path: string, nothing: string])[];
  /** Addresses of what the other customer has made. */
  at: readonly string[];
}
/** Whatever the server answers him is read, too, beside what he sees. */
export async function expectEmpty(page: Page, { who, pages, at }: Look, made: Made): Promise<void> {
  const found: string[] = [];
  const reads: Promise<void>[] = [];
  const look = async (pathname: string, text: Promise<string>) => {
    const body = await text.catch(() => '');
    for (const id of Object.values<string>({ ...made }))
      if (body.includes(id)) found.push(`${pathname} ${id}`);
  };
  page.on('response', answer => {
    const { pathname } = new URL(answer.url());
    if (answer.ok() && pathname.startsWith('/api/')) reads.push(look(pathname, answer.text()));
  });
  for (const [path, nothing] of pages) {
    await open(page, path);
    await expect(page.getByRole('main').getByText(nothing, { exact: true })).toBeVisible();
    await picture(page, `${who}${path.replaceAll('/', '-')}`);
  }
  for (const address of at) await expectKeptOut(page, address);
  await Promise.all(reads);
  expect([who, found]).toEqual([who, []]);
}
