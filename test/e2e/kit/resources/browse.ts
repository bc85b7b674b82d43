/** The list by its address, there and back, and by ten thousand rows. */
import { expect } from '@playwright/test';
import { PAGE_SIZES } from '../../../../console/kit/screens/list/listState.ts';
import { drawn, heads, openList, recordDrawn, recordPath, ROWS, rowsDrawn, WORDS } from './stage.ts';
import type { ListRow, Stage } from './stage.ts';

interface Page {
  items: ListRow[];
  total?: number;
}
const [PER] = PAGE_SIZES;
export const firstPage = ({ api, of }: Stage, query = '') =>
  api.read<Page>(`${of.resource.endpoints.list.path}${query}`);

/** The word of the first choice among words that most rows carry: a few may change theirs by themselves. */
export async function usedWord(stage: Stage): Promise<{ key: string; word: string } | null> {
  const { filters = [], enums: words } = stage.of.resource;
  const key = filters.find(filter => typeof filter === 'string');
  if (typeof key !== 'string') return null;
  let most: { key: string; word: string } | null = null;
  let rows = 0;
  for (const word of Object.values(words[key] ?? {}).flat()) {
    const { items, total = items.length } = await firstPage(stage, `?${key}=${word}&limit=1`);
    if (total > rows) [most, rows] = [{ key, word }, total];
  }
  return most;
}
const isSearched = ({ of: { resource } }: Stage) =>
  resource.searchable !== false && resource.paging !== 'whole';

/** Whatever was pressed stands in the address, and the address alone leads back to it. */
export async function addressRoundTrip(stage: Stage): Promise<void> {
  const { page, of } = stage;
  const { resource } = of;
  await openList(stage);
  const asked: Record<string, string> = {};
  const says = async (key: string, value: string | RegExp) => {
    await expect.poll(() => new URL(page.url()).searchParams.get(key) ?? '').toMatch(value);
    asked[key] = new URL(page.url()).searchParams.get(key) ?? '';
    await rowsDrawn(page);
  };
  const sortable = page.locator('th[aria-sort=none] button').first();
  if ((await sortable.count()) > 0) {
    await sortable.click();
    await says('sort', /./);
  }
  const chosen = await usedWord(stage);
  if (chosen) {
    await page
      .getByRole('search')
      .locator(`select:has(option[value="${chosen.word}"])`)
      .first()
      .selectOption(chosen.word);
    await says(chosen.key, chosen.word);
  }
  if (!resource.card && resource.columns.length > 1) {
    const before = await heads(page);
    await page.getByRole('button', { name: WORDS.list.columns }).click();
    await page.getByRole('menuitemcheckbox').nth(1).click();
    await page.keyboard.press('Escape');
    await says('cols', /./);
    expect((await heads(page)).length).toBe(before.length - 1);
  }
  if (isSearched(stage)) {
    const [row] = (await firstPage(stage, chosen ? `?${chosen.key}=${chosen.word}` : '')).items;
    const text = resource.label(row!).slice(0, 12).trim();
    await page.getByRole('searchbox').fill(text);
    await says('q', text);
    expect(await page.locator(ROWS).count()).toBeGreaterThan(0);
  }
  const [address, rows, columns] = [page.url(), await drawn(page), await heads(page)];
  const isAsThen = async (at: typeof page) => {
    await rowsDrawn(at);
    expect(at.url()).toBe(address);
    expect(await drawn(at)).toEqual(rows);
    expect(await heads(at)).toEqual(columns);
    if (asked['q'] !== undefined) await expect(at.getByRole('searchbox')).toHaveValue(asked['q']);
  };
  await page.reload();
  await isAsThen(page);
  const other = await page.context().newPage();
  await other.goto(address);
  await isAsThen(other);
  await other.close();
}

/** Back leads from page to page, and from a record to its row. */
export async function goesBack(stage: Stage): Promise<void> {
  const { page, of } = stage;
  await openList(stage);
  const first = await drawn(page);
  if (of.resource.paging !== 'whole') {
    await page.getByRole('button', { name: nextOf(stage), exact: true }).click();
    await expect.poll(() => drawn(page)).not.toEqual(first);
    await page.goBack();
    await expect.poll(() => drawn(page)).toEqual(first);
  }
  if (of.resource.opensIn === 'nothing') return;
  const link = page.locator('[data-row-link]').nth(1);
  const id = (await link.getAttribute('data-id')) ?? '';
  await link.click();
  await expect(page).toHaveURL(new RegExp(`${recordPath(stage, id).replace('?', '\\?')}$`));
  await recordDrawn(stage, page);
  await page.goBack();
  await rowsDrawn(page);
  await expect(page).toHaveURL(new RegExp(`${of.path}$`));
  await expect(page.locator(`[data-row-link][data-id="${id}"]`)).toBeFocused();
}
const nextOf = ({ of }: Stage) => (of.resource.paging === 'page' ? WORDS.list.next : WORDS.list.older);

/** The list begins, goes on and ends; no speed is measured. */
export async function tenThousand(stage: Stage, rows: number): Promise<void> {
  const { page } = stage;
  await openList(stage);
  const first = await drawn(page);
  const { total } = await firstPage(stage, '?limit=1');
  await page.getByRole('button', { name: nextOf(stage), exact: true }).click();
  await expect.poll(() => drawn(page)).not.toEqual(first);
  await rowsDrawn(page);
  const second = await drawn(page);
  expect(second.filter(row => first.includes(row))).toEqual([]);
  if (total === undefined) return;
  expect(first.length).toBe(PER);
  expect(total).toBeGreaterThanOrEqual(rows);
  const pages = Math.ceil(total / PER);
  await openList(stage, `?page=${pages}`);
  await expect(page.locator(ROWS)).toHaveCount(total - (pages - 1) * PER);
  await expect(page.getByRole('button', { name: WORDS.list.next, exact: true })).toBeDisabled();
  await expect(page.locator('main header')).toContainText(new Intl.NumberFormat('en').format(total));
}
