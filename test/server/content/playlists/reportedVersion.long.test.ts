/** What a screen reports of its version is any whole number: one that no screen has stops nobody else's pages. */
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { Diagnosis } from '../../../../shared/contract/sales/campaignCalls.ts';
import type { Readiness } from '../../../../shared/contract/content/playlist.ts';
import { loadServerKeys } from '../../../../server/identity/keys/serverKeys.ts';
import { announceKey, switchKey } from '../../../../server/playout/rotateKey.ts';
import { makeScreen } from '../../../support/device.ts';
import { said } from '../../../support/reported.ts';
import { addPlaylist, assign, call, publish } from '../../../support/server/playlist.ts';
import { addCampaign } from '../../../support/server/rows/sales/campaigns.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';

let test: TestServer;
let playlist: string;
beforeAll(async () => {
  test = await startTestServer();
  const { id: creative_id } = await addCreative(test, test.admin, 'picture.jpg');
  const items = [{ creative_id, duration_ms: 5_000 }];
  playlist = (await addPlaylist(test, test.admin, items, 'Loop')).id;
  await publish(test, test.admin, playlist);
  const screen = makeScreen(test);
  await screen.pair(test.admin, { name: 'Cab 7' });
  await assign(test, test.admin, playlist, [screen.id]);
  const readiness = { ready: 2, total: 2, given_up: 0 };
  for (const manifest_version of [2_147_483_648, Number.MAX_SAFE_INTEGER]) {
    const answer = await screen.call('POST', '/api/player/heartbeat', said({ readiness, manifest_version }));
    expect(answer.statusCode, answer.body).toBe(200);
    await test.network.sightings.flush();
  }
});
afterAll(() => test.close());

it('the readiness of a playlist is answered', async () => {
  const answer = await call(test, test.admin, 'GET', `/api/playlists/${playlist}/readiness`);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json<Readiness>()).toMatchObject({ screens: 1, ready: 1 });
});

it('the checks of a campaign are answered', async () => {
  const by = await test.signIn('manager');
  const campaign = await addCampaign(test, by);
  const answer = await call(test, by, 'GET', `/api/campaigns/${campaign.id}/diagnose`);
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json<Diagnosis>().checks.length).toBeGreaterThan(0);
});

it('a key that is announced is put in force', async () => {
  const server = async () => ({
    ...test.server,
    keys: await loadServerKeys(test.db, test.server.keys.secret),
  });
  await announceKey(test.db, await server());
  await switchKey(test.db, await server());
  expect((await server()).keys.nextManifest).toBeNull();
});
