import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Creative } from '../../../../shared/contract/content/creative.ts';
import type { Submission } from '../../../../shared/contract/content/submission.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { REASON, submissionCalls } from '../../../support/server/submissions.ts';
import { slideInput } from '../../../support/slides.ts';
import { addCreative, fixture, upload } from '../../../support/server/upload.ts';
import { ffmpeg } from '../../../tools/machine.ts';
import { film } from '../formats/make.ts';

let test: TestServer;
let calls: ReturnType<typeof submissionCalls>;
beforeAll(async () => {
  test = await startTestServer({ config: { ffmpeg: ffmpeg() } });
  calls = submissionCalls(test, await test.signIn('viewer'), test.admin);
});
afterAll(() => test.close());

const waiting = async () => {
  const answer = await call(
    test,
    test.admin,
    'GET',
    '/api/submissions?status=pending,in_review,changes_requested',
  );
  return answer.json<{ items: Submission[] }>().items;
};
async function sentBack() {
  const [submission] = await waiting();
  await calls.review(submission!.id);
  expect((await calls.judge(submission!.id, 'request-changes', REASON)).statusCode).toBe(200);
  return submission!.id;
}
const done = async (id: string) => {
  await calls.review(id);
  return calls.judge(id, 'approve');
};

it('what is live and was sent back with its newer version is changed again, and goes on in that submission', async () => {
  const maker = await test.signIn('manager');
  const change = (row: Creative, input: object) =>
    call(test, maker, 'PUT', `/api/creatives/${row.id}/slide`, { payload: input, version: row.version });
  const made = await call(test, maker, 'POST', '/api/creatives/slides', { payload: slideInput('list') });
  const live = made.json<Creative>();
  const words = (headline: string) => {
    const input = slideInput('headline');
    const texts = { ...input.slide.texts, headline: { en: headline, zh: '' } };
    return { ...input, slide: { ...input.slide, texts } };
  };
  expect((await change(live, words('Buses run late'))).statusCode).toBe(200);
  const id = await sentBack();
  const again = await change(await calls.creativeNow(live.id), words('Buses run all night'));
  expect([again.statusCode, again.body]).toEqual([200, again.body]);
  expect((await waiting()).map(one => [one.id, one.state])).toEqual([[id, 'pending']]);
  expect((await done(id)).statusCode).toBe(200);
  const now = await calls.creativeNow(live.id);
  expect(now.slide?.texts['headline']?.en).toBe('Buses run all night');
});

it('whoever sends again what somebody else submitted does not decide it', async () => {
  const target = 'https://example.org/spring';
  const creative = await addCreative(test, test.admin, 'picture.jpg');
  const maker = await test.signIn('manager');
  const point = async (by: TestServer['admin'], qr_target: string) => {
    const { version } = await calls.creativeNow(creative.id);
    return call(test, by, 'PATCH', `/api/creatives/${creative.id}`, { payload: { qr_target }, version });
  };
  await point(maker, 'https://example.org/wrong');
  const id = await sentBack();
  expect((await point(test.admin, target)).statusCode).toBe(200);
  expect((await done(id)).statusCode).toBe(403);
  const other = await test.signIn('admin');
  await call(test, other, 'POST', `/api/submissions/${id}/assign`, { payload: { user_id: other.id } });
  const approved = await call(test, other, 'POST', `/api/submissions/${id}/approve`, { payload: {} });
  expect(approved.statusCode).toBe(200);
  expect(await calls.creativeNow(creative.id)).toMatchObject({ qr_target: target, state: 'approved' });
});

it('a video shorter than a second is submitted, listed and decided', async () => {
  const bytes = film('mp4', '-c:v libx264 -pix_fmt yuv420p', { seconds: 0.4, isSilent: true });
  const viewer = await test.signIn('viewer');
  const sent = await upload(test, viewer, bytes, { filename: 'short.mp4' });
  const creative_id = String(sent.headers['x-creative']);
  const payload = { creative_id, name: 'A blink', alt_text: 'A tram passes', note: '' };
  const submitted = await call(test, viewer, 'POST', '/api/own-submissions', { payload });
  expect([submitted.statusCode, submitted.body]).toEqual([200, submitted.body]);
  expect((await call(test, viewer, 'GET', '/api/own-submissions')).statusCode).toBe(200);
  const { id } = submitted.json<Submission>();
  await calls.review(id);
  expect((await calls.judge(id, 'reject', REASON)).statusCode).toBe(200);
});

it('a draft that is discarded takes its file along, unless something else shows it', async () => {
  const viewer = await test.signIn('viewer');
  const discard = (creative_id: string) =>
    calls.post(viewer, '/api/own-submissions/discard', { creative_id });
  const inLibrary = async (id: string) =>
    (await call(test, test.admin, 'GET', '/api/media?limit=100'))
      .json<{ items: { id: string }[] }>()
      .items.some(file => file.id === id);
  const alone = await calls.creativeNow(await calls.uploaded(viewer));
  expect((await discard(alone.id)).statusCode).toBe(200);
  expect(await inLibrary(alone.asset.id)).toBe(false);
  const shared = await addCreative(test, test.admin, 'picture.png');
  const again = String((await upload(test, viewer, fixture('picture.png'))).headers['x-creative']);
  expect((await discard(again)).statusCode).toBe(200);
  expect(await inLibrary(shared.asset.id)).toBe(true);
});
