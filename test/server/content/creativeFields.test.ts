import sharp from 'sharp';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Creative } from '../../../shared/contract/content/creative.ts';
import type { ErrorBody } from '../../../shared/contract/wire/errors.ts';
import { TEMPLATES } from '../../../shared/slides/templates/index.ts';
import { slideInput } from '../../support/slides.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { submissionCalls } from '../../support/server/submissions.ts';
import { addCreative, begin, fixture, upload } from '../../support/server/upload.ts';

let test: TestServer;
let viewer: TestServer['admin'];
let calls: ReturnType<typeof submissionCalls>;
beforeAll(async () => {
  test = await startTestServer();
  viewer = await test.signIn('viewer');
  calls = submissionCalls(test, viewer, test.admin);
});
afterAll(() => test.close());

const patch = async (id: string, payload: object) => {
  const { version } = await calls.creativeNow(id);
  return call(test, test.admin, 'PATCH', `/api/creatives/${id}`, { payload, version });
};
const chars = (n: number) => 'x'.repeat(n);

/** contract §3 by hand, and never read from the schema: what is written and read back, and what is refused by its name. */
const FIELDS: Record<string, { good: unknown[]; bad: unknown[] }> = {
  name: { good: ['x', chars(120)], bad: ['', chars(121), 7, null] },
  duration_ms: { good: [3_000, 120_000], bad: [2_999, 120_001, 3_000.5, '5000', null] },
  alt_text: { good: ['x', chars(250)], bad: [chars(251), null] },
  languages: { good: [[], ['en'], ['zh', 'en']], bad: [['fr'], ['en', 'en'], 'en', null] },
  cats: {
    good: [[], ['IAB1'], ['IAB1', 'IAB2', 'IAB3', 'IAB4', 'IAB5']],
    bad: [['IAB99'], ['IAB1', 'IAB1'], ['IAB1', 'IAB2', 'IAB3', 'IAB4', 'IAB5', 'IAB6'], null],
  },
  advertiser: { good: ['', chars(120)], bad: [chars(121), null] },
  qr_target: { good: [null, 'https://example.org/a?b=c'], bad: ['http://example.org/', 'example', 7] },
  valid_from: { good: [null, '2026-12-24'], bad: ['2026-02-30', '24.12.2026', 7] },
  valid_until: { good: [null, '2027-12-24'], bad: ['2026-13-01', 'tomorrow', 7] },
};
/** Made by the server alone. */
const READ_ONLY = ['kind', 'state', 'asset', 'slide', 'orientation', 'approved_sha256', 'approval_reason'];

