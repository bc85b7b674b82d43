/** What screens showed in the middle of their plays, compared with the file that was checked. */
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { comparePictures } from '../../../server/proof/pictures/compare.ts';
import { assetLight, checkedFiles, mediaAssets, plays } from '../../../server/db/schema.ts';
import { bytesOf, CELLS, hexOf, LIGHTS_A_SECOND } from '../../../shared/proof/light.ts';
import type { listPlays, PlayRecord } from '../../../shared/contract/proof/play.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { checkNext } from '../../../server/content/validation/checker.ts';
import { checkAll } from '../../support/server/checks.ts';
import { makeScreen, type Ledger, type Screen } from '../../support/device.ts';
import { call } from '../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';

interface File {
  id: string;
  sha256: string;
}
type Picture = NonNullable<PlayRecord['picture']>;
const BLACK = '00'.repeat(CELLS);

let test: TestServer;
let screen: Screen;
let ledger: Ledger;
const files: { video?: File; still?: File } = {};
let light = { video: new Uint8Array(), still: '' };
beforeAll(async () => {
  test = await startTestServer();
  const [video, still] = [
    await addCreative(test, test.admin, 'h264.mp4'),
    await addCreative(test, test.admin),
  ];
  await checkAll(test);
  files.video = { id: video.id, sha256: video.asset.sha256 };
  files.still = { id: still.id, sha256: still.asset.sha256 };
  const of = async ({ asset }: { asset: { id: string } }) =>
    (await test.db.select().from(assetLight).where(eq(assetLight.asset_id, asset.id)))[0]?.light ?? '';
  light = { video: bytesOf(await of(video)), still: await of(still) };
  screen = makeScreen(test);
  await screen.pair(test.admin);
  ledger = screen.ledger();
});
afterAll(() => test.close());

const faults: unknown[] = [];
const compare = () => comparePictures(test.server, fault => void faults.push(fault));
/** Plays of these pictures, in the order in which they are listed as the oldest first. */
async function gradesOf(pictures: readonly (readonly [File, Picture | undefined])[]) {
  const records: PlayRecord[] = [];
  for (const [file, picture] of pictures) records.push(await ledger.play(file, picture ? { picture } : {}));
  expect((await screen.send(records)).statusCode).toBe(200);
  await compare();
  expect(faults).toEqual([]);
  const rows = await test.db.select().from(plays);
  return records.map(({ play_id }) => rows.find(row => row.play_id === play_id)?.picture);
}
const stillOf = (hex: string): Picture => ({ media_ms: null, light: hex });
const frameOf = (nth: number) => hexOf(light.video.subarray(nth * CELLS, (nth + 1) * CELLS));

it('a file is looked at when it is checked: a video frame by frame, a picture once', () => {
  expect(light.video.length % CELLS).toBe(0);
  expect(light.video.length / CELLS).toBeGreaterThanOrEqual(LIGHTS_A_SECOND);
  expect(light.still).toMatch(/^[0-9a-f]{32}$/);
});

it('a picture that was approved before its turn came is looked at all the same, and one without a thumbnail holds nothing up', async () => {
  const { id, asset } = await addCreative(test, test.admin, 'picture.webp');
  await test.db
    .insert(checkedFiles)
    .values({ tenant_id: test.tenant_id, creative_id: id, asset_id: asset.id });
  await test.db
    .update(mediaAssets)
    .set({ thumbnail_sha256: 'f'.repeat(64) })
    .where(eq(mediaAssets.id, asset.id));
  await test.db.delete(assetLight).where(eq(assetLight.asset_id, asset.id));
  const seen: unknown[] = [];
  while (await checkNext(test.server, new AbortController().signal, fault => void seen.push(fault)));
  expect(seen).toHaveLength(1);
  const lightNow = () => test.db.select().from(assetLight).where(eq(assetLight.asset_id, asset.id));
  expect(await lightNow()).toMatchObject([{ light: '' }]);
  expect(await gradesOf([[{ id, sha256: asset.sha256 }, stillOf(BLACK)]])).toEqual([null]);
});

it('the right picture is the same, a black one black, another one wrong; where none was taken nothing is said', async () => {
  const { still = { id: '', sha256: '' } } = files;
  const inverse = hexOf(bytesOf(light.still).map(byte => 255 - byte));
  expect(
    await gradesOf([
      [still, stillOf(light.still)],
      [still, stillOf(BLACK)],
      [still, stillOf(inverse)],
      [still, undefined],
    ]),
  ).toEqual(['same', 'black', 'wrong', null]);
});

it('a video is compared with the moment it says it shows', async () => {
  const { video = { id: '', sha256: '' } } = files;
  expect(
    await gradesOf([
      [video, { media_ms: 500, light: frameOf(15) }],
      [video, { media_ms: 500, light: BLACK }],
    ]),
  ).toEqual(['same', 'black']);
});

it('of a file that was never looked at nothing is said', async () => {
  const { still = { id: '', sha256: '' } } = files;
  await test.db.delete(assetLight);
  expect(await gradesOf([[still, stillOf(light.still)]])).toEqual([null]);
});

it('plays are found by it, in the list, in the totals and in the export alike', async () => {
  const list = (await call(test, test.admin, 'GET', '/api/programmatic/plays?picture=black,wrong')).json<
    Answer<typeof listPlays>
  >();
  expect(list.items.map(({ picture }) => picture).sort()).toEqual(['black', 'black', 'wrong']);
  const totals = await call(test, test.admin, 'GET', '/api/programmatic/plays/summary?picture=black,wrong');
  expect(totals.json()).toMatchObject({ plays: 3 });
  const csv = await call(test, test.admin, 'GET', '/api/programmatic/plays/export?format=csv&picture=wrong');
  expect(csv.body.trim().split('\n')).toHaveLength(2);
  const refused = await call(test, test.admin, 'GET', '/api/programmatic/plays?picture=blurred');
  expect([refused.statusCode, refused.json()]).toMatchObject([
    400,
    { details: { picture: [expect.any(String)] } },
  ]);
});
