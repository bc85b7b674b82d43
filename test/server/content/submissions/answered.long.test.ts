import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  NOTHING_CHANGED,
  type OwnSubmission,
  type Submission,
} from '../../../../shared/contract/content/submission.ts';
import { submissions } from '../../../../server/db/schema.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { REASON, submissionCalls } from '../../../support/server/submissions.ts';

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

async function sentBack(note = 'For December') {
  const made = await calls.submitted(note);
  await calls.review(made.id);
  const answer = await calls.judge(made.id, 'request-changes', REASON);
  return { ...answer.json<Submission>(), creative_id: made.creative_id };
}
const resubmit = (id: string, body: object) => calls.own(id, 'resubmit', body);
const reviewed = async (id: string) =>
  (await call(test, manager, 'GET', `/api/submissions/${id}`)).json<Submission>();
const NOTHING = { error: 'VALIDATION', details: { note: [NOTHING_CHANGED] } };

describe('whoever answers a reviewer', () => {
  it('sends the file and the words in one call: all of it is taken, or none', async () => {
    const { id, creative_id, asset } = await sentBack();
    const file = await calls.uploaded();
    const body = { creative_id: file, name: 'Spring sale', alt_text: 'Rain', note: 'Licensed' };
    const refused = await resubmit(id, { ...body, alt_text: '' });
    expect(refused.json()).toMatchObject({
      error: 'VALIDATION',
      details: { alt_text: [expect.any(String)] },
    });
    expect(await reviewed(id)).toMatchObject({ state: 'changes_requested', name: 'Winter sale' });
    expect((await calls.creativeNow(file)).deleted_at).toBeNull();

    const sent = (await resubmit(id, body)).json<OwnSubmission>();
    expect(sent).toMatchObject({ state: 'pending', name: 'Spring sale', alt_text: 'Rain', note: 'Licensed' });
    expect(sent.asset.sha256).not.toBe(asset.sha256);
    expect(await calls.creativeNow(creative_id)).toMatchObject({ state: 'submitted', name: 'Spring sale' });
    expect(sent.decisions).toMatchObject([{ decision: 'changes_requested', answered_at: sent.updated_at }]);
  });

  it.each([
    ['nothing', {}],
    ['the same words and the same note', { name: 'Winter sale', alt_text: 'Snow', note: 'For December' }],
  ])('changes something: %s is refused, and it stays sent back', async (_, body) => {
    const { id, creative_id } = await sentBack();
    const answer = await resubmit(id, body);
    expect([answer.statusCode, answer.json()]).toMatchObject([400, NOTHING]);
    expect(await reviewed(id)).toMatchObject({ state: 'changes_requested', version: 3 });
    expect(await calls.stateOf(creative_id)).toBe('changes_requested');
  });

  it('may write another note alone, or change words before, or work on the creative elsewhere', async () => {
    const ways: readonly ((made: Awaited<ReturnType<typeof sentBack>>) => Promise<unknown>)[] = [
      ({ id, version }) =>
        call(test, viewer, 'PATCH', `/api/own-submissions/${id}`, {
          ...{ payload: { note: 'The licence is attached' }, version },
        }),
      async ({ creative_id }) => {
        const { version } = await calls.creativeNow(creative_id);
        const payload = { qr_target: 'https://example.org/spring' };
        return call(test, manager, 'PATCH', `/api/creatives/${creative_id}`, { payload, version });
      },
      async ({ asset }) =>
        calls.post(manager, `/api/media/${asset.id}/replace`, { creative_id: await calls.uploaded(manager) }),
    ];
    const { id } = await sentBack();
    expect((await resubmit(id, { note: 'We hold the licence' })).statusCode).toBe(200);
    for (const way of ways) {
      const made = await sentBack();
      expect((await resubmit(made.id, {})).json()).toMatchObject(NOTHING);
      await way(made);
      expect((await resubmit(made.id, {})).statusCode).toBe(200);
    }
  });

  it('may change the days, the languages or the advertiser alone, and sends nothing that is as it was', async () => {
    const ways = [{ valid_until: '2027-01-31' }, { languages: ['zh'] }, { advertiser: 'Winter shop' }];
    for (const way of ways) {
      const { id } = await sentBack();
      const same = { valid_until: null, languages: [], advertiser: '' };
      expect((await resubmit(id, same)).json()).toMatchObject(NOTHING);
      /** Nor does he change it by writing what stands there. */
      const { version } = await reviewed(id);
      const payload = { name: 'Winter sale', valid_until: null };
      await call(test, viewer, 'PATCH', `/api/own-submissions/${id}`, { payload, version });
      expect((await resubmit(id, {})).json()).toMatchObject(NOTHING);
      expect((await resubmit(id, way)).json()).toMatchObject({ state: 'pending', ...way });
    }
  });

  it('changes no words of what is live', async () => {
    const made = await calls.submitted();
    await calls.review(made.id);
    await calls.judge(made.id, 'approve');
    const creative_id = await calls.uploaded(test.admin);
    await calls.post(test.admin, `/api/creatives/${made.creative_id}/replace`, { creative_id });
    const list = await call(
      test,
      manager,
      'GET',
      `/api/submissions?creative_id=${made.creative_id}&status=pending`,
    );
    const { id } = list.json<{ items: Submission[] }>().items[0]!;
    await calls.review(id);
    await calls.judge(id, 'request-changes', REASON);
    const answer = (body: object) => calls.own(id, 'resubmit', body, test.admin);
    expect((await answer({ name: 'Other' })).json()).toMatchObject({
      error: 'RULE',
      details: { fields: ['name'] },
    });
    expect((await answer({})).json()).toMatchObject(NOTHING);
    expect((await answer({ note: 'Licensed' })).json()).toMatchObject({ state: 'pending', note: 'Licensed' });
  });
});

