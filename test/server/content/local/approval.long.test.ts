import { readFileSync } from 'node:fs';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ContentItem } from '../../../../shared/contract/content/contentItem.ts';
import type { ContentKind } from '../../../../shared/contract/content/contentKinds.ts';
import type { Submission } from '../../../../shared/contract/content/submission.ts';
import { openSlide } from '../../../../shared/slides/file.ts';
import { choicesOf } from '../../../../server/content/local/contentSlides.ts';
import { settleDueContent } from '../../../../server/content/local/dueContent.ts';
import { mediaPath } from '../../../support/server/mediaFiles.ts';
import { contentItems, mediaAssets, tenants, users } from '../../../../server/db/schema.ts';
import { inTenant, type TransactionContext } from '../../../../server/transaction/context.ts';
import { manualClock } from '../../../support/clock.ts';
import { BODIES } from '../../../support/server/content/items.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { REASON } from '../../../support/server/submissions.ts';
import { addCreative } from '../../../support/server/upload.ts';

const DAY_MS = 86_400_000;
const clock = manualClock(Date.parse('2026-11-24T08:00:00.000Z'));
let test: TestServer;
type By = TestServer['admin'];
let author: By;
let reviewer: By;
beforeAll(async () => {
  test = await startTestServer({ clock });
});
beforeEach(async () => {
  author = await test.signIn('manager');
  reviewer = await test.signIn('manager');
  await test.db.update(contentItems).set({ state: 'archived', due_at: null, waiting: null });
});
afterAll(() => test.close());

const post = (by: By, url: string, payload: object = {}) => call(test, by, 'POST', url, { payload });
const read = async (id: string) =>
  (await call(test, author, 'GET', `/api/content-items/${id}`)).json<ContentItem>();
async function edit(id: string, payload: object, by = author) {
  const { version } = await read(id);
  return call(test, by, 'PATCH', `/api/content-items/${id}`, { payload, version });
}
const make = async (by: By, kind: ContentKind = 'deals', more: object = {}) =>
  (await post(by, '/api/content-items', { ...BODIES[kind], ...more })).json<ContentItem>().id;
const act = (by: By, id: string, verb: string, payload: object = {}) =>
  post(by, `/api/content-items/${id}/${verb}`, payload);
const queued = async (id: string) =>
  (await call(test, reviewer, 'GET', `/api/submissions?content_item_id=${id}&sort=-created_at`)).json<{
    items: Submission[];
  }>().items;
const openOf = async (id: string) =>
  (await queued(id)).find(({ state }) => state === 'pending' || state === 'in_review')!;
async function decide(id: string, verb: string, payload: object = {}) {
  const open = await openOf(id);
  await post(reviewer, `/api/submissions/${open.id}/assign`);
  return post(reviewer, `/api/submissions/${open.id}/${verb}`, payload);
}
async function approved(kind: ContentKind = 'deals', more: object = {}): Promise<string> {
  const id = await make(author, kind, more);
  await act(author, id, 'review');
  expect((await decide(id, 'approve')).statusCode).toBe(200);
  return id;
}

const inOwn = <T>(work: (ctx: TransactionContext) => Promise<T>) =>
  inTenant(test.server, { tenant_id: test.tenant_id, user_id: null }, work);
