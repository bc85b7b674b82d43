import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DEFAULT_WEIGHTS } from '../../../shared/contract/playout/mix.ts';
import type { ConfigDocument } from '../../../shared/contract/playout/manifest.ts';
import type { WeatherRule } from '../../../shared/contract/playout/rules/weatherRule.ts';
import type { Diagnosis } from '../../../shared/contract/sales/campaignCalls.ts';
import { devices, weatherRules } from '../../../server/db/schema.ts';
import { makeScreen, type Screen } from '../../support/device.ts';
import { call } from '../../support/server/playlist.ts';
import { WEATHER_RULE } from '../../support/server/rows/playerConfigRows.ts';
import { addCampaign } from '../../support/server/rows/sales/campaigns.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

const PATH = '/api/player-config/weather-rules';

let test: TestServer;
let by: TestServer['admin'];
let screen: Screen;
beforeAll(async () => {
  test = await startTestServer();
  by = await test.signIn('manager');
  screen = makeScreen(test);
  await screen.pair(by);
});
beforeEach(async () => {
  await test.db.delete(weatherRules);
});
afterAll(() => test.close());

const post = (more: object = {}) => call(test, by, 'POST', PATH, { payload: { ...WEATHER_RULE, ...more } });
const add = async (more: object = {}) => {
  const answer = await post(more);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<WeatherRule>();
};
const act = (id: string, verb: string) => call(test, by, 'POST', `${PATH}/${id}/${verb}`, { payload: {} });
async function config(): Promise<ConfigDocument> {
  const { documents } = await screen.head();
  const sha256 = documents.find(one => one.kind === 'config')?.sha256 ?? '';
  return (await screen.call('GET', `/api/player/documents/${sha256}`)).json<ConfigDocument>();
}
const factors = async () => (await config()).weather_rules?.map(({ factor }) => factor);

