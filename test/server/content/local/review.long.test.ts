import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContentItem } from '../../../../shared/contract/content/contentItem.ts';
import { SLIDE_MIME } from '../../../../shared/contract/content/media.ts';
import type { Submission } from '../../../../shared/contract/content/submission.ts';
import { BODIES } from '../../../support/server/content/items.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { REASON } from '../../../support/server/submissions.ts';

let test: TestServer;
/** One asks for a review, the other decides. */
let editor: TestServer['admin'];
let reviewer: TestServer['admin'];
beforeAll(async () => {
  test = await startTestServer();
});
beforeEach(async () => {
  editor = await test.signIn('manager');
  reviewer = await test.signIn('manager');
});
afterAll(() => test.close());

type By = TestServer['admin'];
const post = (by: By, url: string, payload: object = {}) => call(test, by, 'POST', url, { payload });
const read = async (id: string) =>
  (await call(test, editor, 'GET', `/api/content-items/${id}`)).json<ContentItem>();
const queued = async (id: string) =>
  (await call(test, reviewer, 'GET', `/api/submissions?content_item_id=${id}&sort=-created_at`)).json<{
    items: Submission[];
  }>().items;
async function inReview(): Promise<{ item: ContentItem; submission: Submission }> {
  const made = await post(editor, '/api/content-items', BODIES.deals);
  const { id } = made.json<ContentItem>();
  const item = (await post(editor, `/api/content-items/${id}/review`)).json<ContentItem>();
  const [submission] = await queued(id);
  return { item, submission: submission! };
}
const decide = async (id: string, verb: string, payload: object = {}) => {
  await post(reviewer, `/api/submissions/${id}/assign`);
  return post(reviewer, `/api/submissions/${id}/${verb}`, payload);
};

describe('an item that is sent for review', () => {
  it('stands in the queue with its card, and is live once it is approved', async () => {
    const { item, submission } = await inReview();
    expect(submission).toMatchObject({
      ...{ subject: 'content_item', state: 'pending', creative_id: null, content_item_id: item.id },
      ...{ name: 'Two for one', kind: 'slide', submitter: editor.email, asset: { mime: SLIDE_MIME } },
    });
    const found = await call(test, reviewer, 'GET', '/api/submissions?subject=content_item&kind=slide&q=Two');
    expect(found.json<{ items: Submission[] }>().items.map(({ id }) => id)).toContain(submission.id);
    const approved = (await decide(submission.id, 'approve')).json<Submission>();
    expect(approved).toMatchObject({ state: 'approved', assignee: reviewer.email });
    expect(approved.decisions[0]).toMatchObject({ sha256: submission.asset.sha256, is_own: false });
    expect((await read(item.id)).state).toBe('live');
    expect(test.emails.at(-1)).toMatchObject({ to: editor.email, subject: 'Approved: Two for one' });
  });

  it('is rejected with the reason, or goes back to be changed and comes again', async () => {
    const first = await inReview();
    await decide(first.submission.id, 'reject', REASON);
    expect(await read(first.item.id)).toMatchObject({ state: 'rejected', reason: REASON.reason });

    const { item, submission } = await inReview();
    await decide(submission.id, 'request-changes', REASON);
    const draft = await read(item.id);
    expect(draft).toMatchObject({ state: 'draft', reason: REASON.reason });
    const change = { payload: { code: 'NEW' }, version: draft.version };
    await call(test, editor, 'PATCH', `/api/content-items/${item.id}`, change);
    await post(editor, `/api/content-items/${item.id}/review`);
    const [again, ...others] = await queued(item.id);
    expect(others).toEqual([]);
    expect(again).toMatchObject({ id: submission.id, state: 'pending', assignee: null });
    expect(again!.asset.sha256).not.toBe(submission.asset.sha256);
  });

  it('is not decided by whoever sent it, from the queue or on its own page', async () => {
    const { item, submission } = await inReview();
    await post(editor, `/api/submissions/${submission.id}/assign`);
    const own = { error: 'FORBIDDEN', details: { own: true } };
    expect((await post(editor, `/api/submissions/${submission.id}/approve`)).json()).toMatchObject(own);
    expect((await post(editor, `/api/content-items/${item.id}/publish`)).json()).toMatchObject(own);
    expect((await read(item.id)).state).toBe('in_review');
    const published = await post(reviewer, `/api/content-items/${item.id}/publish`);
    expect(published.json()).toMatchObject({ state: 'live' });
    const [decided] = await queued(item.id);
    expect(decided).toMatchObject({ state: 'approved', decisions: [{ by: reviewer.id }] });
  });

  it('is changed until somebody looks at it, and then stays as he sees it', async () => {
    const { item, submission } = await inReview();
    const change = (version: number, payload: object) =>
      call(test, editor, 'PATCH', `/api/content-items/${item.id}`, { payload, version });
    const changed = (await change(item.version, { code: 'EARLY' })).json<ContentItem>();
    const [before] = await queued(item.id);
    expect(before!.asset.sha256).not.toBe(submission.asset.sha256);
    await post(reviewer, `/api/submissions/${submission.id}/assign`);
    const busy = { error: 'IN_USE', details: { by: 'submissions' } };
    expect((await change(changed.version, { code: 'LATE' })).json()).toMatchObject(busy);
    expect((await post(editor, `/api/content-items/${item.id}/archive`)).json()).toMatchObject(busy);
    expect((await queued(item.id))[0]!.asset.sha256).toBe(before!.asset.sha256);
  });

  it('is taken back by whoever sent it, and leaves the queue when it is deleted', async () => {
    const { item, submission } = await inReview();
    await post(editor, `/api/own-submissions/${submission.id}/withdraw`);
    expect((await read(item.id)).state).toBe('draft');
    await post(editor, `/api/content-items/${item.id}/review`);
    const [again] = await queued(item.id);
    expect(again).toMatchObject({ state: 'pending' });
    const { version } = await read(item.id);
    await call(test, editor, 'DELETE', `/api/content-items/${item.id}`, { version });
    expect((await queued(item.id)).map(({ state }) => state)).toEqual(['withdrawn', 'withdrawn']);
  });

  it('has no words or file in its submission that could be changed there', async () => {
    const { submission } = await inReview();
    const change = { payload: { name: 'Other' }, version: submission.version };
    const answer = await call(test, editor, 'PATCH', `/api/own-submissions/${submission.id}`, change);
    expect(answer.json()).toMatchObject({ error: 'RULE' });
  });
});
