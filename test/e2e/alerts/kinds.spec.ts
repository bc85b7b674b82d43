/** Every kind of alert as a passenger sees it, upright and lying, in one language and two: all of it there, large, in contrast. */
import { expect, type Page } from '@playwright/test';
import type { Alert } from '../../../shared/contract/alerts/alert.ts';
import { contrast } from '../../../shared/slides/contrast.ts';
import { Api } from '../support/server/api.ts';
import { Screen } from '../support/screen/screen.ts';
import { test } from '../support/server/demoServer.ts';

const PUSHED_MS = 10_000;
/** WCAG 2.2, 1.4.6. */
const LEAST_CONTRAST = 7;
/** Of the shorter side of the screen. */
const HEADLINE = { takeover: 0.065, banner: 0.04, ticker: 0.03 };
const VIEWS = [
  { width: 1280, height: 720 },
  { width: 720, height: 1280 },
  { width: 1024, height: 600 },
  { width: 800, height: 1280 },
];
/** Of the longest texts, which leave less for a headline. */
const LEAST_HEADLINE = 0.039;
/** 24 px on a screen of 1280×800. */
const LEAST_INSTRUCTION = 0.0299;
/** As long as the contract lets them be. */
const FULL = {
  en: {
    headline: 'Flood: leave the low streets by the river now and go to the high school on the top hill',
    instruction: 'Take medicine and papers with you. Do not drive through water. '.repeat(5).slice(0, 299),
    sender_name: 'City flood control',
  },
  zh: {
    headline: '洪水请立即离开河边低洼街道'.repeat(7).slice(0, 90),
    instruction: '请带好药品和证件，不要驾车涉水。'.repeat(20).slice(0, 300),
    sender_name: '市防汛指挥部',
  },
};
const LONG = {
  headline: 'Flood: leave the low streets by the river now and go to the high school on the hill',
  description: 'The river rises by one metre each hour. Streets by the water are closed. '.repeat(6).trim(),
  instruction: 'Take medicine and papers with you. Do not drive through water. '.repeat(4).trim(),
  sender_name: 'City flood control',
};
const zh = {
  headline: '洪水：请立即离开河边低洼街道，前往山上的高中避险',
  description: '河水每小时上涨一米，沿河街道已经封闭。'.repeat(10),
  instruction: '请带好药品和证件，不要驾车涉水。'.repeat(6),
  sender_name: '市防汛指挥部',
};
const grades = {
  0: { urgency: 'Immediate', severity: 'Extreme', certainty: 'Observed' },
  1: { urgency: 'Immediate', severity: 'Severe', certainty: 'Observed' },
  2: { urgency: 'Expected', severity: 'Moderate', certainty: 'Likely' },
  3: { urgency: 'Future', severity: 'Minor', certainty: 'Possible' },
  4: { urgency: 'Unknown', severity: 'Unknown', certainty: 'Unknown' },
} as const;
const KINDS = [
  { name: '0 both', priority: 0, texts: { en: LONG, zh } },
  { name: '1 en', priority: 1, texts: { en: LONG } },
  { name: '1 zh', priority: 1, texts: { zh } },
  { name: '1 short', priority: 1, texts: { en: { headline: 'Fire in the harbour' } } },
  { name: '1 test', priority: 1, texts: { en: LONG, zh }, status: 'Exercise', forced: true },
  { name: '1 all clear', priority: 1, texts: { en: LONG, zh }, response_types: ['AllClear'] },
  { name: '2 both', priority: 2, texts: { en: LONG, zh } },
  { name: '2 zh test', priority: 2, texts: { zh }, status: 'Test', forced: true },
  { name: '1 full', priority: 1, texts: FULL },
  { name: '1 full test', priority: 1, texts: FULL, status: 'Exercise', forced: true },
  { name: '2 full', priority: 2, texts: FULL },
  { name: '3 both', priority: 3, texts: { en: LONG, zh } },
  { name: '4 en', priority: 4, texts: { en: LONG } },
] as const;

const hexOf = (rgb: string) =>
  `#${(rgb.match(/\d+/g) ?? []).map(part => Number(part).toString(16).padStart(2, '0')).join('')}`;

