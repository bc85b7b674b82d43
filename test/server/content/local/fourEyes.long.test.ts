import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { redrawItemsWith, settleDueContent } from '../../../../server/content/local/dueContent.ts';
import { contentItems } from '../../../../server/db/schema.ts';
import { inTenant } from '../../../../server/transaction/context.ts';
import { manualClock } from '../../../support/clock.ts';
import { BANNED, localCalls } from '../../../support/server/content/localCalls.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { REASON } from '../../../support/server/submissions.ts';
import { withOnly } from '../../../support/server/content/withOnly.ts';
import { addCreative } from '../../../support/server/upload.ts';

const HOUR_MS = 3_600_000;
const clock = manualClock(Date.parse('2026-11-24T08:00:00.000Z'));
const SOON = '2026-11-24T09:00:00.000Z';
const FRIDAY = '2026-12-04T08:00:00.000Z';
const LATER = '2026-12-12T08:00:00.000Z';
let test: TestServer;
let calls: ReturnType<typeof localCalls>;
type By = TestServer['admin'];
let author: By;
let decider: By;
let third: By;
const signIn = async () => {
  author = await test.signIn('manager');
  decider = await test.signIn('manager');
  third = await test.signIn('manager');
};
beforeAll(async () => {
  test = await startTestServer({ clock });
  calls = localCalls(test);
});
beforeEach(async () => {
  await signIn();
  await test.db.update(contentItems).set({ state: 'archived', due_at: null, waiting: null });
});
afterAll(() => test.close());

it('a refused word that only the reviewer names, or that is a name of the system, holds nothing up', async () => {
  await calls.refuseWords(author, ['casino', 'deals', 'manual', 'live']);
  const id = await calls.make(author, 'deals', { body: { en: 'Casino night', zh: '' } });
  await calls.act(author, id, 'review');
  const reason = 'Please take out the word casino from the body.';
  await calls.decide(decider, id, 'request-changes', { ...REASON, reason });
  await calls.edit(author, id, { body: { en: 'Quiet night', zh: '' } });
  await calls.act(author, id, 'review');
  expect((await calls.decide(decider, id, 'approve')).json()).toMatchObject({ state: 'approved' });
  const refused = await calls.edit(author, id, { terms: 'Not in the casino' });
  expect(refused.json()).toMatchObject(BANNED);
  await calls.refuseWords(author, []);
});

it('a later end that the card of an approved deal says waits for a review; a sooner one holds at once', async () => {
  const id = await calls.approved(author, decider, 'deals', { ends_at: FRIDAY });
  const [before] = await calls.choices();
  const texts = await calls.sceneTexts();
  const later = await calls.edit(author, id, { ends_at: LATER });
  expect(later.json()).toMatchObject({ ends_at: FRIDAY, edit_waits: true, waiting: { ends_at: LATER } });
  expect((await calls.choices())[0]!.asset.sha256).toBe(before!.asset.sha256);
  expect((await calls.decide(decider, id, 'approve')).statusCode).toBe(200);
  expect(await calls.read(author, id)).toMatchObject({ ends_at: LATER, edit_waits: false });
  expect(await calls.sceneTexts()).not.toBe(texts);

  const sooner = await calls.edit(author, id, { ends_at: FRIDAY });
  expect(sooner.json()).toMatchObject({ ends_at: FRIDAY, edit_waits: true });
  const tour = await calls.approved(author, decider, 'tourism', { ends_at: FRIDAY });
  const moved = await calls.edit(author, tour, { ends_at: LATER, priority: 7 });
  expect(moved.json()).toMatchObject({ ends_at: LATER, priority: 7, edit_waits: false });
});

it('another layout of a later release does not replace what was approved when only its schedule changes', async () => {
  const id = await calls.approved(author, decider);
  const card_id = await calls.make(author, 'tourism');
  await calls.act(author, card_id, 'publish');
  const [other] = await test.db.select().from(contentItems).where(eq(contentItems.id, card_id));
  const set = { card_id: other!.card_id, approved_sha256: other!.approved_sha256 };
  await test.db.update(contentItems).set(set).where(eq(contentItems.id, id));
  await calls.edit(author, id, { priority: 3 });
  const [row] = await test.db.select().from(contentItems).where(eq(contentItems.id, id));
  expect(row).toMatchObject(set);
});

