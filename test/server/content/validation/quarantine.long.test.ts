/** What a quarantine says, to whom, and who may still look at the file. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Creative } from '../../../../shared/contract/content/creative.ts';
import type { OwnSubmission, Submission } from '../../../../shared/contract/content/submission.ts';
import type { Validation } from '../../../../shared/contract/content/validation.ts';
import { creatives, mediaAssets, users } from '../../../../server/db/schema.ts';
import { checkAll } from '../../../support/server/checks.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { REASON as REVIEWED, submissionCalls } from '../../../support/server/submissions.ts';
import { addCreative, fixture, upload } from '../../../support/server/upload.ts';
import { slideInput } from '../../../support/slides.ts';

type By = TestServer['admin'];
const REASON = { reason: 'The music in it is not licensed.' };
let test: TestServer;
let viewer: By;
let manager: By;
let calls: ReturnType<typeof submissionCalls>;
beforeAll(async () => {
  test = await startTestServer();
  viewer = await test.signIn('viewer');
  manager = await test.signIn('manager');
  calls = submissionCalls(test, viewer, manager);
});
afterAll(() => test.close());

const checksOf = async (query: string) =>
  (await call(test, test.admin, 'GET', `/api/validations?limit=100&${query}`)).json<{ items: Validation[] }>()
    .items;
const act = (id: string, verb: 'quarantine' | 'release', by: By = test.admin) =>
  call(test, by, 'POST', `/api/validations/${id}/${verb}`, { payload: verb === 'quarantine' ? REASON : {} });
const creativeFor = async (by: By, id: string) =>
  (await call(test, by, 'GET', `/api/creatives/${id}`)).json<Creative>();
/** Those of one act. */
async function mailsOf(during: () => Promise<unknown>) {
  const before = test.emails.length;
  await during();
  return test.emails.slice(before);
}
async function approved() {
  const made = await calls.submitted();
  await checkAll(test);
  await calls.review(made.id);
  await calls.judge(made.id, 'approve');
  const [first] = await checksOf(`creative_id=${made.creative_id}`);
  return { ...made, check: first!.id };
}

