import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { manifests } from '../../../../server/db/schema.ts';
import { isOfNoLoop, isOfNoVersion, loopName } from '../../../../server/proof/issued.ts';
import type { PlayRecord } from '../../../../shared/contract/proof/play.ts';
import { manualClock } from '../../../support/clock.ts';
import {
  makeScreen,
  playingAt,
  type PlayFields,
  type Screen,
  type Verdicts,
} from '../../../support/device.ts';
import { said } from '../../../support/reported.ts';
import { addPlaylist, assign, publish } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';

const clock = manualClock(Date.parse('2026-11-24T08:20:00.000Z'));
let test: TestServer;
let screen: Screen;
let ledger: ReturnType<Screen['ledger']>;
let creative: { id: string; sha256: string };
let playlist_id: string;
let newest: number;
beforeAll(async () => {
  test = await startTestServer({ clock });
  const by = await test.signIn('manager');
  screen = makeScreen(test);
  await screen.pair(by);
  const { id, asset } = await addCreative(test, by, 'picture.jpg');
  creative = { id, sha256: asset.sha256 };
  playlist_id = (await addPlaylist(test, by, [{ creative_id: creative.id, duration_ms: 8_000 }])).id;
  await publish(test, by, playlist_id);
  await assign(test, by, playlist_id, [screen.id]);
  newest = (await screen.head()).version;
  ledger = screen.ledger();
  await clock.advance(60_000);
});
afterAll(() => test.close());

async function verdictOf(fields: PlayFields) {
  const record = await ledger.play(creative, {
    ...{ ...playingAt(clock), playlist_id, playlist_version: 1, manifest_version: newest },
    ...fields,
  });
  await clock.advance(60_000);
  const { verdicts } = (await screen.send([record])).json<Verdicts>();
  return verdicts.map(({ verdict, reason }) => reason ?? verdict)[0];
}
const report = (manifest_version: number) =>
  screen.call('POST', '/api/player/heartbeat', said({ manifest_version }));

it('a play that names a version of its playlist that the screen was never given is set aside, and says so', async () => {
  expect(await verdictOf({})).toBe('accepted');
  expect(await verdictOf({ playlist_version: 2 })).toBe('playlist');
  expect(await verdictOf({ playlist_id: creative.id })).toBe('playlist');
});

it('a play that names documents newer than the screen says it has is set aside', async () => {
  const fields = { playlist_id: null, playlist_version: null, manifest_version: newest + 1 };
  expect(await verdictOf(fields), 'before it has said anything').toBe('accepted');
  await report(newest);
  expect(await verdictOf(fields)).toBe('version');
  await report(newest + 1);
  expect(await verdictOf(fields), 'of a database that was set back').toBe('accepted');
  await report(newest);
});

it('is left open where the documents are gone, or of another time than the play', async () => {
  const [head] = await test.db.select().from(manifests).where(eq(manifests.device_id, screen.id));
  await test.db
    .update(manifests)
    .set({ created_at: new Date(clock.now() + 3_600_000) })
    .where(eq(manifests.device_id, screen.id));
  expect(await verdictOf({ playlist_version: 7 })).toBe('accepted');
  await test.db
    .update(manifests)
    .set({ created_at: head!.created_at })
    .where(eq(manifests.device_id, screen.id));
  expect(await verdictOf({ playlist_version: 7 })).toBe('playlist');
  await test.db.delete(manifests).where(eq(manifests.device_id, screen.id));
  expect(await verdictOf({ playlist_version: 7 })).toBe('accepted');
});

const played = (manifest_version: number, playlist_version = 3) =>
  ({ playlist_id: 'loop', playlist_version, manifest_version }) as PlayRecord;
const headsOf = (versions: readonly number[], loops: readonly number[] = []) => ({
  heads: versions.map(version => ({
    ...{ version, issued: 0 },
    loops: new Set(loops.map(of => loopName(played(version, of)))),
  })),
  reported: null,
});

it('a play may have been chosen some versions before the one it names: only with so many of them kept it is judged', () => {
  expect(isOfNoLoop(played(9), 1, headsOf([9, 8, 7, 6, 5, 4]))).toBe(false);
  expect(isOfNoLoop(played(9), 1, headsOf([9, 8, 7, 6, 5, 4, 3]))).toBe(true);
  expect(isOfNoLoop(played(2), 1, headsOf([2, 1]))).toBe(true);
  expect(isOfNoLoop(played(2), 1, headsOf([2, 1], [3]))).toBe(false);
  expect(isOfNoLoop(played(3), 1, headsOf([2, 1]))).toBe(false);
  expect(isOfNoVersion(played(3), { ...headsOf([2, 1]), reported: 2 })).toBe(true);
  expect(isOfNoVersion(played(2), { ...headsOf([2, 1]), reported: 2 })).toBe(false);
  expect(isOfNoVersion(played(3), { ...headsOf([]), reported: 2 })).toBe(false);
});