const choices = (kind: ContentKind = 'deals') => inOwn(ctx => choicesOf(ctx, kind));
const sceneOf = async (sha256: string) => openSlide(new Blob([readFileSync(mediaPath(test.server, sha256))]));
/** What the screens show, as one text. */
async function sceneTexts(kind: ContentKind = 'deals'): Promise<string> {
  const scenes = await Promise.all((await choices(kind)).map(({ asset }) => sceneOf(asset.sha256)));
  return JSON.stringify(scenes.map(({ scene }) => scene));
}
describe('an edit of what a review approved', () => {
  it('waits for a review of its own, and the screens show what was approved until then', async () => {
    const id = await approved();
    const before = await choices();
    const answer = await edit(id, { title: { en: 'Three for one', zh: '' } });
    expect(answer.json()).toMatchObject({ state: 'live', title: { en: 'Two for one' }, edit_waits: true });
    expect(await choices()).toEqual(before);
    const open = await openOf(id);
    expect(open).toMatchObject({ subject: 'content_item', is_newer_file: true, state: 'pending' });
    expect(open.asset.sha256).not.toBe(before[0]!.asset.sha256);

    expect((await decide(id, 'approve')).json()).toMatchObject({ state: 'approved' });
    expect(await read(id)).toMatchObject({ title: { en: 'Three for one' }, edit_waits: false });
    const [after] = await choices();
    expect(after!.asset.sha256).toBe(open.asset.sha256);
    expect(await sceneTexts()).toContain('Three for one');
  });

  it('is dropped when it is rejected or taken back, and comes again where a change was asked for', async () => {
    const id = await approved();
    const before = await choices();
    await edit(id, { code: 'ONE' });
    await decide(id, 'reject', REASON);
    expect(await read(id)).toMatchObject({ state: 'live', code: '', edit_waits: false, reason: null });

    await edit(id, { code: 'TWO' });
    await post(author, `/api/own-submissions/${(await openOf(id)).id}/withdraw`);
    expect(await read(id)).toMatchObject({ state: 'live', code: '', edit_waits: false });

    await edit(id, { code: 'THREE' });
    const { id: submission } = await openOf(id);
    await decide(id, 'request-changes', REASON);
    expect(await read(id)).toMatchObject({ state: 'live', edit_waits: true });
    await post(author, `/api/own-submissions/${submission}/resubmit`, { note: 'It ends on Monday' });
    expect(await openOf(id)).toMatchObject({ id: submission, state: 'pending' });
    await edit(id, { code: 'FOUR' });
    expect(await choices()).toEqual(before);
    await decide(id, 'approve');
    expect(await read(id)).toMatchObject({ code: 'FOUR' });
  });

  it('of when and where it is shown needs none; what leaves the screens takes its edit with it', async () => {
    const id = await approved();
    expect((await edit(id, { priority: 3 })).json()).toMatchObject({ priority: 3, edit_waits: false });
    expect(await openOf(id)).toBeUndefined();
    await edit(id, { code: 'LATE' });
    await act(author, id, 'archive');
    expect((await queued(id)).map(({ state }) => state).sort()).toEqual(['approved', 'withdrawn']);
  });

  it('is made at once by the only one who decides, and by whoever published without a review', async () => {
    const own = await make(author);
    await act(author, own, 'publish');
    expect((await edit(own, { code: 'OWN' })).json()).toMatchObject({ code: 'OWN', edit_waits: false });
    expect(await sceneTexts()).toContain('OWN');
    const id = await approved();
    const others = (await test.db.select().from(users)).filter(
      one => one.tenant_id === test.tenant_id && one.id !== author.id && one.status === 'active',
    );
    for (const one of others)
      await test.db.update(users).set({ status: 'suspended' }).where(eq(users.id, one.id));
    try {
      expect((await edit(id, { code: 'ALONE' })).json()).toMatchObject({ code: 'ALONE', edit_waits: false });
    } finally {
      for (const one of others)
        await test.db.update(users).set({ status: 'active' }).where(eq(users.id, one.id));
    }
  });
});

it('nobody gets round the review of his own local content', async () => {
  const refused = { error: 'RULE', details: { because: 'sent_for_review' } };
  const withdrawn = await make(author);
  await act(author, withdrawn, 'review');
  await post(author, `/api/own-submissions/${(await openOf(withdrawn)).id}/withdraw`);
  expect((await act(author, withdrawn, 'publish')).json()).toMatchObject(refused);

  const sentBack = await make(author);
  await act(author, sentBack, 'review');
  await decide(sentBack, 'request-changes', REASON);
  expect((await act(author, sentBack, 'publish')).json()).toMatchObject(refused);

  const sentByAnother = await make(author);
  await act(reviewer, sentByAnother, 'review');
  expect((await act(author, sentByAnother, 'publish')).json()).toMatchObject({ details: { own: true } });
  expect((await read(sentByAnother)).state).toBe('in_review');
  const third = await test.signIn('manager');
  expect((await act(third, withdrawn, 'publish')).json()).toMatchObject({ state: 'live' });
});

it('whoever wrote a part of an edit does not decide about it, though another began it', async () => {
  const id = await approved();
  const second = await test.signIn('manager');
  await edit(id, { code: 'BEGUN' }, second);
  await edit(id, { code: 'CHANGED' }, reviewer);
  expect((await decide(id, 'approve')).json()).toMatchObject({ details: { own: true } });
  expect((await act(author, id, 'archive')).statusCode).toBe(200);

  const draft = await make(author);
  await edit(draft, { code: 'MINE' }, reviewer);
  await act(author, draft, 'review');
  expect((await decide(draft, 'approve')).json()).toMatchObject({ details: { own: true } });
});