/** Of each text: its colours, how large it is, and whether the screen cuts it. */
const readTexts = (page: Page) =>
  page.getByRole('alert').evaluate(section => {
    const side = Math.min(innerWidth, innerHeight);
    const groundOf = (element: Element): string => {
      const { backgroundColor } = getComputedStyle(element);
      return backgroundColor === 'rgba(0, 0, 0, 0)' ? groundOf(element.parentElement!) : backgroundColor;
    };
    const isCut =
      section.scrollHeight > section.clientHeight + 1 || section.scrollWidth > section.clientWidth + 1;
    const texts = [...section.querySelectorAll('p, span')].filter(
      one => one.clientHeight + one.scrollHeight > 0,
    );
    return {
      isCut,
      template: section.dataset['template'] as 'takeover' | 'banner' | 'ticker',
      instruction: Math.min(
        ...[...section.querySelectorAll('.alert-instruction')]
          .filter(one => one.clientHeight > 0)
          .map(one => parseFloat(getComputedStyle(one).fontSize) / side),
      ),
      isFootCut: [...section.querySelectorAll('.alert-foot')].some(
        one => one.getBoundingClientRect().bottom > innerHeight + 1,
      ),
      headline:
        Math.min(
          ...[...section.querySelectorAll('.alert-headline')].map(one =>
            parseFloat(getComputedStyle(one).fontSize),
          ),
        ) / side,
      colours: [...new Set(texts.map(one => `${getComputedStyle(one).color}|${groundOf(one)}`))],
    };
  });

test(
  'each kind of alert can be read on a screen that lies or stands, in English, Chinese and both',
  { tag: '@again' },
  async ({ staff, demoServer: { origin } }, info) => {
    const screen = new Screen();
    const second = await new Api(origin).enterAs('admin');
    try {
      await screen.open(`${origin}/player`, { watch: false });
      const code = await screen.page.getByText(/^[A-Z2-9]{3}-[A-Z2-9]{3}$/).innerText();
      const listening = screen.page.waitForRequest(/\/api\/player\/events/);
      const { id } = await staff.call<{ id: string }>('POST', '/api/devices/pair', {
        code,
        name: 'Taxi 4113',
      });
      await listening;
      const target = { mode: 'devices', device_ids: [id] };
      for (const { name, priority, ...kind } of KINDS) {
        const body = { event: 'Flood', ...grades[priority], target, ...kind };
        const made = await staff.call<Alert>('POST', '/api/alerts', body);
        expect(made.priority, name).toBe(priority);
        if (priority === 0) {
          await staff.call('POST', `/api/alerts/${made.id}/submit`, {});
          await second.call('POST', `/api/alerts/${made.id}/approve`, {});
        } else await staff.call('POST', `/api/alerts/${made.id}/publish`, {});
        await expect(screen.page.getByRole('alert'), name).toBeVisible({ timeout: PUSHED_MS });
        for (const view of VIEWS) {
          await screen.page.setViewportSize(view);
          await screen.page.evaluate(
            () => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done))),
          );
          const { isCut, isFootCut, template, headline, instruction, colours } = await readTexts(screen.page);
          const what = `${name} ${view.width}`;
          await info.attach(what, { body: await screen.page.screenshot(), contentType: 'image/png' });
          expect(isCut, what).toBe(false);
          expect(isFootCut, what).toBe(false);
          const least = name.includes('full') ? LEAST_HEADLINE : HEADLINE[template];
          expect(headline, what).toBeGreaterThanOrEqual(Math.min(least, HEADLINE[template]));
          expect(instruction, what).toBeGreaterThanOrEqual(LEAST_INSTRUCTION);
          for (const pair of colours) {
            const [ink = '', ground = ''] = pair.split('|');
            expect(contrast(hexOf(ink), hexOf(ground)), `${what}: ${pair}`).toBeGreaterThanOrEqual(
              LEAST_CONTRAST,
            );
          }
        }
        await staff.call('POST', `/api/alerts/${made.id}/cancel`, { reason: 'Shown.' });
        await expect(screen.page.getByRole('alert'), name).toHaveCount(0, { timeout: PUSHED_MS });
      }
    } finally {
      await screen.remove();
    }
  },
);
