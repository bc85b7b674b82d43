import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Creative } from '../../../../shared/contract/content/creative.ts';
import type { OwnSubmission, Submission } from '../../../../shared/contract/content/submission.ts';
import { call } from '../../../support/server/playlist.ts';
import { localCalls } from '../../../support/server/content/localCalls.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { REASON, submissionCalls } from '../../../support/server/submissions.ts';
import { addCreative } from '../../../support/server/upload.ts';

let test: TestServer;
let viewer: TestServer['admin'];
let manager: TestServer['admin'];
let calls: ReturnType<typeof submissionCalls>;
beforeAll(async () => {
  test = await startTestServer();
});
beforeEach(async () => {
  viewer = await test.signIn('viewer');
  manager = await test.signIn('manager');
  calls = submissionCalls(test, viewer, manager);
});
afterAll(() => test.close());

const patch = async (id: string, payload: object, by = manager) => {
  const { version } = await calls.creativeNow(id);
  return call(test, by, 'PATCH', `/api/creatives/${id}`, { payload, version });
};
const OWN = { error: 'FORBIDDEN', details: { own: true } };
const FIELDS = [
  { name: 'Another name' },
  { alt_text: 'Another picture' },
  { qr_target: 'https://elsewhere.example/' },
  { duration_ms: 120_000 },
  { languages: ['zh'] },
  { cats: ['IAB1'] },
];

it.each(FIELDS)('OPEN-LIFE-05 whoever may decide does not change what waits: %j', async change => {
  const made = await calls.submitted();
  for (const state of ['submitted', 'in_review']) {
    const before = await calls.creativeNow(made.creative_id);
    expect((await patch(made.creative_id, change)).json()).toMatchObject({
      error: 'STATE',
      details: { state },
    });
    expect(await calls.creativeNow(made.creative_id)).toMatchObject({
      version: before.version,
      ...pick(before),
    });
    await calls.review(made.id);
  }
  expect((await calls.judge(made.id, 'approve')).statusCode).toBe(200);
});
const pick = ({ name, alt_text, qr_target, duration_ms, languages, cats }: Creative) => ({
  ...{ name, alt_text, qr_target, duration_ms, languages, cats },
});

it('OPEN-LIFE-05 whoever changed what was sent back does not decide it, and another may', async () => {
  const made = await calls.submitted();
  await calls.review(made.id);
  await calls.judge(made.id, 'request-changes', REASON);
  expect((await patch(made.creative_id, { name: 'Mine now' })).statusCode).toBe(200);
  await calls.own(made.id, 'resubmit');
  await calls.review(made.id);
  for (const [verb, body] of [
    ['approve', {}],
    ['reject', REASON],
    ['request-changes', REASON],
  ] as const)
    expect((await calls.judge(made.id, verb, body)).json()).toMatchObject(OWN);
  expect((await calls.judge(made.id, 'approve', {}, test.admin)).statusCode).toBe(200);
});

it('OPEN-LIFE-05 whoever wrote of a draft that somebody else submits does not decide it', async () => {
  const creative_id = await calls.uploaded();
  await patch(creative_id, { name: 'Mine now' });
  const answer = await calls.post(viewer, '/api/own-submissions', {
    ...{ creative_id, name: 'Sale', alt_text: 'Snow' },
  });
  const { id } = answer.json<OwnSubmission>();
  await calls.review(id);
  expect((await calls.judge(id, 'approve')).json()).toMatchObject(OWN);
});

it('OPEN-LIFE-05 what was approved begins again: who wrote of it before may decide about a newer file', async () => {
  const made = await calls.submitted();
  await calls.review(made.id);
  await calls.judge(made.id, 'approve', {}, test.admin);
  expect((await patch(made.creative_id, { name: 'A typing error less' })).statusCode).toBe(200);
  const { id: creative_id } = await addCreative(test, test.admin, 'picture.webp');
  await calls.post(test.admin, `/api/creatives/${made.creative_id}/replace`, { creative_id });
  const waiting = async () =>
    (
      await call(test, manager, 'GET', `/api/submissions?creative_id=${made.creative_id}&status=pending`)
    ).json<{
      items: Submission[];
    }>().items[0]!;
  const { id, version } = await waiting();
  await calls.review(id);
  /** The words beside the newer file are changed while it waits: the reviewer sees that, and is no second pair of eyes. */
  await patch(made.creative_id, { alt_text: 'What the newer file shows' });
  const seen = await call(test, manager, 'POST', `/api/submissions/${id}/approve`, {
    payload: {},
    version: version + 1,
  });
  expect(seen.statusCode).toBe(412);
  expect((await calls.judge(id, 'approve')).json()).toMatchObject(OWN);
  const third = await test.signIn('manager');
  expect((await calls.judge(id, 'approve', {}, third)).statusCode).toBe(200);
});

it.each([
  ['approve', {}],
  ['reject', REASON],
  ['request-changes', REASON],
  ['assign', {}],
] as const)(
  '%s names the version that was looked at: what changed since is not decided',
  async (verb, payload) => {
    const made = await calls.submitted();
    if (verb !== 'assign') await calls.review(made.id);
    const opened = (await call(test, manager, 'GET', `/api/submissions/${made.id}`)).json<Submission>();
    if (verb === 'assign')
      await call(test, viewer, 'PATCH', `/api/own-submissions/${made.id}`, {
        ...{ payload: { alt_text: 'Rain' }, version: opened.version },
      });
    else {
      await calls.judge(made.id, 'request-changes', REASON, test.admin);
      await calls.own(made.id, 'resubmit', { creative_id: await calls.uploaded() });
      await calls.judge(made.id, 'assign', {}, test.admin);
    }
    const act = (version: number) =>
      call(test, manager, 'POST', `/api/submissions/${made.id}/${verb}`, { payload, version });
    const now = (await call(test, manager, 'GET', `/api/submissions/${made.id}`)).json<Submission>();
    const refused = await act(opened.version);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      412,
      {
        error: 'VERSION_CONFLICT',
        details: { version: now.version, state: now.state, alt_text: now.alt_text },
      },
    ]);
    expect((await act(now.version)).statusCode).toBe(200);
  },
);

it('publishing or rejecting an item on its own page holds to the version that was looked at, too', async () => {
  const local = localCalls(test);
  const author = await test.signIn('admin');
  const id = await local.make(author);
  await local.act(author, id, 'review');
  const opened = await local.read(manager, id);
  await local.edit(author, id, { priority: 90 });
  for (const [verb, payload] of [
    ['publish', {}],
    ['reject', { reason: REASON.reason }],
  ] as const) {
    const url = `/api/content-items/${id}/${verb}`;
    const stale = await call(test, manager, 'POST', url, { payload, version: opened.version });
    expect(stale.json()).toMatchObject({ error: 'VERSION_CONFLICT', details: { priority: 90 } });
  }
  const { version } = await local.read(manager, id);
  const answer = await call(test, manager, 'POST', `/api/content-items/${id}/publish`, {
    payload: {},
    version,
  });
  expect(answer.statusCode).toBe(200);
});
