/** Approval freezes hashes: whatever is put in the place of a file or of what was made of it, screens show nothing else. */
import 'fake-indexeddb/auto';
import { readFileSync, writeFileSync } from 'node:fs';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { systemClock } from '../../../shared/clock.ts';
import type { Creative } from '../../../shared/contract/content/creative.ts';
import type { DocumentAsset, Head, PlaylistDocument } from '../../../shared/contract/playout/manifest.ts';
import { connect } from '../../../shared/device/storage.ts';
import { AssetRefused, fetchAsset } from '../../../shared/library/fetch.ts';
import { createLibrary } from '../../../shared/library/store.ts';
import { processNext } from '../../../server/content/media/processor.ts';
import { mediaPath } from '../../support/server/mediaFiles.ts';
import { reissue } from '../../../server/content/playlists/reissue.ts';
import { auditEvents, creatives, mediaAssets } from '../../../server/db/schema.ts';
import { inTenant } from '../../../server/transaction/context.ts';
import { locks } from '../../shared/library/files.ts';
import { memoryCaches } from '../../shared/library/memoryCache.ts';
import { makeScreen, type Screen, type Verdicts } from '../../support/device.ts';
import { addPlaylist, assign, call, publish } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';
import { ffmpeg } from '../../tools/machine.ts';

let test: TestServer;
let screen: Screen;
let other: Creative;
beforeAll(async () => {
  test = await startTestServer({ config: { ffmpeg: ffmpeg() } });
  screen = makeScreen(test);
  await screen.pair(test.admin);
  other = await addCreative(test, test.admin, 'vp9.webm');
});
afterAll(() => test.close());

async function convert() {
  const never = new AbortController().signal;
  const faults: unknown[] = [];
  while (await processNext(test.server, never, error => void faults.push(error)));
  expect(faults).toEqual([]);
}
const read = async ({ id }: Creative) =>
  (await call(test, test.admin, 'GET', `/api/creatives/${id}`)).json<Creative>();
const loopOf = ({ id }: Creative) => addPlaylist(test, test.admin, [{ creative_id: id, duration_ms: 5_000 }]);
async function shown(): Promise<DocumentAsset[]> {
  const { documents } = (await screen.call('GET', '/api/player/manifest')).json<Head>();
  const named = documents.find(({ kind }) => kind === 'playlist');
  const document = await screen.call('GET', `/api/player/documents/${named?.sha256}`);
  return document.json<PlaylistDocument>().items.map(({ asset }) => asset);
}

let libraries = 0;
/** As the player fetches it. */
function fetched(asset: DocumentAsset) {
  const library = createLibrary({
    ...{ clock: systemClock, db: connect(`frozen-${++libraries}`), caches: memoryCaches().caches },
    ...{ origin: 'http://test.local', onDamaged: () => undefined },
  });
  const get = async (target: string, headers: Record<string, string>) => {
    const reply = await screen.call('GET', target, undefined, { headers });
    const range = new Headers({ 'Content-Range': String(reply.headers['content-range']) });
    return { status: reply.statusCode, headers: range, bytes: Uint8Array.from(reply.rawPayload).buffer };
  };
  const clock = { mono: () => performance.now() };
  return fetchAsset({ library, get, locks: locks(), clock }, asset);
}

/** Uploaded, converted, published and on the screen. */
async function onScreen(name: string) {
  const creative = await addCreative(test, test.admin, name);
  await convert();
  const loop = await loopOf(creative);
  await publish(test, test.admin, loop.id);
  await assign(test, test.admin, loop.id, [screen.id]);
  return { creative: await read(creative), assets: await shown() };
}
/** Another file of the tenant stands in the row, as if it had been made of this one. */
const swapRow = ({ asset }: Creative) =>
  test.db
    .update(mediaAssets)
    .set({
      renditions: [
        {
          ...{ sha256: other.asset.sha256, bytes: other.asset.bytes, mime: 'video/webm', w: 320, h: 180 },
          chunks_sha256: other.asset.sha256,
        },
      ],
    })
    .where(eq(mediaAssets.id, asset.id));

describe('a file that screens do not play', () => {
  it('is published once there is a rendition, and the record names what was approved', async () => {
    const creative = await addCreative(test, test.admin, 'hevc.mp4');
    expect(creative).toMatchObject({ state: 'approved', asset: { state: 'processing' } });
    const loop = await loopOf(creative);
    const early = await call(test, test.admin, 'POST', `/api/playlists/${loop.id}/publish`);
    expect(early.json()).toMatchObject({ error: 'RULE', details: { creative_ids: [creative.id] } });
    await convert();
    await publish(test, test.admin, loop.id);
    await assign(test, test.admin, loop.id, [screen.id]);
    const { asset } = await read(creative);
    const [made] = asset.renditions;
    const [file] = await shown();
    expect(file).toMatchObject({
      ...{ sha256: made?.sha256, bytes: made?.bytes, mime: 'video/mp4' },
      original_sha256: asset.sha256,
    });
    expect(file?.renditions).toBeUndefined();
    expect((await fetched(file!)).complete).toBe(true);

    const record = await screen.ledger().play({ id: creative.id, sha256: file?.original_sha256 ?? '' });
    const { verdicts } = (await screen.send([record])).json<Verdicts>();
    expect(verdicts.map(({ verdict }) => verdict)).toEqual(['accepted']);
  });

  it('has the hashes of what was made of it in the audit log', async () => {
    const { creative } = await onScreen('h264.mov');
    const isOurs = and(eq(auditEvents.action, 'media.convert'), eq(auditEvents.target_id, creative.asset.id));
    expect(await test.db.$count(auditEvents, isOurs)).toBe(1);
  });

  it('is not published with another rendition than was approved with it', async () => {
    const { creative, assets } = await onScreen('turned.mp4');
    await swapRow(creative);
    const loop = await loopOf(creative);
    const refused = await call(test, test.admin, 'POST', `/api/playlists/${loop.id}/publish`);
    expect(refused.json()).toMatchObject({ error: 'RULE', details: { creative_ids: [creative.id] } });
    await inTenant(test.server, { tenant_id: test.tenant_id, user_id: null }, ctx =>
      reissue(ctx, [creative.asset.id]),
    );
    expect(await shown()).toEqual(assets);
  });

  it('whose creative is pointed at another file stays on screens as it was approved', async () => {
    const { creative, assets } = await onScreen('h264.mov');
    await test.db.update(creatives).set({ asset_id: other.asset.id }).where(eq(creatives.id, creative.id));
    await inTenant(test.server, { tenant_id: test.tenant_id, user_id: null }, ctx =>
      reissue(ctx, [other.asset.id]),
    );
    expect(await shown()).toEqual(assets);
  });

  it('whose rendition has other bytes in the store is shown by no screen', async () => {
    const { assets } = await onScreen('vp8.webm');
    const [file] = assets;
    const path = mediaPath(test.server, file!.sha256);
    const bytes = readFileSync(path);
    writeFileSync(path, Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1)! ^ 1])]));
    await expect(fetched(file!)).rejects.toBeInstanceOf(AssetRefused);
    writeFileSync(path, bytes);
    expect((await fetched(file!)).complete).toBe(true);
  });
});

it('a smaller version that was put in the row of a file is given to no screen, the file still is', async () => {
  const { creative, assets } = await onScreen('h264.mp4');
  await swapRow(creative);
  const loop = await loopOf(creative);
  await publish(test, test.admin, loop.id);
  await assign(test, test.admin, loop.id, [screen.id]);
  expect(await shown()).toEqual(assets);
  expect(assets).toMatchObject([{ sha256: creative.asset.sha256 }]);
});