describe('whoever reviews an answer', () => {
  it('has the words and the file of before beside those of now, also once he has decided', async () => {
    const { id, asset, decisions, asset_before } = await sentBack();
    const words = { name: 'Winter sale', alt_text: 'Snow', qr_target: null, note: 'For December' };
    expect(decisions).toMatchObject([{ words, answered_at: null }]);
    expect(asset_before).toBeNull();
    await resubmit(id, { creative_id: await calls.uploaded(), name: 'Spring sale' });
    const before = { sha256: asset.sha256, url: expect.stringContaining('/') as string };
    expect(await reviewed(id)).toMatchObject({ decisions: [{ words }], asset_before: before });
    const own = await call(test, viewer, 'GET', `/api/own-submissions/${id}`);
    expect(own.json()).not.toHaveProperty('asset_before');
    await calls.review(id);
    const done = (await calls.judge(id, 'approve')).json<Submission>();
    expect(done).toMatchObject({ state: 'approved', asset_before: before });
    expect(done.decisions.at(-1)?.words).toMatchObject({ ...words, name: 'Spring sale' });
  });

  it('sees no earlier file that is the same, deleted, or of another tenant', async () => {
    const same = await sentBack();
    await resubmit(same.id, { note: 'Licensed' });
    expect((await reviewed(same.id)).asset_before).toBeNull();

    const { id, asset } = await sentBack();
    await resubmit(id, { creative_id: await calls.uploaded() });
    expect((await reviewed(id)).asset_before).not.toBeNull();
    const { version } = (await call(test, manager, 'GET', `/api/media/${asset.id}`)).json<{
      version: number;
    }>();
    expect((await call(test, manager, 'DELETE', `/api/media/${asset.id}`, { version })).statusCode).toBe(204);
    expect((await reviewed(id)).asset_before).toBeNull();

    const others = await test.addTenant('other-fleet');
    const theirs = submissionCalls(
      test,
      await test.signIn('viewer', others),
      await test.signIn('manager', others),
    );
    const { asset: foreign } = await theirs.submitted();
    await test.db
      .update(submissions)
      .set({ decisions: (await reviewed(id)).decisions.map(one => ({ ...one, sha256: foreign.sha256 })) })
      .where(eq(submissions.id, id));
    expect((await reviewed(id)).asset_before).toBeNull();
  });

  it('reads what was decided before words were stored', async () => {
    const { id, decisions } = await sentBack();
    const old = decisions.map(({ words: _, answered_at: __, ...one }) => one) as typeof decisions;
    await test.db.update(submissions).set({ decisions: old }).where(eq(submissions.id, id));
    expect((await reviewed(id)).decisions).toMatchObject([{ words: null, answered_at: null }]);
    expect((await resubmit(id, { note: 'For December' })).json()).toMatchObject(NOTHING);
    expect((await resubmit(id, { alt_text: 'Rain' })).statusCode).toBe(200);
  });
});
