import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Creative } from '../../../../shared/contract/content/creative.ts';
import type { Validation } from '../../../../shared/contract/content/validation.ts';
import type { PlaylistItemInput } from '../../../../shared/contract/content/playlist.ts';
import type { Head, PlaylistDocument } from '../../../../shared/contract/playout/manifest.ts';
import { documents, playlistVersions } from '../../../../server/db/schema.ts';
import { manualClock } from '../../../support/clock.ts';
import { makeScreen } from '../../../support/device.ts';
import { checkAll } from '../../../support/server/checks.ts';
import { addPlaylist, assign, call, publish } from '../../../support/server/playlist.ts';
import { slideInput } from '../../../support/slides.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';

let test: TestServer;
let picture: Creative;
const clock = manualClock(Date.parse('2026-11-24T09:00:00.000Z'));
beforeAll(async () => {
  test = await startTestServer({ clock });
  picture = await addCreative(test, test.admin, 'picture.jpg');
});
afterAll(() => test.close());

const item = (more: Partial<PlaylistItemInput> = {}): PlaylistItemInput => ({
  ...{ creative_id: picture.id, duration_ms: 5_000 },
  ...more,
});
/** Changes the file or the creative as somebody in the console does. */
async function change(path: string, payload: object): Promise<void> {
  const { version } = (await call(test, test.admin, 'GET', `/api/${path}`)).json<{ version: number }>();
  const answer = await call(test, test.admin, 'PATCH', `/api/${path}`, { payload, version });
  if (answer.statusCode !== 200) throw new Error(answer.body);
}
const setLicence = (licence_until: string | null) => change(`media/${picture.asset.id}`, { licence_until });
const setValidity = (valid_until: string | null) => change(`creatives/${picture.id}`, { valid_until });
async function lastDays(playlist_id: string): Promise<(string | undefined)[]> {
  const [row] = await test.db
    .select({ body: documents.body })
    .from(playlistVersions)
    .innerJoin(
      documents,
      and(
        eq(documents.sha256, playlistVersions.document_sha256),
        eq(documents.tenant_id, playlistVersions.tenant_id),
      ),
    )
    .where(eq(playlistVersions.playlist_id, playlist_id));
  return (JSON.parse(row?.body ?? '{}') as PlaylistDocument).items.map(({ valid_until }) => valid_until);
}

describe('the last day on which a screen may play an item', () => {
  it.each([
    ['item', '2026-12-01', '2026-12-02', '2026-12-03', '2026-12-01'],
    ['creative', '2026-12-03', '2026-12-01', '2026-12-02', '2026-12-01'],
    ['licence of the file', '2026-12-02', '2026-12-03', '2026-12-01', '2026-12-01'],
    ['licence, where nothing else ends', null, null, '2026-12-05', '2026-12-05'],
    ['nothing, where there is no end', null, null, null, undefined],
  ])('is published as the earliest: %s', async (_what, ofItem, ofCreative, ofLicence, expected) => {
    await setValidity(ofCreative);
    await setLicence(ofLicence);
    const { id } = await addPlaylist(test, test.admin, [item({ valid_until: ofItem })]);
    await publish(test, test.admin, id);
    expect(await lastDays(id)).toEqual([expected]);
  });

  it('follows a change of the licence or of the creative, and each screen is offered the new document', async () => {
    await setValidity(null);
    await setLicence(null);
    const { id } = await addPlaylist(test, test.admin, [item({ valid_until: '2026-12-20' }), item()]);
    await publish(test, test.admin, id);
    const screen = makeScreen(test);
    await assign(test, test.admin, id, [(await screen.pair(test.admin)).id]);
    const offered = async () => (await screen.call('GET', '/api/player/manifest')).json<Head>().version;
    const versions = [await offered()];
    expect(await lastDays(id)).toEqual(['2026-12-20', undefined]);
    await setLicence('2026-12-10');
    versions.push(await offered());
    expect(await lastDays(id)).toEqual(['2026-12-10', '2026-12-10']);
    await setValidity('2026-12-05');
    versions.push(await offered());
    expect(await lastDays(id)).toEqual(['2026-12-05', '2026-12-05']);
    await setValidity('2026-12-25');
    await call(test, test.admin, 'POST', '/api/media/changes', {
      payload: { media_ids: [picture.asset.id], change: { licence_until: null } },
    });
    versions.push(await offered());
    expect(await lastDays(id)).toEqual(['2026-12-20', '2026-12-25']);
    expect(new Set(versions).size).toBe(versions.length);
  });

  it('of a slide is that of the pictures in it, in its checks and in a copy for another tenant, too', async () => {
    await setLicence(null);
    const payload = slideInput('photo', picture.id);
    const answer = await call(test, test.admin, 'POST', '/api/creatives/slides', { payload });
    const slide = answer.json<Creative>();
    const { id } = await addPlaylist(test, test.admin, [item({ creative_id: slide.id, duration_ms: null })]);
    await publish(test, test.admin, id);
    expect(await lastDays(id)).toEqual([undefined]);
    await setLicence('2026-11-30');
    expect(await lastDays(id)).toEqual(['2026-11-30']);
    await checkAll(test);
    const findings = await call(test, test.admin, 'GET', `/api/validations?creative_id=${slide.id}`);
    expect(findings.json<{ items: Validation[] }>().items).toContainEqual(
      expect.objectContaining({ rule: 'licence', state: 'warn' }),
    );
    await setLicence('2026-11-20');
    const again = await addPlaylist(test, test.admin, [item({ creative_id: slide.id, duration_ms: null })]);
    const refused = await call(test, test.admin, 'POST', `/api/playlists/${again.id}/publish`);
    expect(refused.json()).toMatchObject({ error: 'RULE' });
    await setLicence(null);
  });
});
