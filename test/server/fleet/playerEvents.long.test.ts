import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  CHANGED_EVENT,
  EVENTS_KEEPALIVE_MS,
  EVENTS_MAX_MS,
} from '../../../shared/contract/fleet/playerEvents.ts';
import { alertsEvent } from '../../../shared/contract/alerts/alertSignals.ts';
import type { PendingCommand } from '../../../shared/contract/fleet/command.ts';
import { manualClock } from '../../support/clock.ts';
import { makeScreen, signedHeaders, type Screen } from '../../support/device.ts';
import { call } from '../../support/server/playlist.ts';
import { said } from '../../support/reported.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

const TARGET = '/api/player/events?follow=1';
const clock = manualClock(Date.now());
let test: TestServer;
beforeAll(async () => {
  test = await startTestServer({ clock });
  await test.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => test.close());

async function listen(screen: Screen) {
  const { port } = test.app.server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  const { host: _host, ...headers } = signedHeaders(
    screen.key,
    { method: 'GET', target: TARGET },
    { id: screen.id, ms: clock.now(), origin },
  );
  const answer = await fetch(origin + TARGET, { headers });
  let text = '';
  const ended = (async () => {
    const decoder = new TextDecoder();
    for await (const bytes of answer.body as unknown as AsyncIterable<Uint8Array>)
      text += decoder.decode(bytes, { stream: true });
  })();
  return { answer, text: () => text, ended };
}

it('a command reaches a screen that listens at once, and no other screen hears of it', async () => {
  const [screen, other] = [makeScreen(test), makeScreen(test)];
  const device = await screen.pair(test.admin);
  await other.pair(test.admin);
  const [own, theirs] = [await listen(screen), await listen(other)];
  expect(own.answer.headers.get('content-type')).toContain('text/event-stream');
  await screen.call('POST', '/api/player/heartbeat', said());
  const queued = await call(test, test.admin, 'POST', `/api/devices/${device.id}/commands`, {
    payload: { kind: 'identify', params: {} },
  });
  expect(queued.statusCode).toBeLessThan(300);
  await expect.poll(own.text).toContain(CHANGED_EVENT);
  expect(theirs.text()).not.toContain('changed');
  const beat = await screen.call('POST', '/api/player/heartbeat', said());
  expect(beat.json<{ commands: PendingCommand[] }>().commands).toMatchObject([{ kind: 'identify' }]);

  await clock.advance(EVENTS_KEEPALIVE_MS);
  await expect.poll(theirs.text).toMatch(/(: alive\n\n){2}/);
  await clock.advance(EVENTS_MAX_MS);
  await Promise.all([own.ended, theirs.ended]);
});

it('what was asked while a screen did not listen is told as soon as it does', async () => {
  const screen = makeScreen(test);
  const device = await screen.pair(test.admin);
  await screen.call('POST', '/api/player/heartbeat', said());
  await call(test, test.admin, 'POST', `/api/devices/${device.id}/commands`, {
    payload: { kind: 'identify', params: {} },
  });
  const late = await listen(screen);
  await expect.poll(late.text).toContain(CHANGED_EVENT);
  await clock.advance(EVENTS_MAX_MS);
  await late.ended;
});

it('nobody listens for a screen with another key', async () => {
  const screen = makeScreen(test);
  await screen.pair(test.admin);
  const thief = makeScreen(test);
  thief.is(screen.id);
  expect((await thief.call('GET', TARGET)).statusCode).toBe(401);
});

it('one screen holds three streams at most: a fourth ends the oldest', async () => {
  const screen = makeScreen(test);
  await screen.pair(test.admin);
  const all = [await listen(screen), await listen(screen), await listen(screen), await listen(screen)];
  await expect(all[0]!.ended).rejects.toThrow();
  await screen.call('POST', '/api/player/heartbeat', said());
  await call(test, test.admin, 'POST', `/api/devices/${screen.id}/commands`, {
    payload: { kind: 'identify', params: {} },
  });
  for (const one of all.slice(1)) await expect.poll(one.text).toContain(CHANGED_EVENT);
  await clock.advance(EVENTS_MAX_MS);
  await Promise.all(all.slice(1).map(one => one.ended));
});

it('an alert that is published is told at once to every screen of its tenant that listens, with the version of the set', async () => {
  const admin = await test.signIn('admin');
  const screens = [makeScreen(test), makeScreen(test), makeScreen(test)];
  for (const screen of screens) await screen.pair(admin);
  const streams = await Promise.all(screens.map(listen));
  const target = { mode: 'all', areas: [], geocodes: [], device_ids: [], tags: [], exclude_device_ids: [] };
  const made = await call(test, admin, 'POST', '/api/alerts', {
    payload: {
      ...{
        event: 'Flood',
        category: ['Met'],
        urgency: 'Expected',
        severity: 'Moderate',
        certainty: 'Likely',
      },
      texts: {
        en: { headline: 'High water by the river', description: '', instruction: '', sender_name: '' },
      },
      target: { ...target, buffer_m: 0 },
    },
  });
  await call(test, admin, 'POST', `/api/alerts/${made.json<{ id: string }>().id}/publish`, {
    payload: {},
  });
  const { version } = (await screens[0]!.call('GET', '/api/player/alerts')).json<{ version: number }>();
  for (const { text } of streams) await expect.poll(text).toContain(alertsEvent(version));
  await clock.advance(EVENTS_MAX_MS);
  await Promise.all(streams.map(({ ended }) => ended));
});
