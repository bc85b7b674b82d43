import { PNG } from 'pngjs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RuleKey, Validation, ValidationRule } from '../../../../shared/contract/content/validation.ts';
import { startChecking } from '../../../../server/content/validation/checker.ts';
import { manualClock } from '../../../support/clock.ts';
import { checkAll } from '../../../support/server/checks.ts';
import { addPlaylist, call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { submissionCalls } from '../../../support/server/submissions.ts';
import { addCreative, upload } from '../../../support/server/upload.ts';

const REASON = { reason: 'The advertiser has shown his licence.' };
const DAY_MS = 86_400_000;
const clock = manualClock(Date.UTC(2026, 10, 24, 14));
let test: TestServer;
let manager: TestServer['admin'];
let calls: ReturnType<typeof submissionCalls>;
beforeAll(async () => {
  test = await startTestServer({ clock });
  manager = await test.signIn('manager');
  calls = submissionCalls(test, test.admin, manager);
});
afterAll(() => test.close());

async function found(query: string): Promise<Map<RuleKey, Validation>> {
  const answer = await call(test, test.admin, 'GET', `/api/validations?limit=100&${query}`);
  return new Map(answer.json<{ items: Validation[] }>().items.map(one => [one.rule, one]));
}
const ofFile = (creative_id: string, asset_id: string) =>
  found(`creative_id=${creative_id}&asset_id=${asset_id}`);
const waive = (row: Validation | undefined) =>
  call(test, test.admin, 'POST', `/api/validations/${row?.id}/waive`, { payload: REASON });
async function changeRule(id: RuleKey, payload: object) {
  const rules = await call(test, test.admin, 'GET', '/api/validation-rules');
  const rule = rules.json<{ items: ValidationRule[] }>().items.find(one => one.id === id)!;
  await call(test, test.admin, 'PATCH', `/api/validation-rules/${id}`, { payload, version: rule.version });
}
/** A picture whose sides break the rule of the shape. */
async function square(size: number): Promise<string> {
  const bytes = PNG.sync.write(new PNG({ width: size, height: size }));
  return String((await upload(test, test.admin, bytes, { filename: 'square.png' })).headers['x-creative']);
}
async function change(path: string, payload: object) {
  const { version } = (await call(test, test.admin, 'GET', `/api/${path}`)).json<{ version: number }>();
  const answer = await call(test, test.admin, 'PATCH', `/api/${path}`, { payload, version });
  if (answer.statusCode !== 200) throw new Error(answer.body);
}
const publishing = async (creative_id: string) => {
  const { id } = await addPlaylist(test, test.admin, [{ creative_id, duration_ms: 5_000 }]);
  return call(test, test.admin, 'POST', `/api/playlists/${id}/publish`);
};
/** A creative that is live, and the file that is to take its place. */
async function withNewer(size: number) {
  const live = await addCreative(test, test.admin);
  const answer = await calls.post(test.admin, `/api/creatives/${live.id}/replace`, {
    creative_id: await square(size),
  });
  if (answer.statusCode !== 200) throw new Error(answer.body);
  const open = await call(test, test.admin, 'GET', `/api/submissions?creative_id=${live.id}`);
  const submission = open.json<{ items: { id: string; asset: { id: string } }[] }>().items[0]!;
  return { live, submission, newer: submission.asset.id };
}

describe('a newer file of a creative', () => {
  it('is checked before it is decided about, beside the one that is live', async () => {
    const { live, submission, newer } = await withNewer(64);
    await checkAll(test);
    expect((await ofFile(live.id, live.asset.id)).get('ratio')?.measured).toBe(0);
    expect((await ofFile(live.id, newer)).get('ratio')).toMatchObject({
      state: 'warn',
      asset: { id: newer },
    });
    await calls.review(submission.id);
    expect((await calls.judge(submission.id, 'approve')).statusCode).toBe(200);
    expect(await ofFile(live.id, live.asset.id)).toEqual(new Map());
    expect((await ofFile(live.id, newer)).get('ratio')?.state).toBe('warn');
  });

  it('that fails is not approved, also where nobody has checked it yet, and what is live is given out as before', async () => {
    await changeRule('ratio', { severity: 'fail', limit: 30 });
    const { live, submission, newer } = await withNewer(65);
    await calls.review(submission.id);
    const refused = (await calls.judge(submission.id, 'approve')).json<object>();
    expect(refused).toMatchObject({ error: 'RULE', details: { checks: ['ratio'] } });
    await checkAll(test);
    expect((await publishing(live.id)).statusCode).toBe(200);
    await waive((await ofFile(live.id, newer)).get('ratio'));
    expect((await calls.judge(submission.id, 'approve')).statusCode).toBe(200);
    expect((await calls.creativeNow(live.id)).asset.id).toBe(newer);
    await changeRule('ratio', { severity: 'warn', limit: 2 });
  });

  it('that was rejected or withdrawn leaves no results behind', async () => {
    const { live, submission, newer } = await withNewer(66);
    await checkAll(test);
    await calls.review(submission.id);
    await calls.judge(submission.id, 'reject', { reason_code: 'rights', ...REASON });
    expect(await ofFile(live.id, newer)).toEqual(new Map());
    expect((await ofFile(live.id, live.asset.id)).size).toBeGreaterThan(0);
    await checkAll(test);
    expect(await ofFile(live.id, newer)).toEqual(new Map());
  });
});

describe('what is published seconds after its upload', () => {
  it('is checked first, where that needs no measuring', async () => {
    await changeRule('ratio', { severity: 'fail' });
    const id = await square(67);
    expect((await publishing(id)).json()).toMatchObject({ error: 'RULE', details: { creative_ids: [id] } });
    await changeRule('ratio', { severity: 'warn' });
    expect((await publishing(id)).statusCode).toBe(200);
  });

  it('is a video: it is waited for', async () => {
    const { id } = await addCreative(test, test.admin, 'h264.mp4');
    const refused = await publishing(id);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { error: 'BEING_CHECKED', details: { creative_ids: [id] } },
    ]);
    await checkAll(test);
    expect((await publishing(id)).statusCode).toBe(200);
  });
});

