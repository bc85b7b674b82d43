/** Every piece of the console in every state, as eyes, axe, a keyboard and a narrow window find it. */
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test, type Page } from '@playwright/test';
import { violations } from '../support/pages/axe.ts';
import { serveGallery } from '../support/pages/gallery.ts';

const PICTURES = join(import.meta.dirname, '../../reports/gallery');
const THEMES = ['light', 'dark'] as const;
const TITLES = { en: 'Gallery', zh: '组件' } as const;
const LANGUAGES = ['en', 'zh'] as const;
type Language = (typeof LANGUAGES)[number];

let gallery: Awaited<ReturnType<typeof serveGallery>>;
test.beforeAll(async () => {
  mkdirSync(PICTURES, { recursive: true });
  gallery = await serveGallery();
});
test.afterAll(() => gallery.stop());

/** Maps and codes draw on a canvas, too. */
const chartOf = (page: Page) => page.getByRole('figure').first().locator('canvas');
async function open(page: Page, language: Language, theme: (typeof THEMES)[number]) {
  const problems: string[] = [];
  page.on('console', message => message.type() === 'error' && problems.push(message.text()));
  page.on('pageerror', error => problems.push(error.message));
  await page.addInitScript(
    ([lng, name]) => {
      localStorage.setItem('i18nextLng', lng);
      localStorage.setItem('theme', name);
    },
    [language, theme] as const,
  );
  await page.goto(`${gallery.origin}/gallery`);
  await expect(page.getByRole('heading', { level: 1, name: TITLES[language] })).toBeVisible();
  await expect(chartOf(page)).toBeVisible();
  /** Inputs come with files of their own, those of the heaviest last. */
  await expect(page.getByRole('grid')).toHaveCount(4);
  await expect(page.locator('input[type=file]')).toHaveCount(4);
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  return problems;
}

for (const theme of THEMES)
  for (const language of LANGUAGES)
    test(`all components are accessible in ${theme} and ${language}, under the console's policy`, async ({
      page,
    }) => {
      await page.setViewportSize({ width: 1440, height: 900 });
      const problems = await open(page, language, theme);
      expect(await violations(page)).toEqual([]);
      await page.screenshot({ path: join(PICTURES, `${theme}-${language}.png`), fullPage: true });
      expect(problems).toEqual([]);
    });

for (const [name, opened] of [
  ['Dialog', 'dialog'],
  ['Sheet', 'dialog'],
  ['Confirmation', 'dialog'],
  ['Palette', 'dialog'],
  ['Shortcuts', 'dialog'],
  ['Menu', 'menu'],
] as const)
  test(`what opens from "${name}" is accessible in both themes, and the focus comes back`, async ({
    page,
  }) => {
    for (const theme of THEMES) {
      await open(page, 'en', theme);
      const button = page.getByRole('button', { name, exact: true });
      await button.focus();
      await page.keyboard.press('Enter');
      await expect(page.getByRole(opened)).toBeVisible();
      expect(await violations(page)).toEqual([]);
      await page.screenshot({ path: join(PICTURES, `${name.toLowerCase()}-${theme}.png`) });
      await page.keyboard.press('Escape');
      await expect(page.getByRole(opened)).toHaveCount(0);
      await expect(button).toBeFocused();
    }
  });

test('no piece pushes a narrow window sideways', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 });
  for (const language of LANGUAGES) {
    await open(page, language, 'light');
    await page.screenshot({ path: join(PICTURES, `narrow-${language}.png`), fullPage: true });
    const wide = await page.evaluate(() => [document.documentElement.scrollWidth, innerWidth]);
    expect(wide[0]).toBeLessThanOrEqual(wide[1] ?? 0);
  }
});

test('UI-03 UI-04 every button is at least 48 px high and wide, a large one 56', async ({ page }) => {
  await open(page, 'en', 'light');
  const sizes = await page.getByRole('button').evaluateAll(buttons =>
    buttons.map(button => {
      const { width, height } = button.getBoundingClientRect();
      return { name: button.textContent || button.ariaLabel, width, height };
    }),
  );
  expect(sizes.length).toBeGreaterThan(30);
  expect(sizes.filter(({ width, height }) => width < 48 || height < 48)).toEqual([]);
  const large = sizes.filter(({ name }) => name === 'Large');
  expect(large).toHaveLength(4);
  expect(large.filter(({ height }) => height < 56)).toEqual([]);
});

test('a chart is read with the arrows, and its figures stand in a table', async ({ page }) => {
  await open(page, 'en', 'light');
  const chart = page.getByRole('slider').first();
  await chart.focus();
  await expect(chart).toHaveAttribute('aria-valuetext', /^16:00: Today \d+,? /);
  await page.keyboard.press('Home');
  await expect(chart).toHaveAttribute('aria-valuetext', /^00:00: Today 5/);
  await page.keyboard.press('ArrowRight');
  await expect(chart).toHaveAttribute('aria-valuetext', /^01:00:/);
  const figure = page.getByRole('figure').first();
  await expect(figure.getByText(/^01:00: Today/)).toBeVisible();
  await figure.getByRole('button', { name: 'View as table' }).click();
  await expect(figure.getByRole('table', { name: 'Plays per hour' })).toBeVisible();
  await expect(figure.getByRole('row', { name: /^00:00 5 4/ })).toBeVisible();
  await expect(figure.locator('canvas')).toHaveCount(0);
  const week = page.getByRole('slider').first();
  await week.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await expect(week).toHaveAttribute('aria-valuetext', /^Tue 6 Jan, 00:00: 4$/);
});

test('a chart takes the colours of the theme when it changes', async ({ page }) => {
  await open(page, 'en', 'light');
  const shown = () => chartOf(page).evaluate(canvas => (canvas as HTMLCanvasElement).toDataURL());
  const light = await shown();
  await page.getByRole('button', { name: 'Dark', exact: true }).click();
  await expect.poll(shown).not.toBe(light);
});

test('nothing moves where somebody asked for less motion', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, 'en', 'light');
  const moving = await page.evaluate(
    () =>
      document
        .getAnimations()
        .filter(one => one.playState === 'running' && one.effect?.getComputedTiming().iterations === Infinity)
        .length,
  );
  expect(moving).toBe(0);
});
