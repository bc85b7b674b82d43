import { afterAll, beforeAll, expect, it } from 'vitest';
import { addCampaign } from '../../../support/server/rows/sales/campaigns.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { submissionCalls } from '../../../support/server/submissions.ts';

let test: TestServer;
let theirs: { creative: string; media: string; submission: string; campaign: string };
let outsider: TestServer['admin'];
let viewer: TestServer['admin'];
beforeAll(async () => {
  test = await startTestServer();
  const tenant = await test.addTenant('other-fleet');
  const them = await test.signIn('manager', tenant);
  const calls = submissionCalls(test, await test.signIn('viewer', tenant), them);
  const { id, creative_id, asset } = await calls.submitted();
  const { id: campaign } = await addCampaign(test, them);
  theirs = { creative: creative_id, media: asset.id, submission: id, campaign };
  outsider = await test.signIn('manager');
  viewer = await test.signIn('viewer');
});
afterAll(() => test.close());

interface Listed {
  items: { id: string }[];
  total: number;
}
const listed = async (by: TestServer['admin'], path: string) =>
  (await call(test, by, 'GET', path)).json<Listed>().total;
const refused = async (
  by: TestServer['admin'],
  method: 'GET' | 'POST' | 'PATCH',
  path: string,
  payload = {},
) =>
  expect([path, (await call(test, by, method, path, { payload, version: 1 })).statusCode]).toEqual([
    path,
    404,
  ]);

it('ADMIN-02 campaigns of another tenant are neither listed nor read, changed or decided', async () => {
  expect(await listed(outsider, '/api/campaigns')).toBe(0);
  const at = `/api/campaigns/${theirs.campaign}`;
  await refused(outsider, 'GET', at);
  await refused(outsider, 'PATCH', at, { name: 'Ours' });
  for (const verb of ['submit', 'pause', 'resume']) await refused(outsider, 'POST', `${at}/${verb}`);
});

it('ADMIN-03 creatives and files of another tenant are neither listed nor read or changed', async () => {
  for (const path of ['/api/creatives', '/api/media']) expect(await listed(outsider, path)).toBe(0);
  await refused(outsider, 'GET', `/api/creatives/${theirs.creative}`);
  await refused(outsider, 'PATCH', `/api/creatives/${theirs.creative}`, { name: 'Ours' });
  await refused(outsider, 'PATCH', `/api/media/${theirs.media}`, { folder: 'Ours' });
});

it('ADMIN-09 BIZ-01 BIZ-02 what another tenant submitted is neither seen, decided nor submitted again', async () => {
  expect(await listed(outsider, '/api/submissions')).toBe(0);
  expect(await listed(viewer, '/api/own-submissions')).toBe(0);
  await refused(outsider, 'GET', `/api/submissions/${theirs.submission}`);
  for (const verb of ['approve', 'assign'])
    await refused(
      outsider,
      'POST',
      `/api/submissions/${theirs.submission}/${verb}`,
      verb === 'assign' ? { user_id: outsider.id } : {},
    );
  await refused(viewer, 'GET', `/api/own-submissions/${theirs.submission}`);
  await refused(viewer, 'POST', `/api/own-submissions/${theirs.submission}/withdraw`);
  await refused(viewer, 'POST', '/api/own-submissions', {
    creative_id: theirs.creative,
    name: 'Ours',
    alt_text: 'Snow',
  });
});
