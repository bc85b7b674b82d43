/** Versions of an alert that people make: one of a root is live, whatever was drafted beside it. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Alert } from '../../../shared/contract/alerts/alert.ts';
import { call } from '../../support/server/playlist.ts';
import { makeScreen } from '../../support/device.ts';
import { MINUTE_MS, openDesk, type Desk, type Refusal } from './desk.ts';

let desk: Desk;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.test.close());
beforeEach(async () => {
  for (const { id, state } of (await desk.list('?limit=100')).json<{ items: Alert[] }>().items)
    if (state === 'active' || state === 'scheduled') await desk.act(id, 'cancel', { reason: 'Over.' });
});
const REASON = { reason: 'The fire is out.' };
const published = async (more: object = {}) => desk.done((await desk.draft(more)).id, 'publish');

describe('a version that something newer has overtaken is refused with the newest one', () => {
  const overtaken: [string, (id: string) => Promise<string>][] = [
    [
      'another update was published',
      async id => {
        const other = await desk.done(id, 'update');
        return (await desk.done(other.id, 'publish')).id;
      },
    ],
    ['the all-clear was given', async id => (await desk.done(id, 'all-clear')).id],
    ['the alert was cancelled', async id => (await desk.done(id, 'cancel', REASON)).id],
  ];
  it.each(overtaken)('where %s', async (_name, overtake) => {
    const first = await published();
    const late = await desk.done(first.id, 'update');
    const newest = await overtake(first.id);
    const before = await desk.pull();
    const refused = await desk.act(late.id, 'publish');
    expect(refused.statusCode).toBe(409);
    expect(refused.json<Refusal>()).toMatchObject({ error: 'STATE', details: { newest_id: newest } });
    expect(refused.json<Refusal>().message).toMatch(/newer version|all-clear|cancelled/);
    expect((await desk.pull())?.alerts).toEqual(before?.alerts);
  });

  it('and names it where the state of a version does not allow an act', async () => {
    const first = await published();
    const next = await desk.done((await desk.done(first.id, 'update')).id, 'publish');
    const refused = await desk.act(first.id, 'update');
    expect(refused.json<Refusal>()).toMatchObject({ details: { status: 'superseded', newest_id: next.id } });
    expect((await desk.act((await desk.done(next.id, 'all-clear')).id, 'update')).statusCode).toBe(409);
  });
});

it('an update that begins later leaves the old version until then, without a gap', async () => {
  const first = await published();
  const later = await desk.done(first.id, 'update');
  const texts = { en: { headline: 'Fire is spreading' } };
  await call(desk.test, desk.test.admin, 'PATCH', `/api/alerts/${later.id}`, {
    payload: { effective_at: desk.at(5), texts },
    version: later.version,
  });
  expect(await desk.done(later.id, 'publish')).toMatchObject({ state: 'scheduled' });
  expect(await desk.read(first.id)).toMatchObject({ state: 'active' });
  const both = (await desk.pull())?.alerts ?? [];
  const times = new Map(both.map(one => [one.id, one]));
  expect(times.get(first.id)?.expires_at).toBe(times.get(later.id)?.effective_at);
  await desk.clock.advance(5 * MINUTE_MS);
  expect(await desk.headlines()).toEqual(['Fire is spreading']);
  expect(await desk.read(first.id)).toMatchObject({ state: 'superseded' });
  const listed = await desk.list('?filter[state]=superseded');
  expect(listed.statusCode).toBe(200);
  // Who cancels one version ends the alert.
  await desk.act(later.id, 'cancel', REASON);
  expect(await desk.headlines()).toEqual([]);
});

it('what is never shown and what has ended cannot be published', async () => {
  for (const status of ['Draft', 'System']) {
    expect(await desk.draft({ status })).toMatchObject({ error: 'VALIDATION' });
    await desk.imported(desk.message(`kept-${status}`, { status }));
    const [kept] = (await desk.list(`?q=kept-${status}`)).json<{ items: Alert[] }>().items;
    const refused = await desk.act(kept!.id, 'publish');
    expect([refused.statusCode, refused.json()]).toMatchObject([409, { error: 'STATE' }]);
    expect(refused.json<Refusal>().message).toContain(status);
  }
  await desk.imported(desk.message('held-1', { area: '', expires: desk.at(2) }));
  const [held] = (await desk.list('?q=held-1')).json<{ items: Alert[] }>().items;
  await desk.clock.advance(3 * MINUTE_MS);
  const refused = await desk.act(held!.id, 'publish');
  expect(refused.statusCode).toBe(409);
  expect(refused.json<Refusal>().message).toContain('ended');
});

it('whoever changed any of the words, or did not see them, does not approve them', async () => {
  const editor = await desk.test.signIn('owner');
  const made = await desk.draft({ severity: 'Extreme' });
  const changed = await call(desk.test, editor, 'PATCH', `/api/alerts/${made.id}`, {
    payload: { texts: { en: { headline: 'Gas in the harbour' } } },
    version: made.version,
  });
  const stale = await desk.act(made.id, 'submit', {}, desk.test.admin, made.version);
  expect(stale.json()).toMatchObject({ error: 'VERSION_CONFLICT' });
  const again = await call(desk.test, desk.test.admin, 'PATCH', `/api/alerts/${made.id}`, {
    payload: { event: 'Gas' },
    version: changed.json<Alert>().version,
  });
  const { version } = again.json<Alert>();
  expect((await desk.act(made.id, 'submit', {}, desk.test.admin, version)).statusCode).toBe(200);
  const own = await desk.act(made.id, 'approve', {}, editor);
  expect(own.json<Refusal>()).toMatchObject({ error: 'FORBIDDEN', details: { reason: 'needs_approval' } });
  const third = await desk.test.signIn('owner');
  expect((await desk.act(made.id, 'approve', {}, third)).json()).toMatchObject({ state: 'active' });
});

it('a new grade moves the priority, unless it was set by hand', async () => {
  const change = (row: Alert, payload: object) =>
    call(desk.test, desk.test.admin, 'PATCH', `/api/alerts/${row.id}`, { payload, version: row.version });
  const graded = await change(await desk.draft(), { severity: 'Extreme' });
  expect(graded.json()).toMatchObject({ priority: 0, template: 'takeover' });
  const milder = await change(graded.json<Alert>(), { severity: 'Minor' });
  expect(milder.json()).toMatchObject({ priority: 3, template: 'ticker' });
  const byHand = await change(await desk.draft({ priority: 2 }), { severity: 'Extreme' });
  expect(byHand.json()).toMatchObject({ priority: 2, template: 'banner' });
});

it('the all-clear of a warning is shown wherever the warning could be', async () => {
  const target = { mode: 'geo', areas: [{ shape: 'circle', lat: 48, lng: 11, radius_m: 1_000 }] };
  const held = async () => (await desk.pull())?.alerts.map(one => one.when_unknown);
  const warning = await published({ target });
  expect(await held()).toEqual(['show']);
  const clear = await desk.done(warning.id, 'all-clear');
  expect(await held()).toEqual(['show']);
  await desk.act(clear.id, 'cancel', REASON);
  const mild = await published({ target, severity: 'Minor' });
  await desk.done(mild.id, 'all-clear');
  expect(await held()).toEqual(['hide']);
});

it('a delivery is proven by the first pull that held the alert, and only a screen that held it says more', async () => {
  const alert = await published();
  const other = makeScreen(desk.test);
  const { id } = await other.pair(desk.test.admin, { name: 'Taxi 102' });
  const record = { alert_id: alert.id, alert_version: 1, state: 'received', at: desk.at(0) };
  const verdict = async () =>
    (await other.call('POST', '/api/player/alert-acks', { records: [record] })).json<object>();
  expect(await verdict()).toMatchObject({ records: [{ verdict: 'rejected' }] });
  const first = desk.at(0);
  await other.call('GET', '/api/player/alerts');
  expect(await verdict()).toMatchObject({ records: [{ verdict: 'accepted' }] });
  await desk.clock.advance(MINUTE_MS);
  await other.call('GET', '/api/player/alerts');
  const deliveries = await call(desk.test, desk.test.admin, 'GET', `/api/alerts/${alert.id}/deliveries`);
  const items = deliveries.json<{ items: { device_id: string; sent_at: string }[] }>().items;
  expect(items.find(one => one.device_id === id)).toMatchObject({ sent_at: first });
});

it('a screen that tags bring into a target hears of it', async () => {
  const alert = await published({ target: { mode: 'tags', tags: ['harbour'] } });
  const before = await desk.pull();
  expect(before?.alerts).toEqual([]);
  const device = { method: 'GET', url: `/api/devices/${before!.device_id}` } as const;
  const { version } = (
    await desk.test.app.inject({ ...device, headers: desk.test.admin.headers })
  ).json<Alert>();
  await call(desk.test, desk.test.admin, 'PATCH', device.url, { payload: { tags: ['harbour'] }, version });
  expect((await desk.pull(`?since=${before!.version}`))?.alerts).toMatchObject([{ id: alert.id }]);
});

describe('a screen that stands at a place has the alerts of that place', () => {
  type Place = { id: string; version: number };
  const admin = () => desk.test.admin;
  const write = async <T extends object = Place>(method: 'POST' | 'PATCH', url: string, more: object) =>
    (await call(desk.test, admin(), method, url, more)).json<T>();
  const inMunich = { lat: 48.1, lng: 11.6 };
  const inBerlin = { lat: 52.5, lng: 13.4 };
  const city = { radius_m: 200, address: '', tz: 'Europe/Berlin', external_id: null };
  /** As the header says after each call of the screen, which then asks with the version that it holds. */
  const decisions = async () => {
    const since = held;
    const answer = await desk.pull(`?since=${since}`);
    if (answer !== null) held = answer.version;
    return answer?.alerts.map(one => one.when_unknown) ?? 'unchanged';
  };
  let held = 0;

  it('from the edit on that moved the place, removed it or put the screen elsewhere', async () => {
    const target = { mode: 'geo', areas: [{ shape: 'circle', ...inMunich, radius_m: 20_000 }] };
    await published({ target, severity: 'Minor' });
    const place = await write('POST', '/api/locations', {
      payload: { ...city, ...inBerlin, name: 'Hotel' },
    });
    const device = desk.screen.id;
    await write('POST', '/api/devices/changes', {
      payload: { device_ids: [device], change: { location_id: place.id } },
    });
    expect(await decisions()).toEqual(['hide']);
    expect(await decisions()).toBe('unchanged');
    const moved = await write('PATCH', `/api/locations/${place.id}`, {
      payload: inMunich,
      version: place.version,
    });
    expect(await decisions()).toEqual(['show']);
    await desk.test.app.inject({
      ...{ method: 'DELETE', url: `/api/locations/${place.id}` },
      headers: { ...admin().headers, 'if-match': `"${moved.version}"`, 'idempotency-key': moved.id },
    });
    expect(await decisions()).toEqual(['hide']);
    await write('POST', `/api/locations/${place.id}/restore`, { payload: {} });
    expect(await decisions()).toEqual(['show']);
    await write('POST', '/api/devices/changes', {
      payload: { device_ids: [device], change: { location_id: null } },
    });
    expect(await decisions()).toEqual(['hide']);
  });
});

it('the reach of a drill counts test screens alone, and that of an alert those of unknown place', async () => {
  const target = { mode: 'geo', areas: [{ shape: 'circle', lat: 48, lng: 11, radius_m: 1_000 }] };
  const preview = async (more: object) =>
    (
      await call(desk.test, desk.test.admin, 'POST', '/api/alerts/preview-targets', {
        payload: { target, ...more },
      })
    ).json<{ unknown: number; online: number }>();
  await desk.screen.call('GET', '/api/player/alerts');
  expect(await preview({ status: 'Exercise' })).toMatchObject({ unknown: 0, online: 0 });
  const real = await preview({});
  expect(real.unknown).toBeGreaterThan(0);
  expect(real.online).toBeGreaterThan(0);
});
