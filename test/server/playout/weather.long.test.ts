import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { ConfigDocument } from '../../../shared/contract/playout/manifest.ts';
import type { WeatherSource } from '../../../shared/contract/playout/weatherSource.ts';
import { sweepConfigs } from '../../../server/playout/documents.ts';
import { readDueWeather } from '../../../server/playout/weather/poller.ts';
import { documents, weatherSources } from '../../../server/db/schema.ts';
import { OutboundError, type OutboundRequest } from '../../../server/net/outbound.ts';
import { manualClock } from '../../support/clock.ts';
import { makeScreen, type Screen } from '../../support/device.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

const MINUTE_MS = 60_000;
const clock = manualClock(Date.parse('2026-11-24T08:00:00.000Z'));
const PATH = '/api/player-config/weather';
const SERVICE = {
  source: 'provider',
  url: 'https://weather.example/v1/forecast?key=k',
  lat: 38.72,
  lng: -9.14,
};

let answer: object | Error = {};
let requests: OutboundRequest[] = [];
/** Happens while the service is asked. */
let meanwhile: () => Promise<unknown> = () => Promise.resolve();
const outbound = async (request: OutboundRequest) => {
  requests.push(request);
  await meanwhile();
  if (answer instanceof Error) throw answer;
  return {
    ...{ isModified: true, etag: null, last_modified: null },
    bytes: Buffer.from(JSON.stringify(answer)),
  };
};
const measured = (temperature_2m: number, weather_code: number) => ({
  current: { time: '2026-11-24T08:00', temperature_2m, weather_code, wind_speed_10m: 14.6 },
});

let test: TestServer;
let by: TestServer['admin'];
let screen: Screen;
beforeAll(async () => {
  test = await startTestServer({ clock, outbound });
  by = await test.signIn('manager');
  screen = makeScreen(test);
  await screen.pair(by);
});
beforeEach(async () => {
  by = await test.signIn('manager');
  meanwhile = () => Promise.resolve();
  await test.db.delete(weatherSources);
  requests = [];
});
afterAll(() => test.close());

const change = (payload: object, version = 1) => call(test, by, 'PATCH', PATH, { payload, version });
const source = async () =>
  (await call(test, await test.signIn('manager'), 'GET', PATH)).json<WeatherSource>();
const poll = () =>
  readDueWeather(test.server, fault => {
    throw fault;
  });
/** What the screen's present head names. */
async function weatherOnScreen() {
  const head = await screen.head();
  const sha256 = head.documents.find(({ kind }) => kind === 'config')?.sha256 ?? '';
  const answer = await screen.call('GET', `/api/player/documents/${sha256}`);
  return answer.json<ConfigDocument>().weather;
}