describe('OPEN-ENT-01 the fields of a creative', () => {
  it.each(Object.entries(FIELDS))(
    'OPEN-ENT-01 %s is written and read back at its bounds, and refused past them by its name',
    async (field, { good, bad }) => {
      const id = await calls.uploaded();
      for (const value of good) {
        const answer = await patch(id, { [field]: value });
        expect([value, answer.statusCode]).toEqual([value, 200]);
        expect((await calls.creativeNow(id))[field as keyof Creative]).toEqual(value);
      }
      const before = await calls.creativeNow(id);
      for (const value of bad) {
        const answer = await patch(id, { [field]: value });
        expect([value, answer.statusCode]).toEqual([value, 400]);
        const named = Object.keys(answer.json<ErrorBody>().details).map(key => key.split('.')[0]);
        expect([value, named]).toEqual([value, [field]]);
      }
      expect((await calls.creativeNow(id))[field as keyof Creative]).toEqual(before[field as keyof Creative]);
    },
  );

  it('OPEN-ENT-01 are all there, and what the server makes is not written', async () => {
    const creative = await addCreative(test, test.admin);
    for (const field of [...Object.keys(FIELDS), ...READ_ONLY])
      expect([field, field in creative]).toEqual([field, true]);
    for (const field of READ_ONLY) {
      const answer = await patch(creative.id, { [field]: creative[field as keyof Creative] });
      expect([field, answer.statusCode]).toEqual([field, 400]);
    }
    const crossed = { valid_from: '2026-12-02', valid_until: '2026-12-01' };
    expect((await patch(creative.id, crossed)).json()).toMatchObject({
      ...{ error: 'VALIDATION', details: { valid_until: [expect.any(String)] } },
    });
  });

  it.each([
    [64, 32, 'landscape'],
    [32, 64, 'portrait'],
    [32, 32, 'square'],
  ] as const)('OPEN-ENT-01 the orientation of %i by %i is %s', async (width, height, orientation) => {
    const bytes = await sharp({ create: { width, height, channels: 3, background: 'red' } })
      .png()
      .toBuffer();
    const answer = await upload(test, test.admin, bytes, { filename: 'a.png' });
    expect(await calls.creativeNow(String(answer.headers['x-creative']))).toMatchObject({
      ...{ kind: 'image', orientation, asset: { w: width, h: height } },
    });
  });

  it('OPEN-ENT-01 a video has its own length', async () => {
    const video = await addCreative(test, test.admin, 'h264.mp4');
    expect(video).toMatchObject({ kind: 'video', duration_ms: video.asset.duration_ms });
    expect((await patch(video.id, { duration_ms: 5_000 })).json()).toMatchObject({
      ...{ error: 'VALIDATION', details: { duration_ms: [expect.any(String)] } },
    });
  });

  it('OPEN-ENT-01 a slide is a template with its texts, at most four pictures and colours, and no markup', async () => {
    const input = slideInput('headline');
    const made = await call(test, test.admin, 'POST', '/api/creatives/slides', { payload: input });
    expect(made.json()).toMatchObject({ kind: 'slide', slide: input.slide });
    for (const { fields } of Object.values(TEMPLATES))
      expect(Object.values(fields).filter(({ as }) => as === 'image').length).toBeLessThanOrEqual(4);
    const five = Object.fromEntries(Array.from({ length: 5 }, (_, n) => [`picture_${n}`, null]));
    for (const wrong of [{ template: 'none' }, { images: five }, { html: '<b>Sale</b>' }]) {
      const payload = { ...input, slide: { ...input.slide, ...wrong } };
      const answer = await call(test, test.admin, 'POST', '/api/creatives/slides', { payload });
      expect([Object.keys(wrong), answer.statusCode]).toEqual([Object.keys(wrong), 400]);
      expect(Object.keys(answer.json<ErrorBody>().details).join()).toMatch(/^slide\b/);
    }
  });

  it('OPEN-ENT-01 its hash is frozen at the approval', async () => {
    const made = await calls.submitted();
    expect((await calls.creativeNow(made.creative_id)).approved_sha256).toBeNull();
    await calls.judge(made.id, 'assign');
    await calls.judge(made.id, 'approve');
    expect((await calls.creativeNow(made.creative_id)).approved_sha256).toBe(made.asset.sha256);
  });
});

/** The same words for whoever reads the answer and whoever reads the page. */
const REASON = 'HTML, SVG and archives are not accepted, because they could run code on the screens.';

describe('what could run code', () => {
  const html = '<!doctype html><title>Sale</title><script>alert(1)</script>';
  it.each([
    ['HTML', Buffer.from(html)],
    ['HTML without its head', Buffer.from('  <html><body>Sale</body></html>')],
    ['XHTML', Buffer.from('<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>')],
    ['SVG', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>')],
    ['SVG after a byte order mark', Buffer.from('\ufeff<svg xmlns="http://www.w3.org/2000/svg"/>')],
    ['ZIP', fixture('archive.png')],
  ])('OPEN-ENT-01 %s is refused with its reason, under whatever name', async (_what, bytes) => {
    for (const filename of ['page.html', 'picture.jpg', 'video.mp4']) {
      const answer = await upload(test, test.admin, bytes, { filename });
      expect([answer.statusCode, answer.json()]).toMatchObject([
        ...[
          415,
          { error: 'HTML_NOT_ACCEPTED', message: REASON, details: { found: expect.any(String) as string } },
        ],
      ]);
      expect(answer.headers['x-creative']).toBeUndefined();
    }
  });

  it.each(['text/html', 'application/xhtml+xml', 'image/svg+xml', 'application/zip'])(
    'OPEN-ENT-01 %s is refused with its reason before the first byte',
    async filetype => {
      const answer = await begin(test, test.admin, { bytes: 100, fields: { filename: 'a', filetype } });
      expect([answer.statusCode, answer.json()]).toMatchObject([
        ...[415, { error: 'HTML_NOT_ACCEPTED', message: REASON }],
      ]);
    },
  );

  it.each([
    ['en', REASON],
    ['zh', '不接受 HTML、SVG 和压缩包，因为它们可能在屏幕上运行代码。'],
  ])('OPEN-ENT-01 the console says the reason in %s', (language, said) => {
    const file = join(import.meta.dirname, '../../../public/locales', language, 'common.json');
    const texts = JSON.parse(readFileSync(file, 'utf8')) as { errors: Record<string, string> };
    expect(texts.errors['HTML_NOT_ACCEPTED']).toBe(said);
  });
});