it('an edit that waits outlives a change of the schedule, and the next edit builds on it', async () => {
  const id = await calls.approved(author, decider);
  await calls.edit(author, id, { code: 'MINE' });
  const { id: submission } = await calls.waitingOf(decider, id);
  expect((await calls.edit(third, id, { priority: 3 })).json()).toMatchObject({
    ...{ priority: 3, code: '', edit_waits: true },
    waiting: { code: 'MINE', priority: 3 },
  });
  await calls.edit(author, id, { terms: 'Only on Mondays' });
  expect(await calls.waitingOf(decider, id)).toMatchObject({ id: submission, state: 'pending' });
  expect((await calls.decide(third, id, 'approve')).statusCode).toBe(200);
  expect(await calls.read(author, id)).toMatchObject({
    ...{ code: 'MINE', terms: 'Only on Mondays', priority: 3, edit_waits: false, waiting: null },
  });
});

it('an edit that leads back to what is shown waits no more', async () => {
  const id = await calls.approved(author, decider);
  await calls.edit(author, id, { code: 'MINE' });
  expect((await calls.edit(author, id, { code: '' })).json()).toMatchObject({ edit_waits: false });
  expect(await calls.statesOf(decider, id)).toEqual(['approved', 'withdrawn']);
});

it('pausing does not send an edit again that was sent back', async () => {
  const id = await calls.approved(author, decider);
  await calls.edit(author, id, { code: 'MINE' });
  await calls.decide(decider, id, 'request-changes', REASON);
  await calls.act(author, id, 'pause');
  await calls.act(author, id, 'resume');
  expect(await calls.statesOf(decider, id)).toEqual(['approved', 'changes_requested']);
  expect(await calls.read(author, id)).toMatchObject({ state: 'live', edit_waits: true });
});

it('what is live can be taken down while somebody looks at an edit of it', async () => {
  const looked = async (more: object = {}) => {
    const id = await calls.approved(author, decider, 'deals', more);
    await calls.edit(author, id, { code: 'MINE' });
    await calls.look(decider, id);
    return id;
  };
  for (const verb of ['expire', 'archive']) {
    const id = await looked();
    expect((await calls.act(author, id, verb)).statusCode).toBe(200);
    expect(await calls.statesOf(decider, id)).toEqual(['approved', 'withdrawn']);
  }
  const gone = await looked();
  expect((await calls.remove(author, gone)).statusCode).toBe(204);
  expect(await calls.choices()).toEqual([]);
  const cut = await looked({ ends_at: FRIDAY });
  expect((await calls.edit(third, cut, { ends_at: SOON })).json()).toMatchObject({ ends_at: SOON });
  expect(await calls.waitingOf(decider, cut)).toMatchObject({ state: 'pending', assigned_to: null });
  expect((await calls.edit(author, await looked(), { code: 'OTHER' })).statusCode).toBe(409);

  const inReview = await calls.make(author);
  await calls.act(author, inReview, 'review');
  await calls.look(decider, inReview);
  expect((await calls.act(author, inReview, 'archive')).statusCode).toBe(409);
});

it('publishing what was sent back approves it, so that its author does not edit it on the screens', async () => {
  const id = await calls.make(author);
  await calls.act(author, id, 'review');
  await calls.decide(decider, id, 'request-changes', REASON);
  expect((await calls.act(third, id, 'publish')).json()).toMatchObject({ state: 'live' });
  const [decided] = await calls.submissionsOf(decider, id);
  expect(decided).toMatchObject({ state: 'approved' });
  expect(decided!.decisions.at(-1)).toMatchObject({ by: third.id, decision: 'approved' });
  expect((await calls.edit(author, id, { code: 'STRAIGHT' })).json()).toMatchObject({ edit_waits: true });

  const withdrawn = await calls.make(author);
  await calls.act(author, withdrawn, 'review');
  await calls.post(author, `/api/own-submissions/${(await calls.waitingOf(decider, withdrawn)).id}/withdraw`);
  await calls.act(third, withdrawn, 'publish');
  expect((await calls.edit(author, withdrawn, { code: 'STRAIGHT' })).json()).toMatchObject({
    edit_waits: true,
  });
});

