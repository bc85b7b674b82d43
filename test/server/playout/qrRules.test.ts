import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import type { ConfigDocument, PlaylistDocument } from '../../../shared/contract/playout/manifest.ts';
import { MAX_RULE_CAMPAIGNS } from '../../../shared/contract/playout/codes.ts';
import type { QrRule } from '../../../shared/contract/playout/rules/qrRule.ts';
import { codeOf } from '../../../shared/playout/codes.ts';
import { creatives, qrRules, qrScans } from '../../../server/db/schema.ts';
import { manualClock } from '../../support/clock.ts';
import { makeScreen, type Screen } from '../../support/device.ts';
import { addPlaylist, assign, call, publish } from '../../support/server/playlist.ts';
import { QR_RULE } from '../../support/server/rows/playerConfigRows.ts';
import { addCampaign } from '../../support/server/rows/sales/campaigns.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';

const clock = manualClock(Date.parse('2026-11-24T08:20:00.000Z'));
const PATH = '/api/player-config/qr-rules';
const OWN = 'https://shop.example/offer?id=7';

let test: TestServer;
let by: TestServer['admin'];
let screen: Screen;
let creative_id: string;
let playlist_id: string;
beforeAll(async () => {
  test = await startTestServer({ clock });
  by = await test.signIn('manager');
  screen = makeScreen(test);
  await screen.pair(by);
  creative_id = (await addCreative(test, by, 'picture.jpg')).id;
  await test.db.update(creatives).set({ qr_target: OWN }).where(eq(creatives.id, creative_id));
  playlist_id = (await addPlaylist(test, by, [{ creative_id, duration_ms: 8_000 }])).id;
  await publish(test, by, playlist_id);
  await assign(test, by, playlist_id, [screen.id]);
});
beforeEach(async () => {
  by = await test.signIn('manager');
  await test.db.delete(qrScans);
  await test.db.delete(qrRules);
});
afterAll(() => test.close());

const add = async (more: object = {}) =>
  (await call(test, by, 'POST', PATH, { payload: { ...QR_RULE, ...more } })).json<QrRule>();
const act = (id: string, verb: string) => call(test, by, 'POST', `${PATH}/${id}/${verb}`, { payload: {} });
async function documentOf<T>(kind: 'config' | 'playlist') {
  const { documents } = await screen.head();
  const sha256 = documents.find(one => one.kind === kind)?.sha256 ?? '';
  return (await screen.call('GET', `/api/player/documents/${sha256}`)).json<T>();
}
const rulesOnScreen = async () =>
  (await documentOf<ConfigDocument>('config')).qr_rules?.map(one => one.size_pct);
const scan = (code: string, method: 'GET' | 'HEAD' = 'GET') => test.app.inject({ method, url: `/q/${code}` });
const counted = () => test.db.select({ hour: qrScans.hour, count: qrScans.count }).from(qrScans);

