import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { OwnSubmission, Submission } from '../../../../shared/contract/content/submission.ts';
import {
  SUBMISSION_STATES,
  type SubmissionState,
} from '../../../../shared/contract/content/submissionState.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';
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

describe('an advertiser', () => {
  it('uploads a draft, submits it, and reads what was decided', async () => {
    const made = await calls.submitted('For December');
    expect(made).toMatchObject({ state: 'pending', name: 'Winter sale', note: 'For December' });
    expect(Date.parse(made.sla_due) - Date.parse(made.created_at)).toBe(24 * 3_600_000);
    expect(await calls.stateOf(made.creative_id)).toBe('submitted');

    await calls.review(made.id);
    expect(await calls.stateOf(made.creative_id)).toBe('in_review');
    await calls.judge(made.id, 'request-changes', REASON);
    expect(test.emails.at(-1)).toMatchObject({ to: viewer.email, subject: 'Changes requested: Winter sale' });
    expect(test.emails.at(-1)?.text).toContain(REASON.reason);

    const [row] = (await call(test, viewer, 'GET', '/api/own-submissions')).json<{ items: OwnSubmission[] }>()
      .items;
    expect(row).toMatchObject({
      state: 'changes_requested',
      decisions: [{ decision: 'changes_requested', ...REASON, by: null, by_name: null }],
    });

    const other = await calls.uploaded();
    const fixed = (
      await calls.own(made.id, 'resubmit', { creative_id: other, note: 'Licensed' })
    ).json<OwnSubmission>();
    expect(fixed).toMatchObject({ state: 'pending', note: 'Licensed' });
    expect(fixed.asset.sha256).not.toBe(made.asset.sha256);
    expect((await call(test, viewer, 'GET', `/api/creatives/${other}`)).json()).toMatchObject({
      deleted_at: expect.any(String) as string,
    });
    await calls.review(made.id);
    const done = (await calls.judge(made.id, 'approve')).json<Submission>();
    expect(done).toMatchObject({ state: 'approved', assignee: manager.email, submitter: viewer.email });
    expect(done.decisions.at(-1)).toMatchObject({ sha256: fixed.asset.sha256, is_own: false });
    expect(await calls.creativeNow(made.creative_id)).toMatchObject({
      state: 'approved',
      approval_reason: null,
      approved_sha256: fixed.asset.sha256,
    });
  });

  it('says where its code leads, and when and to whom it speaks, and the reviewer reads it', async () => {
    const creative_id = await calls.uploaded();
    const more = {
      ...{ qr_target: 'https://winter.example/sale', languages: ['zh'], advertiser: 'Winter shop' },
      ...{ valid_from: '2026-12-01', valid_until: '2026-12-24' },
    };
    const words = { creative_id, name: 'Winter sale', alt_text: 'Snow' };
    const send = (payload: object) => calls.post(viewer, '/api/own-submissions', { ...words, ...payload });
    const turned = await send({ ...more, valid_until: '2026-11-30' });
    expect(turned.json()).toMatchObject({
      error: 'VALIDATION',
      details: { valid_until: [expect.any(String) as string] },
    });
    const posing = await send({ ...more, qr_target: 'https://bank.example@other.example/' });
    expect(posing.json()).toMatchObject({
      error: 'VALIDATION',
      details: { qr_target: [expect.any(String)] },
    });
    expect(await calls.stateOf(creative_id)).toBe('draft');
    const made = (await send(more)).json<OwnSubmission>();
    expect(made).toMatchObject(more);
    const read = await call(test, manager, 'GET', `/api/submissions/${made.id}`);
    expect(read.json()).toMatchObject(more);
    const url = `/api/own-submissions/${made.id}`;
    const patch = { version: made.version, payload: { qr_target: null } };
    expect((await call(test, viewer, 'PATCH', url, patch)).json()).toMatchObject({
      ...more,
      qr_target: null,
    });
    expect(await calls.creativeNow(creative_id)).toMatchObject({ ...more, qr_target: null });
  });

  it('sends again what his creative shows by then: the reviewer decides on no other file', async () => {
    const made = await calls.submitted();
    await calls.review(made.id);
    await calls.judge(made.id, 'request-changes', REASON);
    const newer = await addCreative(test, manager, 'picture.webp');
    const replaced = await call(test, manager, 'POST', `/api/media/${made.asset.id}/replace`, {
      payload: { creative_id: newer.id },
    });
    expect(replaced.statusCode).toBe(200);
    const again = (await calls.own(made.id, 'resubmit')).json<OwnSubmission>();
    expect(again.asset.sha256).toBe(newer.asset.sha256);
    await calls.review(made.id);
    expect((await calls.judge(made.id, 'approve', {}, test.admin)).statusCode).toBe(200);
    expect(await calls.creativeNow(made.creative_id)).toMatchObject({
      ...{ state: 'approved', approved_sha256: newer.asset.sha256 },
      asset: { sha256: newer.asset.sha256 },
    });
  });

  it('sees and changes nothing of another, and submits no draft but his own', async () => {
    const made = await calls.submitted();
    const other = await test.signIn('viewer');
    const list = (await call(test, other, 'GET', '/api/own-submissions')).json<{ total: number }>();
    expect(list.total).toBe(0);
    const draft = await calls.uploaded();
    const tries = [
      call(test, other, 'GET', `/api/own-submissions/${made.id}`),
      call(test, other, 'PATCH', `/api/own-submissions/${made.id}`, {
        payload: { name: 'Mine', alt_text: 'Snow' },
        version: 1,
      }),
      calls.own(made.id, 'withdraw', {}, other),
      calls.own(made.id, 'resubmit', {}, other),
      calls.post(other, '/api/own-submissions', { creative_id: draft, name: 'Mine', alt_text: 'Snow' }),
      calls.post(other, '/api/own-submissions/discard', { creative_id: draft }),
    ];
    for (const answer of await Promise.all(tries)) expect(answer.statusCode).toBe(404);
    expect((await calls.post(viewer, `/api/creatives/${draft}/submit`)).statusCode).toBe(403);
    expect((await calls.judge(made.id, 'approve', {}, viewer)).statusCode).toBe(403);
  });

  it('submits a draft once, however often it is asked at the same time', async () => {
    const creative_id = await calls.uploaded();
    const tries = Array.from({ length: 8 }, () =>
      calls.post(viewer, '/api/own-submissions', { creative_id, name: 'Once', alt_text: 'Snow' }),
    );
    const codes = (await Promise.all(tries)).map(answer => answer.statusCode).toSorted();
    expect(codes).toEqual([200, ...Array<number>(7).fill(409)]);
  });

  it('says in words what it shows, on whichever way it is submitted', async () => {
    const creative_id = await calls.uploaded();
    const refused = { error: 'VALIDATION', details: { alt_text: [expect.any(String)] } };
    for (const alt_text of [undefined, '', '  ', 'x'.repeat(251)])
      expect(
        (await calls.post(viewer, '/api/own-submissions', { creative_id, name: 'Sale', alt_text })).json(),
      ).toMatchObject(refused);
    expect((await calls.post(manager, `/api/creatives/${creative_id}/submit`)).json()).toMatchObject(refused);
    expect(await calls.stateOf(creative_id)).toBe('draft');

    const { version } = await calls.creativeNow(creative_id);
    const change = { payload: { alt_text: 'A red square' }, version };
    await call(test, manager, 'PATCH', `/api/creatives/${creative_id}`, change);
    expect((await calls.post(manager, `/api/creatives/${creative_id}/submit`)).statusCode).toBe(200);
    const later = { payload: { alt_text: '' }, version: (await calls.creativeNow(creative_id)).version };
    expect((await call(test, manager, 'PATCH', `/api/creatives/${creative_id}`, later)).json()).toMatchObject(
      {
        ...{ error: 'STATE', details: { state: 'submitted' } },
      },
    );
    const [made] = (await call(test, manager, 'GET', `/api/submissions?creative_id=${creative_id}`)).json<{
      items: Submission[];
    }>().items;
    const emptied = { payload: { alt_text: '' }, version: made?.version ?? 0 };
    const own = await call(test, manager, 'PATCH', `/api/own-submissions/${made?.id}`, emptied);
    expect(own.json()).toMatchObject(refused);
  });

  it('withdraws into a draft that can be submitted again, and discards a draft', async () => {
    const made = await calls.submitted();
    expect((await calls.own(made.id, 'withdraw')).json()).toMatchObject({ state: 'withdrawn' });
    expect(await calls.stateOf(made.creative_id)).toBe('draft');
    const again = await calls.post(viewer, '/api/own-submissions', {
      creative_id: made.creative_id,
      ...{ name: 'Winter sale', alt_text: 'Snow' },
    });
    expect(again.json()).toMatchObject({ state: 'pending' });
    const draft = await calls.uploaded();
    expect((await calls.post(viewer, '/api/own-submissions/discard', { creative_id: draft })).json()).toEqual(
      {
        ok: true,
      },
    );
    expect((await calls.creativeNow(draft)).deleted_at).not.toBeNull();
  });

  it('changes words until somebody looks, and again once changes were asked for', async () => {
    const made = await calls.submitted();
    const change = (version: number) =>
      call(test, viewer, 'PATCH', `/api/own-submissions/${made.id}`, {
        payload: { name: 'Spring sale', note: 'Later' },
        version,
      });
    const changed = await change(1);
    expect(changed.json()).toMatchObject({ name: 'Spring sale', note: 'Later', version: 2 });
    expect((await change(1)).statusCode).toBe(412);
    await calls.review(made.id);
    expect((await change(3)).json()).toMatchObject({ error: 'STATE', details: { status: 'in_review' } });
  });
});