describe('the weather', () => {
  it('is none until somebody chooses a source, and nobody outside is asked', async () => {
    expect(await source()).toMatchObject({
      ...{ source: 'off', reading: null, version: 1 },
      ...{ sky: null, temperature_c: null, wind_kmh: null },
    });
    expect(await poll()).toBe(0);
    expect(requests).toEqual([]);
    expect(await weatherOnScreen()).toBeUndefined();
  });

  it('PCFG-04 that is entered by hand reaches each screen as it was entered', async () => {
    const saved = await change({
      source: 'manual',
      sky: 'rain',
      temperature_c: 11,
      wind_kmh: 30,
      stale_min: 60,
    });
    expect(saved.statusCode).toBe(200);
    const reading = {
      sky: 'rain',
      temperature_c: 11,
      wind_kmh: 30,
      stale_min: 60,
      at: '2026-11-24T08:00:00.000Z',
    };
    expect(await weatherOnScreen()).toEqual(reading);
    await change({ source: 'off' }, 2);
    expect(await weatherOnScreen()).toBeUndefined();
  });

  it('is read from a service at its place, anew before it is too old, and reaches the screens', async () => {
    await change({ ...SERVICE, stale_min: 60 });
    answer = measured(11.6, 61);
    expect(await poll()).toBe(1);
    const url = new URL(requests[0]!.url);
    expect([url.searchParams.get('latitude'), url.searchParams.get('key')]).toEqual(['38.72', 'k']);
    expect(await weatherOnScreen()).toMatchObject({
      sky: 'rain',
      temperature_c: 12,
      wind_kmh: 15,
      stale_min: 60,
    });
    await clock.advance(29 * MINUTE_MS);
    expect(await poll()).toBe(0);
    await clock.advance(MINUTE_MS);
    answer = measured(-0.4, 0);
    expect(await poll()).toBe(1);
    expect(await weatherOnScreen()).toMatchObject({ sky: 'clear', temperature_c: 0 });
  });

  it('of a service that fails stays with its age, and the service is asked again more rarely each time', async () => {
    await change({ ...SERVICE, stale_min: 60 });
    answer = measured(5, 71);
    await poll();
    const { reading } = await source();
    await clock.advance(30 * MINUTE_MS);
    for (const [failure, fault, minutes] of [
      [new OutboundError('unreachable', 'It did not answer.'), 'unreachable', 5],
      [{ current: { temperature_2m: 900 } }, 'format', 10],
      [new OutboundError('private', 'It is no public address.'), 'private', 20],
    ] as const) {
      answer = failure;
      expect(await poll()).toBe(1);
      expect(await source()).toMatchObject({ fault, reading });
      await clock.advance(minutes * MINUTE_MS - 1);
      expect(await poll()).toBe(0);
      await clock.advance(1);
    }
    expect(await weatherOnScreen()).toEqual(reading);
    answer = measured(6, 3);
    await poll();
    expect(await source()).toMatchObject({ fault: null, reading: { sky: 'cloud' } });
  });

  it('of another place is not said of this one, and what is read while somebody changes it is dropped', async () => {
    await change({ ...SERVICE });
    answer = measured(5, 95);
    await poll();
    expect(await weatherOnScreen()).toMatchObject({ sky: 'storm' });
    await change({ lat: 60 }, 2);
    expect(await weatherOnScreen()).toBeUndefined();
    meanwhile = () => change({ source: 'off' }, 3);
    expect(await poll()).toBe(1);
    expect(await source()).toMatchObject({ source: 'off', reading: null, version: 4 });
    expect(await weatherOnScreen()).toBeUndefined();
  });

  it('needs an address and a place of a service, all of what is entered by hand, and refuses what no reading can be', async () => {
    for (const [body, fields] of [
      [{ source: 'provider' }, ['lat', 'lng', 'url']],
      [{ source: 'manual' }, ['sky', 'temperature_c', 'wind_kmh']],
      [{ source: 'manual', sky: 'rain', wind_kmh: 0 }, ['temperature_c']],
      [{ ...SERVICE, lat: 90.1 }, ['lat']],
      [{ stale_min: 14 }, ['stale_min']],
      [{ url: 'ftp://weather.example' }, ['url']],
      [{ url: 'https://user:word@weather.example' }, ['url']],
    ] as const) {
      const refused = await change(body);
      expect(refused.statusCode).toBe(400);
      expect(Object.keys(refused.json<{ details: object }>().details).sort()).toEqual(fields);
    }
    expect((await change({ sky: 'rain' }, 2)).statusCode).toBe(412);
    expect(await source()).toMatchObject({ version: 1 });
  });

  it('leaves no settings behind that no head of a screen names, once a day has passed', async () => {
    const configs = async () =>
      (await test.db.select().from(documents)).filter(({ kind }) => kind === 'config').map(one => one.sha256);
    const sweep = () => test.server.tenantTransactions.acrossTenants(tx => sweepConfigs(tx, clock.now()));
    await change({ ...SERVICE, stale_min: 60 });
    for (let reading = 0; reading < 12; reading++) {
      answer = measured(reading, 0);
      await poll();
      await clock.advance(30 * MINUTE_MS);
    }
    const before = await configs();
    await sweep();
    expect(await configs()).toEqual(before);
    await clock.advance(24 * 60 * MINUTE_MS);
    await sweep();
    const kept = await configs();
    expect(kept).toContain((await screen.head()).documents.find(({ kind }) => kind === 'config')?.sha256);
    expect(kept.length).toBeLessThan(before.length);
  });
});
