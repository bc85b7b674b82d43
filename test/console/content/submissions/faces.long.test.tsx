import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, expect, it, vi } from 'vitest';
import type { Submission } from '../../../../shared/contract/content/submission.ts';
import { composeSlide, emptySlide } from '../../../../shared/slides/compose.ts';
import { packSlide } from '../../../../shared/slides/file.ts';
import { assetRow, idOf } from '../../../support/console/content.ts';
import {
  json,
  listOf,
  memoryTokens,
  openConsole,
  person,
  signedInAnswers,
  TENANT,
  TOKENS,
} from '../../../support/console/console.tsx';

afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const AT = '2026-11-24T08:00:00.000Z';
const SLIDE: Submission = {
  ...{ id: idOf(1), tenant_id: TENANT, created_at: AT, updated_at: AT, created_by: idOf(90) },
  ...{ version: 1, deleted_at: null, subject: 'creative', state: 'in_review', creative_id: idOf(21) },
  ...{ content_item_id: null, name: 'Winter', kind: 'slide', alt_text: 'A sale', duration_ms: 10_000 },
  asset: { ...assetRow(1), url: '/media/slide', thumbnail_url: null },
  quarantine: null,
  ...{ is_newer_file: false, qr_target: null, note: '', priority: 'normal' },
  ...{ languages: [], valid_from: null, valid_until: null, advertiser: '' },
  ...{ sla_due: '2026-11-25T08:00:00.000Z', decisions: [], submitter: 'advertiser@fleet.example' },
  ...{ assigned_to: person().id, assignee: 'somebody@fleet.example', asset_before: null },
};

it('a reviewer sees all that a slide may show: both languages, and both ways a screen hangs', async () => {
  const slide = emptySlide('headline');
  const words = { en: 'Winter sale', zh: '冬季特卖' };
  const texts = Object.fromEntries(Object.keys(slide.texts).map(field => [field, words]));
  const bytes = packSlide(composeSlide({ ...slide, texts }).scene, []);
  vi.stubGlobal('fetch', () => Promise.resolve(new Response(new Uint8Array(bytes))));
  await openConsole({
    path: '/admin/submissions',
    tokens: memoryTokens(TOKENS),
    answers: signedInAnswers(person('admin'), {
      'GET /api/submissions': () => listOf([SLIDE]),
      'GET /api/validations': () => listOf([]),
      [`GET /api/submissions/${SLIDE.id}`]: () => json(SLIDE),
    }),
  });
  fireEvent.click(await screen.findByRole('link', { name: SLIDE.name }));
  const sheet = await screen.findByRole('dialog', { name: SLIDE.name });
  await waitFor(() => expect(sheet.textContent).toContain(words.zh));
  const names = within(sheet)
    .getAllByRole('img', { name: /^Winter, / })
    .map(one => one.getAttribute('aria-label'));
  expect(names).toEqual([
    ...['Winter, English, Landscape', 'Winter, English, Portrait'],
    ...['Winter, 中文, Landscape', 'Winter, 中文, Portrait'],
  ]);
});
