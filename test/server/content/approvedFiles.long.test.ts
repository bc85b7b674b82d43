import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import type { Submission } from '../../../shared/contract/content/submission.ts';
import type { PlaylistDocument } from '../../../shared/contract/playout/manifest.ts';
import { originalOf } from '../../../shared/playout/renditions.ts';
import { creatives } from '../../../server/db/schema.ts';
import { makeScreen } from '../../support/device.ts';
import { addPlaylist, assign, call, publish } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { submissionCalls } from '../../support/server/submissions.ts';
import { addCreative } from '../../support/server/upload.ts';

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

describe('what screens are given', () => {
  const documentFor = async (screen: ReturnType<typeof makeScreen>) => {
    const head = (await screen.call('GET', '/api/player/manifest')).json<{
      documents: { kind: string; sha256: string }[];
    }>();
    const named = head.documents.find(({ kind }) => kind === 'playlist');
    return (await screen.call('GET', `/api/player/documents/${named?.sha256}`)).json<PlaylistDocument>();
  };

  it('is nothing that was not approved', async () => {
    const made = await calls.submitted();
    const loop = await addPlaylist(test, manager, [{ creative_id: made.creative_id, duration_ms: 5_000 }]);
    const refused = await calls.post(manager, `/api/playlists/${loop.id}/publish`);
    expect(refused.json()).toMatchObject({ error: 'RULE', details: { creative_ids: [made.creative_id] } });
    await calls.review(made.id);
    await calls.judge(made.id, 'approve');
    await publish(test, manager, loop.id);
  });

  it('is the file that was approved: another in the database is not published', async () => {
    const made = await calls.submitted();
    await calls.review(made.id);
    await calls.judge(made.id, 'approve');
    const other = await addCreative(test, manager, 'picture.webp');
    await test.db
      .update(creatives)
      .set({ asset_id: other.asset.id })
      .where(eq(creatives.id, made.creative_id));
    const loop = await addPlaylist(test, manager, [{ creative_id: made.creative_id, duration_ms: 5_000 }]);
    const refused = await calls.post(manager, `/api/playlists/${loop.id}/publish`);
    expect(refused.json()).toMatchObject({ error: 'RULE', details: { creative_ids: [made.creative_id] } });
  });

  it('is the old file of a creative while a newer one waits, and the newer one once it is approved', async () => {
    const old = await addCreative(test, manager, 'picture.png');
    const loop = await addPlaylist(test, manager, [{ creative_id: old.id, duration_ms: 5_000 }]);
    await publish(test, manager, loop.id);
    const screen = makeScreen(test);
    await screen.pair(test.admin);
    await assign(test, manager, loop.id, [screen.id]);
    const onScreen = async () => (await documentFor(screen)).items.map(({ asset }) => originalOf(asset));
    expect(await onScreen()).toEqual([old.asset.sha256]);

    const newer = await addCreative(test, test.admin, 'picture.webp');
    const asked = await calls.post(test.admin, `/api/creatives/${old.id}/replace`, { creative_id: newer.id });
    expect(asked.json()).toMatchObject({ state: 'approved', has_newer_file: true });
    expect(await onScreen()).toEqual([old.asset.sha256]);
    const [waiting] = (await call(test, manager, 'GET', `/api/submissions?creative_id=${old.id}`)).json<{
      items: Submission[];
    }>().items;
    expect(waiting).toMatchObject({ is_newer_file: true, asset: { sha256: newer.asset.sha256 } });

    const id = waiting?.id ?? '';
    const own = (payload: object) =>
      call(test, test.admin, 'PATCH', `/api/own-submissions/${id}`, { payload, version: 1 });
    expect((await own({ name: 'Unseen by anybody' })).json()).toMatchObject({ error: 'RULE' });
    expect((await own({ note: 'Sharper' })).json()).toMatchObject({ note: 'Sharper', name: old.name });
    await calls.review(id);
    expect(await calls.stateOf(old.id)).toBe('approved');
    await calls.judge(id, 'approve');
    expect(await onScreen()).toEqual([newer.asset.sha256]);
    expect(await calls.creativeNow(old.id)).toMatchObject({
      has_newer_file: false,
      approved_sha256: newer.asset.sha256,
    });
  });
});
