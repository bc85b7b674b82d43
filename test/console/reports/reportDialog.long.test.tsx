/** A report is put together: its preview has the width of the dialog, and its button says what it does. */
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it } from 'vitest';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TOKENS,
} from '../../support/console/console.tsx';
import { idOf } from '../../support/console/content.ts';

afterEach(() => {
  cleanup();
  localStorage.clear();
});

const AT = '2026-11-30T06:00:00.000Z';
const preview = {
  ...{ columns: [], rows: [], row_count: 0, totals: { plays: 0, not_shown: 0, duration_ms: 0, screens: 0 } },
  ...{ from: AT, to: AT, as_of: AT, expected: { screens: 0, since: null } },
};

async function open(language = 'en', kept: object[] = []) {
  const page = await openConsole({
    path: '/admin/analytics?show=reports',
    tokens: memoryTokens(TOKENS),
    language,
    answers: signedInAnswers(person('admin'), {
      'GET /api/reports/definitions': () => listOf(kept),
      'GET /api/reports/runs': () => listOf([]),
      'POST /api/reports/preview': () => json(preview),
      'POST /api/reports/definitions': ({ body }) =>
        json({ ...(body as object), id: idOf(1), version: 1, status: 'active', next_at: AT }, 201),
      'POST /api/reports/runs': () => json({ id: idOf(2) }, 202),
    }),
  });
  const { t } = page.i18n;
  await page.i18n.loadNamespaces(['reports']);
  fireEvent.click((await screen.findAllByRole('button', { name: t('reports:new') }))[0]!);
  const dialog = within(await screen.findByRole('dialog'));
  const next = async (field: string) => {
    fireEvent.click(dialog.getByRole('button', { name: t('screens:next') }));
    return dialog.findByLabelText(t(`reports:fields.${field}`));
  };
  return { ...page, dialog, next, t };
}

it('gives the preview the width of the dialog, and the way on stays in sight', async () => {
  const { dialog, next } = await open();
  const width = () => screen.getByRole('dialog').querySelector('form')!.className.split(' ');
  expect(width()).toContain('max-w-[640px]');
  await next('format');
  expect((await dialog.findByRole('region', { name: 'Preview' })).closest('[data-wide]')).not.toBeNull();
  expect(width()).not.toContain('max-w-[640px]');
  const buttons = dialog.getByRole('button', { name: 'Continue' }).parentElement!;
  expect(buttons.hasAttribute('data-wide')).toBe(true);
  expect(buttons.className).toContain('in-data-[layer=dialog]:sticky');
});

it('says of what the preview is as the language does', async () => {
  const { dialog, next } = await open('zh');
  await next('format');
  const region = await dialog.findByRole('region', { name: '预览' });
  expect(region.textContent).toContain('待回传：无');
  expect(region.textContent).not.toMatch(/: /);
});

it('is made, or saved with its schedule and made; recipients are no tags', async () => {
  const { dialog, next, to } = await open();
  await next('format');
  fireEvent.change(await next('name'), { target: { value: 'Weekly' } });
  expect(dialog.getByRole('button', { name: 'Make report' })).toBeTruthy();
  fireEvent.change(dialog.getByLabelText('How often'), { target: { value: 'weekly' } });
  expect(await dialog.findByPlaceholderText('Add an email address and press Enter')).toBeTruthy();
  expect(dialog.getByText('0 of 20 recipients')).toBeTruthy();
  expect(dialog.queryByRole('button', { name: 'Make report' })).toBeNull();
  fireEvent.click(dialog.getByRole('button', { name: 'Save and make now' }));
  expect(await screen.findByText('Scheduled. The first file is being made.')).toBeTruthy();
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
  expect(to('/api/reports/definitions').at(-1)).toBeTruthy();
});

it('a weekly schedule is written as the language does', async () => {
  const row = {
    ...{ id: idOf(3), version: 1, name: 'Weekly', preset: 'days', period: 'last_month', tz: 'UTC' },
    ...{ schedule: 'weekly', day: 1, hour: 8, status: 'active', next_at: AT, format: 'csv' },
  };
  await open('zh', [row]);
  expect(await screen.findAllByText('每周一 08:00')).not.toEqual([]);
});
