import { createHash, createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { canonical } from '../../../shared/contract/wire/canonical.ts';
import type { Device } from '../../../shared/contract/fleet/device.ts';
import type { ConfigDocument, Head, PlaylistDocument } from '../../../shared/contract/playout/manifest.ts';
import type { Creative } from '../../../shared/contract/content/creative.ts';
import { openNetwork } from '../../../server/fleet/link/network.ts';
import { refreshDevices } from '../../../server/playout/heads.ts';
import { inTenant } from '../../../server/transaction/context.ts';
import { manualClock } from '../../support/clock.ts';
import { makeScreen, type Screen } from '../../support/device.ts';
import { addPlaylist, assign, call, publish, readPlaylist } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative, fixture } from '../../support/server/upload.ts';

let test: TestServer;
const us = () => ({ tenant_id: test.tenant_id, user_id: null });
let picture: Creative;
let video: Creative;
let screen: Screen;
beforeAll(async () => {
  test = await startTestServer({ clock: manualClock(Date.now()) });
  picture = await addCreative(test, test.admin, 'picture.jpg');
  video = await addCreative(test, test.admin, 'h264.mp4');
});
beforeEach(async () => {
  screen = makeScreen(test);
  await screen.pair(test.admin);
});
afterAll(() => test.close());

const sha256 = (text: string | Buffer) => createHash('sha256').update(text).digest('hex');
const documentNamed = async <T>(head: { documents: { kind: string; sha256: string }[] }, kind: string) => {
  const named = head.documents.find(document => document.kind === kind);
  if (!named) return null;
  const answer = await screen.call('GET', `/api/player/documents/${named.sha256}`);
  expect(answer.statusCode).toBe(200);
  expect(sha256(answer.body)).toBe(named.sha256);
  return answer.json<T>();
};
const poll = (version: number) =>
  screen.call('GET', '/api/player/manifest', undefined, { headers: { 'if-none-match': `"v${version}"` } });