describe('a quarantine', () => {
  it('is told to whoever submitted the creative, in his language, and so is its end', async () => {
    const { creative_id, check } = await approved();
    const [taken, ...others] = await mailsOf(() => act(check, 'quarantine'));
    expect([taken?.to, others.length]).toEqual([viewer.email, 0]);
    expect(taken?.subject).toBe('Taken off all screens: Winter sale');
    expect(taken?.text).toContain(REASON.reason);
    const { publicUrl } = test.server.config;
    if (publicUrl !== null) expect(taken?.text).toContain(`${publicUrl}/creatives/${creative_id}`);
    expect(await mailsOf(() => act(check, 'quarantine'))).toEqual([]);

    await test.db.update(users).set({ locale: 'zh' }).where(eq(users.id, viewer.id));
    const [back] = await mailsOf(() => act(check, 'release'));
    expect(back).toMatchObject({ to: viewer.email, subject: '素材已解除隔离：Winter sale' });
    await test.db.update(users).set({ locale: 'en' }).where(eq(users.id, viewer.id));
  });

  it('that takes slides along is one e-mail to each of those who made them, and none to whoever does it', async () => {
    const make = async (by: By, picture: string) =>
      (
        await call(test, by, 'POST', '/api/creatives/slides', { payload: slideInput('photo', picture) })
      ).json<Creative>();
    const picture = await addCreative(test, manager, 'picture.png');
    const [other, same] = [await make(test.admin, picture.id), await make(manager, picture.id)];
    await checkAll(test);
    const [first] = await checksOf(`creative_id=${picture.id}`);
    const mails = await mailsOf(() => act(first!.id, 'quarantine'));
    expect(mails.map(({ to, subject }) => [to, subject])).toEqual([
      [manager.email, 'Taken off all screens: 2 creatives'],
    ]);
    for (const { name } of [picture, same]) expect(mails[0]?.text).toContain(name);

    const seen = await creativeFor(manager, other.id);
    expect(seen.quarantine).toMatchObject({ ...REASON, picture: picture.asset.filename });
    expect((await creativeFor(viewer, other.id)).quarantine).toMatchObject({ reason: '', picture: null });
    expect((await creativeFor(viewer, other.id)).asset).toMatchObject({
      state: 'ready',
      url: '',
      thumbnail_url: null,
    });
    const [slide] = await checksOf(`creative_id=${other.id}`);
    expect(slide).toMatchObject({ is_quarantined: false, quarantine: { picture: picture.asset.filename } });
    expect((await mailsOf(() => act(first!.id, 'release'))).map(({ to }) => to)).toEqual([manager.email]);
    expect((await creativeFor(viewer, other.id)).asset.url).not.toBe('');
  });

  it('that takes a slide along ends at the slide, too, where its picture has no check any more', async () => {
    const picture = await addCreative(test, manager, 'picture.webp');
    const slide = (
      await call(test, manager, 'POST', '/api/creatives/slides', { payload: slideInput('photo', picture.id) })
    ).json<Creative>();
    await checkAll(test);
    const [own] = await checksOf(`creative_id=${picture.id}`);
    await act(own!.id, 'quarantine');
    const { version } = await calls.creativeNow(picture.id);
    const removed = await call(test, manager, 'DELETE', `/api/creatives/${picture.id}`, { version });
    expect(removed.statusCode).toBeLessThan(300);
    const [row] = await checksOf(`attention=needed&creative_id=${slide.id}`);
    expect((await act(row!.id, 'release')).json()).toMatchObject({ quarantine: null });
    expect((await creativeFor(viewer, slide.id)).asset.url).not.toBe('');
    expect((await act(row!.id, 'release')).json()).toMatchObject({ error: 'STATE' });
  });

  it('is told to whoever submitted the file that is taken off, not one that waits, and of none that was never shown', async () => {
    const { creative_id, check } = await approved();
    const newer = await calls.uploaded(manager);
    await calls.post(manager, `/api/creatives/${creative_id}/replace`, { creative_id: newer });
    const mails = await mailsOf(() => act(check, 'quarantine'));
    expect(mails.map(({ to }) => to)).toEqual([viewer.email]);
    const pending = await calls.submitted();
    await checkAll(test);
    const [first] = await checksOf(`creative_id=${pending.creative_id}`);
    expect(await mailsOf(() => act(first!.id, 'quarantine'))).toEqual([]);
    await calls.review(pending.id);
    expect((await calls.judge(pending.id, 'approve')).json()).toMatchObject({
      error: 'RULE',
      details: { because: 'in_quarantine' },
    });
    for (const one of [check, first!.id]) await act(one, 'release');
  });

  it('withholds from whoever only reads the queue the slide of before that holds its picture', async () => {
    const analyst = await test.signIn('analyst');
    const made = await calls.submitted();
    await calls.review(made.id);
    await calls.judge(made.id, 'request-changes', REVIEWED);
    await calls.own(made.id, 'resubmit', { creative_id: await calls.uploaded() });
    const picture = await addCreative(test, manager, 'picture.heic');
    const set = (id: string, values: object) =>
      test.db.update(mediaAssets).set(values).where(eq(mediaAssets.id, id));
    await set(made.asset.id, { picture_ids: [picture.asset.id] });
    const before = async (by: By) =>
      (await call(test, by, 'GET', `/api/submissions/${made.id}`)).json<Submission>().asset_before;
    expect((await before(analyst))?.url).toContain('sig=');
    await set(picture.asset.id, { state: 'quarantined' });
    expect(await before(analyst)).toMatchObject({ url: '', thumbnail_url: null });
    expect((await before(manager))?.url).toContain('sig=');
    await set(picture.asset.id, { state: 'ready' });
  });

  it('is told to nobody whose account is suspended, deleted or of another tenant', async () => {
    const { check, creative_id } = await approved();
    const set = (set: object) => test.db.update(users).set(set).where(eq(users.id, viewer.id));
    await set({ status: 'suspended' });
    expect(await mailsOf(() => act(check, 'quarantine'))).toEqual([]);
    await set({ status: 'active' });
    const stranger = await test.signIn('admin', await test.addTenant('stranger'));
    await test.db.update(creatives).set({ created_by: stranger.id }).where(eq(creatives.id, creative_id));
    await set({ role: 'device_owner' });
    expect(await mailsOf(() => act(check, 'release'))).toEqual([]);
    await set({ role: 'viewer' });
  });

  it('stands with each check, the creative and the submission, and moves the time of no check', async () => {
    const { id, creative_id, check } = await approved();
    const before = await checksOf(`creative_id=${creative_id}`);
    expect(before.every(({ quarantine }) => quarantine === null)).toBe(true);
    await act(check, 'quarantine', manager);
    const after = await checksOf(`creative_id=${creative_id}`);
    const taken = { ...REASON, by_name: manager.email, picture: null, at: expect.any(String) as string };
    expect(after.length).toBeGreaterThan(2);
    for (const one of after)
      expect(one).toMatchObject({ quarantine: taken, is_quarantined: true, reason: '' });
    const times = (rows: Validation[]) => new Map(rows.map(one => [one.id, one.updated_at]));
    expect(times(after)).toEqual(times(before));

    expect((await creativeFor(manager, creative_id)).quarantine).toMatchObject(taken);
    expect((await creativeFor(viewer, creative_id)).quarantine).toMatchObject({ ...taken, by_name: null });
    const own = (await call(test, viewer, 'GET', `/api/own-submissions/${id}`)).json<OwnSubmission>();
    expect(own).toMatchObject({ state: 'approved', quarantine: { ...taken, by_name: null } });
    const seen = (await call(test, manager, 'GET', `/api/submissions/${id}`)).json<Submission>();
    expect(seen.quarantine).toMatchObject(taken);

    await act(check, 'release', manager);
    expect((await creativeFor(viewer, creative_id)).quarantine).toBeNull();
    const [row] = await test.db
      .select({ quarantine: mediaAssets.quarantine })
      .from(mediaAssets)
      .where(eq(mediaAssets.id, own.asset.id));
    expect(row?.quarantine).toBeNull();
  });

  it('tells its reason to whoever brought that very file, and to nobody who hands in the same bytes afterwards', async () => {
    const bytes = Buffer.concat([fixture('picture.jpg'), Buffer.from('the same bytes')]);
    const bring = async (by: By) =>
      String((await upload(test, by, bytes, { filename: 'same.jpg' })).headers['x-creative']);
    const first = await bring(viewer);
    await checkAll(test);
    const [check] = await checksOf(`creative_id=${first}`);
    await act(check!.id, 'quarantine');
    expect((await creativeFor(viewer, first)).quarantine).toMatchObject(REASON);

    const another = await test.signIn('viewer');
    const again = await bring(another);
    const words = { name: 'Winter sale', alt_text: 'Snow', creative_id: again };
    const own = (await calls.post(another, '/api/own-submissions', words)).json<OwnSubmission>();
    const withheld = { reason: '', by_name: null, picture: null };
    expect(own).toMatchObject({ state: 'pending', quarantine: withheld });
    expect((await creativeFor(another, again)).quarantine).toMatchObject(withheld);
    expect((await creativeFor(another, first)).quarantine).toMatchObject(withheld);
    const decided = await call(test, manager, 'GET', `/api/submissions/${own.id}`);
    expect(decided.json<Submission>().quarantine).toMatchObject({ ...REASON, by_name: test.admin.email });

    /** What was sent back gets the same bytes later: that is no file of before. */
    const sent = await calls.submitted('', another);
    await calls.review(sent.id);
    await calls.judge(sent.id, 'request-changes', REVIEWED);
    await test.db
      .update(creatives)
      .set({ created_at: new Date(0) })
      .where(eq(creatives.id, sent.creative_id));
    await calls.own(sent.id, 'resubmit', { creative_id: await bring(another) }, another);
    expect((await creativeFor(another, sent.creative_id)).quarantine).toMatchObject(withheld);

    const stranger = await test.signIn('admin', await test.addTenant('stranger with the same bytes'));
    expect((await creativeFor(stranger, await bring(stranger))).quarantine).toBeNull();
    await act(check!.id, 'release');
  });

  it('leaves the file to those who may release it, and to nobody else', async () => {
    const { id, creative_id, check } = await approved();
    const analyst = await test.signIn('analyst');
    await act(check, 'quarantine');
    const addresses = async (by: By) => {
      const { asset } = await creativeFor(by, creative_id);
      return [asset.url, asset.thumbnail_url, asset.poster_url, ...asset.renditions.map(({ url }) => url)];
    };
    expect(await addresses(manager)).toContainEqual(expect.stringContaining('sig='));
    for (const by of [viewer, analyst])
      expect((await addresses(by)).filter(one => one !== '' && one !== null)).toEqual([]);
    const own = (await call(test, viewer, 'GET', `/api/own-submissions/${id}`)).json<OwnSubmission>();
    expect([own.asset.url, own.asset.thumbnail_url]).toEqual(['', null]);
    const versions = await call(test, viewer, 'GET', `/api/creatives/${creative_id}/versions`);
    expect(versions.body).not.toContain('sig=');
    const media = await call(test, analyst, 'GET', `/api/media/${own.asset.id}`);
    expect([media.statusCode, media.body.includes('sig=')]).toEqual([200, false]);
    await act(check, 'release');
    expect((await addresses(viewer))[0]).toContain('sig=');
  });

  it('is one case of the queue, first of all, and the rest is reached by its filters', async () => {
    const { creative_id, check } = await approved();
    const rows = (await checksOf(`creative_id=${creative_id}`)).length;
    expect(await checksOf(`attention=needed&creative_id=${creative_id}`)).toEqual([]);
    await act(check, 'quarantine');
    const [first] = await checksOf('attention=needed');
    expect(first).toMatchObject({ creative_id, is_quarantined: true });
    expect(await checksOf(`attention=needed&creative_id=${creative_id}`)).toHaveLength(1);
    expect(
      (await checksOf('attention=needed')).every(one => one.is_quarantined || one.state === 'fail'),
    ).toBe(true);
    expect(await checksOf(`quarantined=yes&creative_id=${creative_id}`)).toHaveLength(rows);
    expect(await checksOf(`quarantined=no&creative_id=${creative_id}`)).toEqual([]);
    expect(await checksOf(`attention=settled&creative_id=${creative_id}`)).toHaveLength(rows - 1);
    await act(check, 'release');
    expect(await checksOf(`attention=needed&creative_id=${creative_id}`)).toEqual([]);
  });
});