it('a waiver holds for the words it was given for, and for no other name', async () => {
  await changeRule('banned_words', { words: ['casino'] });
  const { id } = await addCreative(test, test.admin, 'picture.avif');
  const words = async () => (await found(`creative_id=${id}`)).get('banned_words');
  await change(`creatives/${id}`, { name: 'Casino museum' });
  await checkAll(test);
  await waive(await words());
  await changeRule('banned_words', { words: ['casino', 'poker'] });
  await checkAll(test);
  expect(await words()).toMatchObject({ state: 'waived', ...REASON });
  await change(`creatives/${id}`, { name: 'Casino poker night' });
  await checkAll(test);
  expect(await words()).toMatchObject({ state: 'fail', found: ['casino', 'poker'], reason: '' });
});

it('a licence is warned of before its end and fails once it is over, each waived by itself', async () => {
  const { id, asset } = await addCreative(test, test.admin, 'picture.webp');
  await change(`media/${asset.id}`, { licence_until: '2026-12-24' });
  const licence = async () => (await found(`creative_id=${id}`)).get('licence');
  /** The worker runs once after so many days; by then everybody has to sign in again. */
  const days = async (count: number) => {
    await clock.sleep(count * DAY_MS);
    test.admin = await test.signIn('admin');
    const stop = startChecking(test.server, error => {
      throw error;
    });
    await clock.advance(5_000);
    await stop();
    await checkAll(test);
  };
  await checkAll(test);
  expect(await licence()).toMatchObject({ state: 'pass', measured: 30, limit: 14 });
  await days(16);
  expect(await licence()).toMatchObject({ state: 'pass', measured: 14 });
  await days(1);
  expect(await licence()).toMatchObject({ state: 'warn', measured: 13 });
  await waive(await licence());
  await days(13);
  expect(await licence()).toMatchObject({ state: 'waived', measured: 0 });
  await days(1);
  expect(await licence()).toMatchObject({ state: 'fail', measured: -1 });
  await change(`media/${asset.id}`, { licence_until: null });
  await checkAll(test);
  expect(await licence()).toBeUndefined();
});