describe('a rule of codes', () => {
  it('PCFG-03 reaches each screen as it is made, in the order somebody gives it, until it is paused or deleted', async () => {
    expect(await rulesOnScreen()).toBeUndefined();
    const first = await add({ size_pct: 10 });
    const second = await add({ name: 'Side', place: 'side', size_pct: 20, kinds: ['video'] });
    expect([first.rank, second.rank]).toEqual([1, 2]);
    expect((await documentOf<ConfigDocument>('config')).qr_rules).toEqual([
      { number: 1, kinds: [], dayparts: [], place: 'top_left', size_pct: 10, min_show_s: 5 },
      { number: 2, kinds: ['video'], dayparts: [], place: 'side', size_pct: 20, min_show_s: 5 },
    ]);
    expect((await act(second.id, 'earlier')).json()).toMatchObject({ rank: 1, number: 2 });
    expect(await rulesOnScreen()).toEqual([20, 10]);
    await act(second.id, 'earlier');
    await act(second.id, 'later');
    expect(await rulesOnScreen()).toEqual([10, 20]);
    await act(first.id, 'pause');
    expect(await rulesOnScreen()).toEqual([20]);
    const { version } = (await call(test, by, 'GET', `${PATH}/${second.id}`)).json<QrRule>();
    await call(test, by, 'DELETE', `${PATH}/${second.id}`, { version });
    expect(await rulesOnScreen()).toBeUndefined();
    expect((await add()).number).toBe(3);
  });

  it('OPEN-PCFG-01 of chosen campaigns says so to screens, names none of another tenant, and stays as it is when one of them is deleted', async () => {
    const own = await addCampaign(test, by);
    const { id, version } = await add({ campaign_ids: [own.id] });
    const [onScreen] = (await documentOf<ConfigDocument>('config')).qr_rules!;
    expect(onScreen).toMatchObject({ campaign_ids: [own.id] });
    const stranger = await test.signIn('manager', await test.addTenant('qr-others'));
    const theirs = await addCampaign(test, stranger);
    for (const campaign_ids of [[theirs.id], [own.id, theirs.id]]) {
      const refused = await call(test, by, 'PATCH', `${PATH}/${id}`, { payload: { campaign_ids }, version });
      expect([refused.statusCode, refused.json()]).toMatchObject([400, { details: { campaign_ids: [{}] } }]);
    }
    const over = Array.from({ length: MAX_RULE_CAMPAIGNS + 1 }, () => own.id);
    const payload = { ...QR_RULE, campaign_ids: over };
    expect((await call(test, by, 'POST', PATH, { payload })).statusCode).toBe(400);
    await call(test, by, 'DELETE', `/api/campaigns/${own.id}`, { version: own.version });
    const renamed = { payload: { name: 'Side' }, version };
    expect((await call(test, by, 'PATCH', `${PATH}/${id}`, renamed)).json()).toMatchObject({
      ...{ name: 'Side', campaign_ids: [own.id] },
    });
  });

  it('takes an address that is a secure one, and names in it what a scan has', async () => {
    for (const url_template of [
      'http://example.org/',
      'https://{code}.example.org/',
      'https://example.org/{person}',
      'javascript:alert(1)',
    ])
      expect((await call(test, by, 'POST', PATH, { payload: { ...QR_RULE, url_template } })).statusCode).toBe(
        400,
      );
    for (const more of [{ size_pct: 7 }, { size_pct: 41 }, { min_show_s: 4 }, { place: 'middle' }])
      expect((await call(test, by, 'POST', PATH, { payload: { ...QR_RULE, ...more } })).statusCode).toBe(400);
  });

  it('is drawn where the creative leads somewhere, which the screen learns without the address', async () => {
    const { items } = await documentOf<PlaylistDocument>('playlist');
    expect(items[0]?.qr).toBe(true);
    expect(JSON.stringify(items)).not.toContain('shop.example');
  });
});

describe('a scan', () => {
  it('leads where the creative leads, and is counted by the hour without a trace of whose it was', async () => {
    const rule = await add({ url_template: null, utm_medium: 'qr' });
    const code = codeOf({ device_id: screen.id, creative_id, number: rule.number });
    const answer = await scan(code);
    expect([answer.statusCode, answer.headers.location]).toEqual([
      302,
      `${OWN}&utm_source=wayside&utm_medium=qr`,
    ]);
    expect(answer.headers['cache-control']).toBe('no-store');
    expect(answer.headers['referrer-policy']).toBe('no-referrer');
    expect(answer.headers['set-cookie']).toBeUndefined();
    await scan(code);
    await scan(code, 'HEAD');
    expect(await counted()).toEqual([{ hour: new Date('2026-11-24T08:00:00.000Z'), count: 2 }]);
    await clock.advance(3_600_000);
    await scan(code);
    expect(await counted()).toHaveLength(2);
    by = await test.signIn('manager');
    expect((await call(test, by, 'GET', `${PATH}/${rule.id}`)).json()).toMatchObject({ scans: 3 });
  });

  it('leads where the template of its rule says, also once that was paused', async () => {
    const rule = await add({ url_template: 'https://go.example/{creative}?c={code}&utm_source=own' });
    await act(rule.id, 'pause');
    const code = codeOf({ device_id: screen.id, creative_id, number: rule.number });
    expect((await scan(code)).headers.location).toBe(
      `https://go.example/${creative_id}?c=${code}&utm_source=own`,
    );
  });

  it('of what is no code of ours leads nowhere', async () => {
    const { number } = await add();
    const other = await addCreative(test, by, 'picture.png');
    const strangers = [
      codeOf({ device_id: screen.id, creative_id, number: number + 1 }),
      codeOf({ device_id: screen.id, creative_id: other.id, number }),
      codeOf({ device_id: creative_id, creative_id, number }),
      'https:%2F%2Fevil.example',
      'x',
      `${'_'.repeat(44)}1`,
    ];
    for (const code of strangers) {
      const answer = await scan(code);
      expect([code, answer.statusCode, answer.headers.location]).toEqual([code, 404, undefined]);
    }
    expect(await counted()).toEqual([]);
  });
});
