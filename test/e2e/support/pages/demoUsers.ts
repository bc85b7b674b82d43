/** The demo's users in a browser: each signs in once by his button, and keeps his page for as long as the file runs. */
import { expect, type Browser, type BrowserContextOptions, type Page } from '@playwright/test';

const ACTION_TIMEOUT_MS = 30_000;

export class DemoUsers {
  private readonly browser: Browser;
  private readonly origin: string;
  private readonly options: BrowserContextOptions;
  private readonly pages = new Map<string, Promise<Page>>();
  private readonly opened: Page[] = [];

  constructor(browser: Browser, origin: string, options: BrowserContextOptions = {}) {
    this.browser = browser;
    this.origin = origin;
    this.options = { locale: 'en-US', ...options };
  }

  /** Of a user whom the demo does not have: it signs in nobody. */
  async newPage(): Promise<Page> {
    const page = await this.browser.newPage(this.options);
    this.opened.push(page);
    page.setDefaultTimeout(ACTION_TIMEOUT_MS);
    return page;
  }
  private async newSession(name: string): Promise<Page> {
    const page = await this.newPage();
    await page.goto(`${this.origin}/auth`);
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page).not.toHaveURL(/\/auth/);
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    return page;
  }
  private kept(name: string, make: () => Promise<Page>): Promise<Page> {
    const page = this.pages.get(name) ?? make();
    this.pages.set(name, page);
    return page;
  }

  /** The browser outlives the file, and a page left open goes on asking its server. */
  async close(): Promise<void> {
    await Promise.all(this.opened.map(page => page.close()));
  }

  /** The page of somebody who is not signed in. */
  stranger = () => this.kept('', () => this.newPage());
  /** The page of this user, wherever the test before has left it. */
  as = (name: string) => this.kept(name, () => this.newSession(name));
  /** Signs in anew, and ends where this role begins. */
  signIn(name: string): Promise<Page> {
    this.pages.delete(name);
    return this.as(name);
  }
}