describe('the head of a screen', () => {
  it('is signed by the key that was pinned at pairing, over the canonical bytes of everything else', async () => {
    const { sig, ...unsigned } = (await screen.head()) as Head;
    const key = createPublicKey({ key: { ...test.server.keys.manifest.jwk }, format: 'jwk' });
    const isGood = (text: string) =>
      verify('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }, Buffer.from(sig, 'base64url'));
    expect(isGood(canonical(unsigned))).toBe(true);
    expect(isGood(canonical({ ...unsigned, version: unsigned.version + 1 }))).toBe(false);
    expect(unsigned.key_id).toBe(test.server.keys.manifest.key_id);
  });

  it('says what its SIM may carry where somebody has said so', async () => {
    const before = await screen.head();
    expect(await documentNamed<ConfigDocument>(before, 'config')).not.toHaveProperty('data_plan');
    const { version } = (await call(test, test.admin, 'GET', `/api/devices/${screen.id}`)).json<Device>();
    const payload = { data_plan_mb: 2_000, data_plan_day: 15 };
    const changed = await call(test, test.admin, 'PATCH', `/api/devices/${screen.id}`, { payload, version });
    expect(changed.json()).toMatchObject(payload);
    const after = await screen.head();
    expect(after.version).toBeGreaterThan(before.version);
    expect(await documentNamed<ConfigDocument>(after, 'config')).toMatchObject({
      data_plan: { mb: 2_000, day: 15 },
    });
    const tooLate = { payload: { data_plan_day: 31 }, version: version + 1 };
    const refused = await call(test, test.admin, 'PATCH', `/api/devices/${screen.id}`, tooLate);
    expect([refused.statusCode, refused.json<{ details: object }>().details]).toMatchObject([
      400,
      { data_plan_day: [expect.any(String)] },
    ]);
  });

  it('says when its depot has Wi-Fi where both hours are set', async () => {
    const change = async (payload: object) => {
      const path = `/api/devices/${screen.id}`;
      const { version } = (await call(test, test.admin, 'GET', path)).json<Device>();
      return call(test, test.admin, 'PATCH', path, { payload, version });
    };
    const config = async () => documentNamed<ConfigDocument>(await screen.head(), 'config');
    expect((await change({ depot_from: '23:00' })).statusCode).toBe(200);
    expect(await config()).not.toHaveProperty('depot');
    expect((await change({ depot_to: '04:30' })).statusCode).toBe(200);
    expect(await config()).toMatchObject({ depot: { from: '23:00', to: '04:30' } });
    const refused = await change({ depot_to: '24:30' });
    expect([refused.statusCode, refused.json<{ details: object }>().details]).toMatchObject([
      400,
      { depot_to: [expect.any(String)] },
    ]);
  });

  it('names the configuration alone where there is nothing to play', async () => {
    const head = await screen.head();
    expect(head.documents.map(document => document.kind)).toEqual(['config']);
    const config = await documentNamed<ConfigDocument>(head, 'config');
    expect(config).toMatchObject({
      kind: 'config',
      orientation: 0,
      fit: 'contain',
      volume: 0,
      tz: 'Europe/Berlin',
      metered: 'auto',
    });
  });
});

describe('a poll', () => {
  it('that finds nothing new makes no query, not even for who asks', async () => {
    const { version } = await screen.head();
    await test.hearNotices();
    const first = await screen.call('GET', '/api/player/manifest');
    expect(first.headers.etag).toBe(`"v${version}"`);
    const before = test.server.queries();
    for (let n = 0; n < 20; n++) {
      const answer = await poll(version);
      expect([answer.statusCode, answer.body, answer.headers.etag]).toEqual([304, '', `"v${version}"`]);
    }
    expect(test.server.queries() - before).toBe(0);
  });

  it('is told of a change at once on this node and soon on every other', async () => {
    const other = await openNetwork(test.server);
    try {
      const { version } = await screen.head();
      expect((await other.cachedDevice(screen.id))?.manifest_version).toBe(version);
      await inTenant(test.server, us(), ctx => refreshDevices(ctx, [screen.id]));
      expect((await poll(version)).statusCode).toBe(200);
      await expect
        .poll(async () => (await other.cachedDevice(screen.id))?.manifest_version)
        .toBe(version + 1);
    } finally {
      await other.close();
    }
  });

  it('hears nothing of a change that was rolled back', async () => {
    const { version } = await screen.head();
    const failing = inTenant(test.server, us(), async ctx => {
      await refreshDevices(ctx, [screen.id]);
      throw new Error('rolled back');
    });
    await expect(failing).rejects.toThrow('rolled back');
    expect((await poll(version)).statusCode).toBe(304);
  });
});

describe('publishing', () => {
  it('gives every assigned screen the playlist, with each file cut and hashed', async () => {
    const draft = await addPlaylist(test, test.admin, [
      { creative_id: video.id, duration_ms: null, transition: 'none', fit: null },
      { creative_id: picture.id, duration_ms: 5_000, transition: 'fade', fit: 'cover' },
      { creative_id: picture.id, duration_ms: null, transition: 'none', fit: null },
    ]);
    const before = await screen.head();
    await assign(test, test.admin, draft.id, [screen.id]);
    const assigned = await screen.head();
    expect(assigned.version).toBe(before.version + 1);
    expect(await documentNamed(assigned, 'playlist')).toBeNull();

    const published = await publish(test, test.admin, draft.id);
    expect(published).toMatchObject({ state: 'published', published_version: 1, has_draft: false });
    const head = await screen.head();
    expect(head.version).toBe(assigned.version + 1);
    const playlist = await documentNamed<PlaylistDocument>(head, 'playlist');
    const bytes = fixture('h264.mp4');
    expect(playlist).toMatchObject({ kind: 'playlist', playlist_id: draft.id, version: 1 });
    expect(playlist?.items.map(item => [item.kind, item.duration_ms, item.transition, item.fit])).toEqual([
      ['video', 3_000, 'none', null],
      ['image', 5_000, 'fade', 'cover'],
      ['image', 10_000, 'none', null],
    ]);
    expect(playlist?.items[0]?.asset).toEqual({
      sha256: sha256(bytes),
      bytes: bytes.length,
      mime: 'video/mp4',
      chunk_bytes: 1_048_576,
      chunks_sha256: sha256(createHash('sha256').update(bytes).digest()),
    });
  });

  it('names no price, advertiser or other screen', async () => {
    const draft = await addPlaylist(test, test.admin, [{ creative_id: picture.id, duration_ms: 5_000 }]);
    await assign(test, test.admin, draft.id, [screen.id]);
    await publish(test, test.admin, draft.id);
    const playlist = await documentNamed<PlaylistDocument>(await screen.head(), 'playlist');
    expect(Object.keys(playlist ?? {}).sort()).toEqual(['items', 'kind', 'playlist_id', 'version']);
    const keys = ['asset', 'creative_id', 'duration_ms', 'fit', 'id', 'kind', 'name', 'transition'];
    expect(Object.keys(playlist?.items[0] ?? {}).sort()).toEqual(keys);
  });

  it('of the same draft twice changes nothing; an edit waits beside what plays', async () => {
    const draft = await addPlaylist(test, test.admin, [{ creative_id: picture.id, duration_ms: 5_000 }]);
    await assign(test, test.admin, draft.id, [screen.id]);
    const once = await publish(test, test.admin, draft.id);
    const head = await screen.head();
    expect((await publish(test, test.admin, draft.id)).published_version).toBe(1);
    expect((await poll(head.version)).statusCode).toBe(304);

    const edited = await call(test, test.admin, 'PUT', `/api/playlists/${draft.id}/items`, {
      payload: { items: [{ creative_id: video.id, duration_ms: null }] },
      version: once.version,
    });
    expect(edited.json()).toMatchObject({ has_draft: true, published_version: 1, state: 'published' });
    expect((await poll(head.version)).statusCode).toBe(304);
    await publish(test, test.admin, draft.id);
    const next = await documentNamed<PlaylistDocument>(await screen.head(), 'playlist');
    expect(next).toMatchObject({ version: 2, items: [{ creative_id: video.id }] });
  });

  it('taken off a screen, the playlist leaves its head', async () => {
    const draft = await addPlaylist(test, test.admin, [{ creative_id: picture.id, duration_ms: 5_000 }]);
    await publish(test, test.admin, draft.id);
    await assign(test, test.admin, draft.id, [screen.id]);
    expect((await screen.head()).documents).toHaveLength(2);
    await assign(test, test.admin, draft.id, []);
    expect((await screen.head()).documents).toHaveLength(1);
    expect((await readPlaylist(test, test.admin, draft.id)).assigned_to).toEqual([]);
  });
});

describe('a document', () => {
  it('is given only to a screen whose recent heads name it', async () => {
    const other = makeScreen(test);
    await other.pair(test.admin, { name: 'Cab 2' });
    const [config] = (await other.head()).documents;
    const answer = await screen.call('GET', `/api/player/documents/${config?.sha256}`);
    expect(answer.statusCode).toBe(404);
  });

  it('of the head before last is still there, for a screen that is slow', async () => {
    const { documents } = await screen.head();
    const read = await call(test, test.admin, 'GET', `/api/devices/${screen.id}`);
    const patched = await call(test, test.admin, 'PATCH', `/api/devices/${screen.id}`, {
      payload: { volume: 30, metered: 'metered' },
      version: read.json<Device>().version,
    });
    expect(patched.json()).toMatchObject({ volume: 30 });
    const head = await screen.head();
    expect(head.documents).not.toEqual(documents);
    expect(await documentNamed<ConfigDocument>({ documents }, 'config')).toMatchObject({ volume: 0 });
    expect(await documentNamed<ConfigDocument>(head, 'config')).toMatchObject({
      volume: 30,
      metered: 'metered',
    });
  });
});