it('two deciders who both wrote of it are not stopped by each other where there is no third', async () => {
  const id = await calls.make(author);
  await calls.edit(decider, id, { code: 'TWO' });
  await calls.act(author, id, 'review');
  await withOnly(test, [author, decider, third], async () => {
    expect((await calls.act(author, id, 'publish')).json()).toMatchObject({ details: { own: true } });
  });
  await withOnly(test, [author, decider], async () => {
    expect((await calls.act(author, id, 'publish')).json()).toMatchObject({ state: 'live' });
  });
  const [decided] = await calls.submissionsOf(decider, id);
  expect(decided!.decisions.at(-1)).toMatchObject({ by: author.id, is_own: true });
});

it('what was deleted does not come back onto screens with words that are refused by now, and can be ended', async () => {
  const id = await calls.make(author, 'deals', { body: { en: 'Casino night', zh: '' } });
  const shown = await calls.make(author, 'deals', { body: { en: 'Casino night', zh: '' } });
  for (const one of [id, shown]) await calls.act(author, one, 'publish');
  await calls.remove(author, id);
  expect(await calls.read(author, shown)).toMatchObject({ fails_check: false });
  await calls.refuseWords(author, ['casino']);
  expect((await calls.post(author, `/api/content-items/${id}/restore`)).json()).toMatchObject(BANNED);
  expect(await calls.read(author, shown)).toMatchObject({ fails_check: true, state: 'live' });
  expect((await calls.edit(author, shown, { ends_at: FRIDAY })).json()).toMatchObject({ ends_at: FRIDAY });
  expect((await calls.act(author, shown, 'expire')).statusCode).toBe(200);
  await calls.refuseWords(author, []);
  expect((await calls.post(author, `/api/content-items/${id}/restore`)).json()).toMatchObject({
    state: 'live',
  });
});

it('a picture of an edit that waits is not deleted under it', async () => {
  const { asset } = await addCreative(test, author, 'picture.jpg');
  const id = await calls.approved(author, decider, 'tourism');
  await calls.edit(author, id, { image_id: asset.id });
  const media = `/api/media/${asset.id}`;
  const { version } = (await call(test, author, 'GET', media)).json<{ version: number }>();
  const refused = await call(test, author, 'DELETE', media, { version });
  expect(refused.json()).toMatchObject({ error: 'IN_USE', details: { by: 'content-items' } });
});

it('nobody is asked about what ended before it was decided', async () => {
  const item = await calls.make(author, 'deals', { ends_at: SOON });
  await calls.act(author, item, 'review');
  const live = await calls.approved(author, decider, 'deals', { ends_at: SOON });
  await calls.edit(author, live, { code: 'LATE' });
  const settle = async () => {
    const fault = (error: unknown) => {
      throw error;
    };
    while ((await settleDueContent(test.server, () => Promise.resolve(), fault)) > 0);
  };
  await settle();
  expect(await calls.statesOf(decider, item)).toEqual(['pending']);
  clock.jump(2 * HOUR_MS);
  await signIn();
  await settle();
  expect(await calls.read(author, item)).toMatchObject({ state: 'expired' });
  expect(await calls.statesOf(decider, item)).toEqual(['withdrawn']);
  expect(await calls.statesOf(decider, live)).toEqual(['approved', 'withdrawn']);
});

it('cards that are drawn anew do not write over what somebody writes meanwhile', async () => {
  const { asset } = await addCreative(test, author, 'picture.jpg');
  const id = await calls.approved(author, decider, 'tourism', { image_id: asset.id });
  await calls.edit(author, id, { best_time: 'Morning' });
  const [, answer] = await Promise.all([
    inTenant(test.server, { tenant_id: test.tenant_id, user_id: null }, ctx =>
      redrawItemsWith(ctx, [asset.id]),
    ),
    calls.edit(author, id, { best_time: 'Evening' }),
  ]);
  expect(answer.statusCode).toBe(200);
  expect(await calls.read(author, id)).toMatchObject({ waiting: { best_time: 'Evening' } });
});
