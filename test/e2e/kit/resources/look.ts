/** How it is seen and reached: by everybody, in both themes and languages, without a mouse, in a narrow window. */
import { PATHS } from '../../../../console/app/paths.ts';
import { expect, type Page } from '@playwright/test';
import { editable } from '../../../resources.contract.ts';
import { violations } from '../../support/pages/axe.ts';
import { stickingOut } from '../../support/server/cut.ts';
import { firstPage } from './browse.ts';
import { field, formClean, openList, recordDrawn, recordPath, ROWS, rowsDrawn, formTabOf } from './stage.ts';
import type { Stage } from './stage.ts';

const LANGUAGES = ['en', 'zh'] as const;
const THEMES = ['light', 'dark'] as const;

/** Every page of the definition: list, record, form of a new one. */
async function pagesOf(stage: Stage): Promise<string[]> {
  const { of } = stage;
  const [row] = (await firstPage(stage, '?limit=1')).items;
  return [
    of.path,
    ...(of.resource.opensIn === 'nothing' ? [] : [recordPath(stage, row!.id)]),
    ...(of.create ? [of.create.path] : []),
  ];
}
async function visit(stage: Stage, path: string): Promise<void> {
  const { page, origin, of } = stage;
  await page.goto(`${origin}${path}`);
  await expect(page.locator('h1').first()).toBeAttached();
  if (path === of.path) await rowsDrawn(page);
  else if (path === of.create?.path) await expect(page.locator('form button').first()).toBeVisible();
  else await recordDrawn(stage, page);
  await page.waitForLoadState('networkidle');
}

export async function isAccessible(stage: Stage): Promise<void> {
  const { page } = stage;
  for (const language of LANGUAGES) {
    await page.evaluate(lng => localStorage.setItem('i18nextLng', lng), language);
    for (const path of await pagesOf(stage)) {
      await visit(stage, path);
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      for (const theme of THEMES) {
        await page.emulateMedia({ colorScheme: theme });
        const found = await violations(page);
        expect([language, theme, path, found]).toEqual([language, theme, path, []]);
      }
    }
  }
  await page.emulateMedia({ colorScheme: 'light' });
  await page.evaluate(() => localStorage.setItem('i18nextLng', 'en'));
}

/** So many presses somebody may be asked for. */
const PATIENCE = 150;
async function tabTo(page: Page, selector: string): Promise<void> {
  for (let presses = 0; presses < PATIENCE; presses++) {
    if (await page.evaluate(one => document.activeElement?.matches(one) ?? false, selector)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not come to ${selector}`);
}

/** From the menu to the list, into a record, changed and saved. */
export async function worksByKeyboard(stage: Stage): Promise<void> {
  const { page, origin, of } = stage;
  if (of.list.menu) {
    await page.goto(`${origin}${of.list.guard === 'owner' ? '/owner/dashboard' : '/creatives'}`);
    await expect(page.locator('h1')).toBeVisible();
    // The same list may stand in several shells; the menu leads to one of them.
    const paths: string[] = of.resource.pages.map(name => PATHS[name]);
    await tabTo(page, paths.map(path => `a[href="${path}"]`).join(','));
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(new RegExp(`(${paths.join('|')})$`));
    await rowsDrawn(page);
  } else await openList(stage);
  if (of.resource.opensIn === 'nothing') {
    await tabTo(page, 'main [role=group][tabindex="0"]');
    return;
  }
  await tabTo(page, '[data-row-link]');
  await page.keyboard.press('Enter');
  await recordDrawn(stage, page);
  const [first] = editable(of);
  if (!first) return;
  const tab = formTabOf(of);
  if (tab > 0) await tabTo(page, '[role=tab][aria-selected=true]');
  for (let i = 0; i < tab; i++) await page.keyboard.press('ArrowRight');
  await tabTo(page, `form [name="${first.name}"]`);
  await page.keyboard.press('ControlOrMeta+A');
  await page.keyboard.type('Typed by hand');
  const answered = page.waitForResponse(answer => answer.request().method() === 'PATCH');
  await tabTo(page, 'form button[type=submit]');
  await page.keyboard.press('Enter');
  expect((await answered).status()).toBe(200);
  await formClean(page);
  await expect(field(page, first.name)).toHaveValue('Typed by hand');
}

const NARROW = { width: 320, height: 256 };
const WIDE = { width: 1280, height: 800 };
/** Elements that reach beyond the window and stand in nothing that scrolls by itself. */
const outside = () =>
  [...document.querySelectorAll<HTMLElement>('body *')]
    .filter(one => {
      if (
        !one.checkVisibility({ visibilityProperty: true }) ||
        one.getBoundingClientRect().right <= innerWidth + 1
      )
        return false;
      for (let box = one.parentElement; box; box = box.parentElement) {
        const { overflowX, clipPath } = getComputedStyle(box);
        if (/auto|scroll|hidden|clip/.test(overflowX) || clipPath !== 'none') return false;
      }
      return getComputedStyle(one).clipPath === 'none' && !one.closest('.sr-only');
    })
    .map(one => `${one.tagName} ${one.className}`.slice(0, 120));

export async function fitsNarrow(stage: Stage): Promise<void> {
  const { page } = stage;
  await page.setViewportSize(NARROW);
  for (const path of await pagesOf(stage)) {
    await visit(stage, path);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth);
    expect([path, wide, await page.evaluate(outside)]).toEqual([path, NARROW.width, []]);
  }
  await page.setViewportSize(WIDE);
}

export async function cutsNothing(stage: Stage): Promise<void> {
  const { page, origin } = stage;
  const found: string[] = [];
  for (const path of await pagesOf(stage)) found.push(...(await stickingOut(page, origin, path)));
  expect(found).toEqual([]);
  await openList(stage);
  await expect(page.locator(ROWS).first()).toBeVisible();
}