describe('a rule of the weather', () => {
  it('PCFG-04 reaches each screen as it is made, in the order somebody gives it, until it is paused or deleted', async () => {
    expect((await config()).weather_rules).toBeUndefined();
    const first = await add({ boost: 2 });
    const second = await add({ name: 'Heat', condition: 'hot', threshold: 28, action: 'only', boost: null });
    expect([first.rank, second.rank]).toEqual([1, 2]);
    expect((await config()).weather_rules).toEqual([
      {
        ...{ condition: { on: 'sky', is: ['rain'] }, factor: 2 },
        ...{ stale_min: 60, sources: ['news'], campaign_ids: [] },
      },
      {
        ...{ condition: { on: 'temperature', min: 28, max: null }, unless: true, factor: 0 },
        ...{ stale_min: 60, sources: ['news'], campaign_ids: [] },
      },
    ]);
    expect((await act(second.id, 'earlier')).json()).toMatchObject({ rank: 1 });
    expect(await factors()).toEqual([0, 2]);
    await act(second.id, 'later');
    expect(await factors()).toEqual([2, 0]);
    await act(first.id, 'pause');
    expect(await factors()).toEqual([0]);
    const { version } = (await call(test, by, 'GET', `${PATH}/${second.id}`)).json<WeatherRule>();
    await call(test, by, 'DELETE', `${PATH}/${second.id}`, { version });
    expect(await factors()).toBeUndefined();
  });

  it.each([
    [
      { condition: 'cold', threshold: 0 },
      { on: 'temperature', min: null, max: 0 },
    ],
    [
      { condition: 'wind', threshold: 50 },
      { on: 'wind', min: 50 },
    ],
    [
      { condition: 'storm', threshold: null },
      { on: 'sky', is: ['storm'] },
    ],
  ])('tells screens what %o means', async (more, condition) => {
    await add(more);
    expect((await config()).weather_rules?.[0]).toMatchObject({ condition });
  });

  it('sends the default weights where it multiplies that of a source in the loop and nobody has published any', async () => {
    const { id, version } = await add({ sources: ['ads'] });
    expect((await config()).weights).toBeUndefined();
    const changed = { payload: { sources: ['ads', 'news'] }, version };
    expect((await call(test, by, 'PATCH', `${PATH}/${id}`, changed)).statusCode).toBe(200);
    expect((await config()).weights).toEqual(DEFAULT_WEIGHTS);
  });

  it('ignores weather no later than the screen does', async () => {
    await add();
    const source = { source: 'manual', sky: 'rain', temperature_c: 12, wind_kmh: 20, stale_min: 30 };
    await call(test, by, 'PATCH', '/api/player-config/weather', { payload: source, version: 1 });
    expect((await config()).weather_rules?.[0]).toMatchObject({ stale_min: 30 });
  });

  it('holds on screens of its groups alone, also of one that joins them later', async () => {
    const group = (
      await call(test, by, 'POST', '/api/device-groups', { payload: { name: 'Night cabs' } })
    ).json<{ id: string }>();
    await add({ group_ids: [group.id] });
    expect(await factors()).toBeUndefined();
    const joinOrLeave = async (group_ids: string[]) => {
      const [row] = await test.db.select().from(devices).where(eq(devices.id, screen.id));
      const change = { payload: { group_ids }, version: row!.version };
      expect((await call(test, by, 'PATCH', `/api/devices/${screen.id}`, change)).statusCode).toBe(200);
    };
    await joinOrLeave([group.id]);
    expect(await factors()).toEqual([2]);
    await joinOrLeave([]);
    expect(await factors()).toBeUndefined();
  });

  it.each([
    ['a threshold where its weather is measured', { condition: 'hot', threshold: null }, 'threshold'],
    ['one within the bounds of what is measured', { condition: 'hot', threshold: 61 }, 'threshold'],
    ['one of a wind that blows', { condition: 'wind', threshold: -1 }, 'threshold'],
    ['a factor where it is a boost', { boost: null }, 'boost'],
    ['a factor from 0.1', { boost: 0.09 }, 'boost'],
    ['a factor up to 10', { boost: 10.1 }, 'boost'],
    ['something it applies to', { sources: [] }, 'sources'],
    ['a limit from 15 minutes', { stale_limit_min: 14 }, 'stale_limit_min'],
    ['a limit up to 720 minutes', { stale_limit_min: 721 }, 'stale_limit_min'],
  ])('needs %s', async (_what, more, field) => {
    const refused = await post(more);
    expect([refused.statusCode, Object.keys(refused.json<{ details: object }>().details)]).toEqual([
      ...[400, [field]],
    ]);
  });

  it('names no campaign and no group of another tenant', async () => {
    const stranger = await test.signIn('manager', await test.addTenant('weather-others'));
    const theirs = await addCampaign(test, stranger);
    const group = (
      await call(test, stranger, 'POST', '/api/device-groups', { payload: { name: 'Theirs' } })
    ).json<{ id: string }>();
    for (const [field, id] of [
      ['campaign_ids', theirs.id],
      ['group_ids', group.id],
    ] as const)
      expect((await post({ [field]: [id] })).json()).toMatchObject({ details: { [field]: [{}] } });
  });

  it('is named where somebody asks why a campaign does not play', async () => {
    const campaign = await addCampaign(test, by);
    const conditions = async () => {
      const answer = await call(test, by, 'GET', `/api/campaigns/${campaign.id}/diagnose`);
      return answer.json<Diagnosis>().checks.find(one => one.check === 'conditions');
    };
    expect(await conditions()).toMatchObject({ result: 'pass' });
    await add({ campaign_ids: [campaign.id] });
    expect(await conditions()).toMatchObject({ result: 'pass' });
    await add({ name: 'No ads in storms', action: 'exclude', boost: null, sources: ['ads'] });
    expect(await conditions()).toMatchObject({
      result: 'warn',
      facts: { rule: 'No ads in storms', rules: 1 },
    });
    const period_id = campaign.id;
    const at = new Date(test.server.clock.now()).toISOString();
    const counts = [{ campaign_id: campaign.id, reason: 'weather_rule', n: 3 }];
    const payload = { period_id, from: at, to: at, counts };
    expect((await screen.call('POST', '/api/player/decisions', payload)).statusCode).toBe(200);
    expect(await conditions()).toMatchObject({ result: 'fail', facts: { weather_rule: 3, chosen: null } });
  });
});
