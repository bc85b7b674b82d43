import { afterAll, beforeAll, expect, it } from 'vitest';
import type { PlaylistDocument } from '../../../../shared/contract/playout/manifest.ts';
import { makeScreen, type Screen } from '../../../support/device.ts';
import { addPlaylist, assign, call, publish } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { submissionCalls } from '../../../support/server/submissions.ts';
import { addCreative } from '../../../support/server/upload.ts';

let test: TestServer;
beforeAll(async () => void (test = await startTestServer()));
afterAll(() => test.close());

async function filesOn(screen: Screen) {
  const head = await screen.head();
  const sha256 = head.documents.find(({ kind }) => kind === 'playlist')?.sha256 ?? '';
  const document = (await screen.call('GET', `/api/player/documents/${sha256}`)).json<PlaylistDocument>();
  return document.items.map(({ asset }) => asset.original_sha256);
}

it('OPEN-LIFE-02 a replaced file is a new version under review while the old one stays live, on screens too', async () => {
  const manager = await test.signIn('manager');
  const calls = submissionCalls(test, manager, test.admin);
  const old = await addCreative(test, test.admin, 'picture.jpg');
  const screen = makeScreen(test);
  await screen.pair(test.admin, { name: 'Cab 7' });
  const { id } = await addPlaylist(test, test.admin, [{ creative_id: old.id, duration_ms: 5_000 }], 'Loop');
  await publish(test, test.admin, id);
  await assign(test, test.admin, id, [screen.id]);
  const newer = await addCreative(test, manager, 'picture.webp');
  const payload = { creative_id: newer.id };
  expect(
    (await call(test, manager, 'POST', `/api/creatives/${old.id}/replace`, { payload })).statusCode,
  ).toBe(200);
  expect(await calls.creativeNow(old.id)).toMatchObject({
    ...{ state: 'approved', has_newer_file: true, approved_sha256: old.asset.sha256 },
    asset: { id: old.asset.id, sha256: old.asset.sha256 },
  });
  await publish(test, test.admin, id);
  expect(await filesOn(screen)).toEqual([old.asset.sha256]);

  const waiting = await call(test, test.admin, 'GET', '/api/submissions?status=pending');
  const [submission] = waiting.json<{ items: { id: string }[] }>().items;
  await calls.review(submission?.id ?? '');
  expect((await calls.judge(submission?.id ?? '', 'approve')).statusCode).toBe(200);
  expect(await calls.creativeNow(old.id)).toMatchObject({
    ...{ state: 'approved', has_newer_file: false, approved_sha256: newer.asset.sha256 },
    asset: { sha256: newer.asset.sha256 },
  });
  await expect.poll(() => filesOn(screen)).toEqual([newer.asset.sha256]);
});
