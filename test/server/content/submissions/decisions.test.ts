import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import type { OwnSubmission, Submission } from '../../../../shared/contract/content/submission.ts';
import { creatives, users } from '../../../../server/db/schema.ts';
import { manualClock } from '../../../support/clock.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { REASON, submissionCalls } from '../../../support/server/submissions.ts';
import { begin, fixture, goOn } from '../../../support/server/upload.ts';

const clock = manualClock(Date.UTC(2026, 10, 24, 8));
let test: TestServer;
let viewer: TestServer['admin'];
let manager: TestServer['admin'];
let calls: ReturnType<typeof submissionCalls>;
beforeAll(async () => {
  test = await startTestServer({ clock });
});
beforeEach(async () => {
  viewer = await test.signIn('viewer');
  manager = await test.signIn('manager');
  calls = submissionCalls(test, viewer, manager);
});
afterAll(() => test.close());

let tenants = 0;
const inReview = async () => {
  const made = await calls.submitted();
  await calls.review(made.id);
  return made;
};

describe('whoever decides', () => {
  it('OPEN-LIFE-05 decides nothing of his own while another in the tenant may', async () => {
    const creative_id = await calls.uploaded();
    await test.db.update(creatives).set({ created_by: manager.id }).where(eq(creatives.id, creative_id));
    const made = (
      await calls.post(manager, '/api/own-submissions', { creative_id, name: 'My own', alt_text: 'Snow' })
    ).json<OwnSubmission>();
    await calls.review(made.id);
    for (const [verb, body] of [
      ['approve', {}],
      ['reject', REASON],
      ['request-changes', REASON],
    ] as const) {
      const answer = await calls.judge(made.id, verb, body);
      expect([answer.statusCode, answer.json()]).toMatchObject([
        403,
        { error: 'FORBIDDEN', details: { own: true } },
      ]);
    }
    expect((await calls.judge(made.id, 'approve', {}, test.admin)).statusCode).toBe(200);
  });

  it('OPEN-LIFE-05 alone in his tenant decides his own, and it is flagged', async () => {
    const tenant = await test.addTenant(`alone-${++tenants}`);
    const sole = await test.signIn('admin', tenant);
    const creative_id = await calls.uploaded(sole);
    await test.db
      .update(creatives)
      .set({ state: 'draft', approved_sha256: null })
      .where(eq(creatives.id, creative_id));
    const made = (
      await calls.post(sole, '/api/own-submissions', { creative_id, name: 'Mine', alt_text: 'Snow' })
    ).json<OwnSubmission>();
    await calls.judge(made.id, 'assign', { user_id: sole.id }, sole);
    const done = (await calls.judge(made.id, 'approve', {}, sole)).json<Submission>();
    expect(done.decisions).toMatchObject([{ decision: 'approved', is_own: true }]);
    const [entry] = (await call(test, sole, 'GET', '/api/audit-events')).json<{
      items: { action: string; detail: { diff: Record<string, unknown> } }[];
    }>().items;
    expect(entry).toMatchObject({
      action: 'submissions.approve',
      detail: { diff: { own: { after: true } } },
    });
  });

  it('beside one whose account is suspended is alone, and beside one who is back is not', async () => {
    const tenant = await test.addTenant(`alone-${++tenants}`);
    const [sole, other] = [await test.signIn('admin', tenant), await test.signIn('manager', tenant)];
    const submit = async () => {
      const creative_id = await calls.uploaded(sole);
      await test.db
        .update(creatives)
        .set({ state: 'draft', approved_sha256: null })
        .where(eq(creatives.id, creative_id));
      const made = await calls.post(sole, '/api/own-submissions', {
        creative_id,
        name: 'Mine',
        alt_text: 'Snow',
      });
      const { id } = made.json<OwnSubmission>();
      await calls.judge(id, 'assign', { user_id: sole.id }, sole);
      return calls.judge(id, 'approve', {}, sole);
    };
    const set = (status: 'active' | 'suspended') =>
      test.db.update(users).set({ status }).where(eq(users.id, other.id));
    await set('suspended');
    expect((await submit()).json()).toMatchObject({ decisions: [{ decision: 'approved', is_own: true }] });
    await set('active');
    expect((await submit()).json()).toMatchObject({ error: 'FORBIDDEN', details: { own: true } });
  });

  it('takes over what nobody looks at with the decision, in one act of the audit log', async () => {
    const made = await calls.submitted();
    const decided = (await calls.judge(made.id, 'request-changes', REASON)).json<Submission>();
    expect(decided).toMatchObject({ state: 'changes_requested', assigned_to: manager.id });
    expect(await calls.stateOf(made.creative_id)).toBe('changes_requested');
    const { items } = (await call(test, test.admin, 'GET', '/api/audit-events')).json<{
      items: { action: string; target_id: string; detail: { diff: Record<string, unknown> } }[];
    }>();
    const entries = items.filter(({ target_id }) => target_id === made.id);
    expect(entries[0]).toMatchObject({
      action: 'submissions.request-changes',
      detail: {
        diff: {
          state: { before: 'pending', after: 'changes_requested' },
          assigned_to: { before: null, after: manager.id },
        },
      },
    });
    expect(entries.filter(({ action }) => action === 'submissions.assign')).toEqual([]);
  });

  it('names no reviewer who may not decide', async () => {
    const made = await calls.submitted();
    const stranger = await test.signIn('admin', await test.addTenant(`other-${++tenants}`));
    const suspended = await test.signIn('manager');
    await test.db.update(users).set({ status: 'suspended' }).where(eq(users.id, suspended.id));
    for (const user_id of [viewer.id, stranger.id, suspended.id]) {
      const answer = await calls.judge(made.id, 'assign', { user_id });
      expect(answer.json()).toMatchObject({
        error: 'VALIDATION',
        details: { user_id: [expect.any(String)] },
      });
    }
  });

  it('says why, in ten characters at least', async () => {
    const { id } = await inReview();
    for (const reason of ['', 'too short', 'x'.repeat(1_001)]) {
      const answer = await calls.judge(id, 'reject', { ...REASON, reason });
      expect(answer.json()).toMatchObject({ error: 'VALIDATION', details: { reason: [expect.any(String)] } });
    }
  });

  it('of two at once one decides', async () => {
    const { id } = await inReview();
    const codes = await Promise.all([
      calls.judge(id, 'approve'),
      calls.judge(id, 'reject', REASON, test.admin),
    ]);
    expect(codes.map(answer => answer.statusCode).toSorted()).toEqual([200, 409]);
  });

  it('finds what is due first at the top, and what is urgent when he sorts by it', async () => {
    const first = await calls.submitted();
    await clock.advance(60_000);
    const second = await calls.submitted();
    await calls.judge(second.id, 'prioritise', { priority: 'high' });
    const ids = async (query: string) =>
      (await call(test, manager, 'GET', `/api/submissions?status=pending&limit=100${query}`))
        .json<{ items: Submission[] }>()
        .items.map(({ id }) => id)
        .filter(id => id === first.id || id === second.id);
    expect(await ids('')).toEqual([first.id, second.id]);
    expect(await ids('&sort=priority')).toEqual([second.id, first.id]);
  });

  it('leaves his rights with his role: what he uploads as a manager and ends as a viewer is a draft', async () => {
    const bytes = fixture('picture.png');
    const begun = await begin(test, manager, { bytes: bytes.length, fields: { filename: 'a.png' } });
    await test.db.update(users).set({ role: 'viewer' }).where(eq(users.id, manager.id));
    const ended = await goOn(test, manager, { url: String(begun.headers.location), offset: 0, bytes });
    expect(await calls.stateOf(String(ended.headers['x-creative']))).toBe('draft');
  });
});