it('screens are given the card that was approved: another file or another card in its place shows nothing', async () => {
  const id = await approved();
  const [choice] = await choices();
  const [row] = await test.db.select().from(contentItems).where(eq(contentItems.id, id));
  const other = await make(author, 'tourism');
  await act(author, other, 'publish');
  const [stranger] = await test.db.select().from(contentItems).where(eq(contentItems.id, other));
  await test.db.update(contentItems).set({ card_id: stranger!.card_id }).where(eq(contentItems.id, id));
  expect(await choices()).toEqual([]);
  await test.db.update(contentItems).set({ card_id: row!.card_id }).where(eq(contentItems.id, id));
  const card = eq(mediaAssets.id, row!.card_id!);
  await test.db
    .update(mediaAssets)
    .set({ sha256: 'e'.repeat(64) })
    .where(card);
  expect(await choices()).toEqual([]);
  await test.db.update(mediaAssets).set({ sha256: choice!.asset.sha256 }).where(card);
  expect(await choices()).toHaveLength(1);
});

it('words that the rules refuse are neither published, approved, resumed nor edited in', async () => {
  const rules = await call(test, author, 'GET', '/api/validation-rules');
  const { version } = rules
    .json<{ items: { id: string; version: number }[] }>()
    .items.find(({ id }) => id === 'banned_words')!;
  const fine = await make(author);
  await act(author, fine, 'publish');
  const paused = await make(author, 'deals', { body: { en: 'Casino night', zh: '' } });
  await act(author, paused, 'publish');
  await act(author, paused, 'pause');
  const waiting = await make(author, 'deals', { terms: 'Only in the casino' });
  await act(author, waiting, 'review');
  const payload = { words: ['casino'], severity: 'fail', enabled: true };
  const changed = await call(test, author, 'PATCH', '/api/validation-rules/banned_words', {
    payload,
    version,
  });
  expect(changed.statusCode).toBe(200);
  const refused = { error: 'RULE', details: { because: 'banned_words', words: 'casino' } };
  const draft = await make(author, 'deals', { title: { en: 'CASINO', zh: '' } });
  expect((await act(author, draft, 'publish')).json()).toMatchObject(refused);
  expect((await act(author, paused, 'resume')).json()).toMatchObject(refused);
  expect((await decide(waiting, 'approve')).json()).toMatchObject(refused);
  expect((await edit(fine, { body: { en: 'Beside the casino', zh: '' } })).json()).toMatchObject(refused);
});

describe('the licence of a picture', () => {
  it('ends what was made with it: at midnight of the screen, and its card is drawn without it', async () => {
    await test.db.update(tenants).set({ tz: 'Asia/Tokyo' }).where(eq(tenants.id, test.tenant_id));
    const { asset } = await addCreative(test, author, 'picture.jpg');
    const id = await make(author, 'tourism', { image_id: asset.id });
    await act(author, id, 'publish');
    const { version } = (await call(test, author, 'GET', `/api/media/${asset.id}`)).json<{
      version: number;
    }>();
    const payload = { licence_until: '2026-11-25' };
    await call(test, author, 'PATCH', `/api/media/${asset.id}`, { payload, version });
    const [choice] = await choices('tourism');
    expect(choice!.licence_until).toBe('2026-11-25');
    expect((await sceneOf(choice!.asset.sha256)).images).toHaveLength(1);

    const settle = () =>
      settleDueContent(
        test.server,
        () => Promise.resolve(),
        error => {
          throw error;
        },
      );
    while ((await settle()) > 0);
    /** A minute before midnight in Tokyo, and a minute after it. */
    clock.jump(Date.parse('2026-11-25T14:59:00.000Z') - clock.now());
    while ((await settle()) > 0);
    expect((await sceneOf((await choices('tourism'))[0]!.asset.sha256)).images).toHaveLength(1);
    clock.jump(120_000);
    expect(await settle()).toBe(1);
    const [bare] = await choices('tourism');
    expect((await sceneOf(bare!.asset.sha256)).images).toEqual([]);
    expect(bare!.licence_until).toBe(null);
    expect(await settle()).toBe(0);
    clock.jump(DAY_MS);
  });
});