describe('the acts', () => {
  /** contract §3 by hand: what each act makes of each state; whatever is not named is refused. */
  const BECOMES: Record<SubmissionState, Partial<Record<Act, SubmissionState>>> = {
    pending: {
      ...{ assign: 'in_review', withdraw: 'withdrawn', prioritise: 'pending', change: 'pending' },
      ...{ approve: 'approved', 'request-changes': 'changes_requested', reject: 'rejected' },
    },
    in_review: {
      ...{ assign: 'in_review', prioritise: 'in_review' },
      ...{ approve: 'approved', 'request-changes': 'changes_requested', reject: 'rejected' },
    },
    changes_requested: { resubmit: 'pending', change: 'changes_requested' },
    approved: {},
    rejected: {},
    withdrawn: {},
  };
  type Act = keyof ReturnType<typeof actsOf>;
  const actsOf = (id: string, version: number) => ({
    assign: () => calls.judge(id, 'assign'),
    prioritise: () => calls.judge(id, 'prioritise', { priority: 'high' }),
    approve: () => calls.judge(id, 'approve'),
    'request-changes': () => calls.judge(id, 'request-changes', REASON),
    reject: () => calls.judge(id, 'reject', REASON),
    withdraw: () => calls.own(id, 'withdraw'),
    resubmit: () => calls.own(id, 'resubmit', { note: 'Licensed' }),
    change: () =>
      call(test, viewer, 'PATCH', `/api/own-submissions/${id}`, {
        payload: { name: 'Spring sale' },
        version,
      }),
  });
  const WAYS: Record<SubmissionState, readonly Act[]> = {
    pending: [],
    in_review: ['assign'],
    withdrawn: ['withdraw'],
    approved: ['assign', 'approve'],
    rejected: ['assign', 'reject'],
    changes_requested: ['assign', 'request-changes'],
  };
  const now = async (id: string) =>
    (await call(test, viewer, 'GET', `/api/own-submissions/${id}`)).json<OwnSubmission>();

  it('OPEN-LIFE-05 every act from every state is done or refused as the contract says', async () => {
    for (const from of SUBMISSION_STATES)
      for (const act of Object.keys(actsOf('', 1)) as Act[]) {
        const { id } = await calls.submitted();
        for (const step of WAYS[from]) await actsOf(id, 1)[step]();
        const before = await now(id);
        expect(before.state).toBe(from);
        const answer = await actsOf(id, before.version)[act]();
        const to = BECOMES[from][act];
        expect([from, act, answer.statusCode]).toEqual([from, act, to === undefined ? 409 : 200]);
        if (to === undefined)
          expect(answer.json()).toMatchObject({ error: 'STATE', details: { status: from } });
        expect([from, act, (await now(id)).state]).toEqual([from, act, to ?? from]);
      }
  }, 120_000);
});
