/** One definition in a browser: who looks, where, and what he finds there. */
import { expect, type Page } from '@playwright/test';
import screens from '../../../../public/locales/en/screens.json' with { type: 'json' };
import { FORM_PANEL } from '../../../../console/kit/resource/defineResource.ts';
import type { Definition } from '../../../resources.contract.ts';
import { OWN_PASSWORD } from '../../support/server/api.ts';
import type { Caller } from './caller.ts';

export const WORDS = screens;
export const ROWS = 'main [role=group] > table > tbody > tr, main li:has(> [data-row-link])';
const HEADS = 'main [role=group] > table > thead th[scope=col]';

export interface Stage {
  origin: string;
  page: Page;
  of: Definition;
  /** The same user by the API. */
  api: Caller;
}
export type ListRow = { id: string; version?: number } & Record<string, unknown>;

export const emailOf = (name: string) => `${name.toLowerCase()}@contract.example`;

export async function signIn(page: Page, origin: string, email: string): Promise<void> {
  await page.goto(`${origin}/auth`);
  await page.locator('input[type=email]').fill(email);
  await page.locator('input[type=password]').fill(OWN_PASSWORD);
  await page.locator('form button[type=submit]').click();
  await expect(page).not.toHaveURL(/\/auth/);
}

export async function openList({ page, origin, of }: Stage, search = ''): Promise<void> {
  await page.goto(`${origin}${of.path}${search}`);
  await rowsDrawn(page);
}
/** Rows are there and are not those of another question. */
export async function rowsDrawn(page: Page): Promise<void> {
  await expect(page.locator(ROWS).first()).toBeVisible();
  await expect(page.locator('main [aria-busy=true]')).toHaveCount(0);
}

/** What tells the drawn rows apart: their ids, or what is written in them where they open nothing. */
export const drawn = (page: Page): Promise<string[]> =>
  page.locator(ROWS).evaluateAll(rows =>
    rows.map(row => {
      const id = row.querySelector<HTMLElement>('[data-row-link]')?.dataset['id'];
      if (id !== undefined) return id;
      return [...row.children]
        .map(cell => cell.querySelector('time')?.dateTime ?? cell.textContent)
        .join('|');
    }),
  );
export const heads = (page: Page): Promise<string[]> =>
  page.locator(HEADS).evaluateAll(all => all.map(head => head.textContent.trim()));

/** The page or sheet of a row, as a list opens it. */
export const recordPath = ({ of }: Stage, id: string) =>
  of.resource.opensIn === 'sheet' ? `${of.path}?id=${id}` : `${of.path}/${id}`;
/** Which tab of a sheet has the form; -1 where it has no tabs. */
export const formTabOf = ({ resource }: Stage['of']): number =>
  resource.tabs?.findIndex(({ panels }) => panels.includes(FORM_PANEL)) ?? -1;
/** Where its form is to be seen. */
export async function openRecord(stage: Stage, id: string, page = stage.page): Promise<void> {
  const tab = stage.of.resource.tabs?.[formTabOf(stage.of)];
  await page.goto(`${stage.origin}${recordPath(stage, id)}${tab ? `&tab=${tab.name}` : ''}`);
  await recordDrawn(stage, page);
}
export async function recordDrawn({ of }: Stage, page: Page): Promise<void> {
  const box = of.resource.opensIn === 'sheet' ? page.getByRole('dialog') : page.locator('main');
  const { form, facts, panels, tabs } = of.resource;
  const sign = tabs
    ? '[role=tabpanel]:not([hidden])'
    : form
      ? 'form button, form [name]'
      : facts
        ? 'dl'
        : panels
          ? 'section'
          : 'h1, h2';
  await expect(box.locator(sign).first()).toBeVisible();
}

export const field = (page: Page, name: string) => page.locator(`form [name="${name}"]`);
/** Sends the form and waits until the server has spoken well of it. */
export async function saveForm(page: Page): Promise<void> {
  const answered = page.waitForResponse(answer => ['PATCH', 'POST'].includes(answer.request().method()));
  await page.locator('form button[type=submit]').click();
  const answer = await answered;
  expect(answer.status(), await answer.text()).toBe(200);
  await formClean(page);
}
/** A form that was saved is clean: leaving it asks nothing. */
export const formClean = (page: Page) =>
  expect(page.locator('form button[type=submit]:enabled')).toHaveCount(0);
