import { afterAll, beforeAll, expect, it } from 'vitest';
import { sweep } from '../../../server/app/sweep.ts';
import { recordedDecisions } from '../../../server/db/schema.ts';
import type { readRecording } from '../../../shared/contract/proof/recording.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { manualClock } from '../../support/clock.ts';
import { makeScreen, type Screen } from '../../support/device.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';

const DAY_MS = 86_400_000;
const clock = manualClock(Date.parse('2026-11-24T09:05:00.000Z'));
let test: TestServer;
let screen: Screen;
let device_id: string;
beforeAll(async () => {
  test = await startTestServer({ clock });
  screen = makeScreen(test);
  device_id = (await screen.pair(test.admin)).id;
});
afterAll(() => test.close());

const recordingId = (n: number) => `0198f0a0-0000-7000-8000-00000000000${n}`;
const NAMED = { playlist: null, config: null, flights: null, schedule: null, scheduled: [] };
const decision = (n: number, more: object = {}) => ({
  ...{
    n,
    at: clock.now() + 0.1 + 0.2,
    weather: null,
    place: null,
    state: { due: 0.1 + 0.2 },
    position: null,
  },
  ...{
    loop: null,
    documents: NAMED,
    leases: [],
    passed: [],
    missing: [],
    failed: [],
    chosen: null,
    reasons: [],
  },
  ...more,
});
const send = (recording_id: string, decisions: object[], documents: object[] = []) =>
  screen.call('POST', '/api/player/decisions/recorded', { recording_id, decisions, documents });
const read = async (after = -1) =>
  (await call(test, test.admin, 'GET', `/api/devices/${device_id}/recorded-decisions?after=${after}`)).json<
    Answer<typeof readRecording>
  >();

it('a recording is kept as it came, each call once, until the next one takes its place or a week is over', async () => {
  expect(await read()).toEqual({
    recording_id: null,
    received_at: null,
    decisions: [],
    documents: [],
    next: null,
  });
  const document = { sha256: 'a'.repeat(64), text: '{"kind":"config"}' };
  for (let i = 0; i < 2; i++)
    expect((await send(recordingId(1), [decision(0)], [document])).statusCode).toBe(200);
  for (let n = 1; n < 12; n++) await send(recordingId(1), [decision(n)]);
  const first = await read();
  expect(first).toMatchObject({ recording_id: recordingId(1), documents: [document], next: 9 });
  expect(first.decisions[0]).toEqual(decision(0));
  expect((await read(9)).decisions.map(({ n }) => n)).toEqual([10, 11]);

  await send(recordingId(2), [decision(0)]);
  expect(await read()).toMatchObject({ recording_id: recordingId(2), decisions: [{ n: 0 }], next: null });
  clock.jump(8 * DAY_MS);
  await sweep(test.server);
  expect(await test.db.select().from(recordedDecisions)).toEqual([]);
});

it('what is no decision is refused with the name of its field', async () => {
  const answer = await send(recordingId(3), [decision(0, { reasons: [{ line_id: 'x', reason: 'bored' }] })]);
  expect(answer.statusCode).toBe(400);
  expect(Object.keys(answer.json<{ details: object }>().details).join()).toContain('reasons');
});
