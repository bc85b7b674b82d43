import { brotliCompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendPlays, type PlayRecord } from '../../../shared/contract/proof/play.ts';
import { checkpointText } from '../../../shared/contract/proof/chain.ts';
import { address } from '../../../shared/contract/wire/endpoint.ts';
import { makeScreen, signText, type Screen, type Verdicts } from '../../support/device.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';

let test: TestServer;
let screen: Screen;
let creative: { id: string; sha256: string };
beforeAll(async () => {
  test = await startTestServer();
  const { id, asset } = await addCreative(test, test.admin);
  creative = { id, sha256: asset.sha256 };
  screen = makeScreen(test);
  await screen.pair(test.admin);
});
afterAll(() => test.close());

let batches = 0;
/** Each in a ledger of its own, after the one before. */
async function batch() {
  const started_wall_ms = test.server.clock.now() + batches++ * 20_000;
  const record = await screen.ledger().play(creative, { started_wall_ms });
  const { epoch, seq, record_hash: hash } = record;
  const sig = signText(screen.key.privateKey, checkpointText(screen.id, epoch, seq, hash));
  return JSON.stringify({ epoch, checkpoint: { seq, hash, sig }, records: [record] });
}
const plays = address(sendPlays.path);
const hand = async (bytes: Buffer, more: { target?: string; encoding?: string; accept?: string } = {}) =>
  screen.post(more.target ?? plays, bytes, {
    'content-encoding': more.encoding ?? 'gzip',
    ...(more.accept === undefined ? {} : { 'accept-encoding': more.accept }),
  });

/** Here, because the file of verdicts is full: it needs the same server and nothing else. */
describe('plays of a parted screen', () => {
  it('stand where two zones play at once, and not where one zone plays twice', async () => {
    const parted = makeScreen(test);
    await parted.pair(test.admin);
    const ledger = parted.ledger();
    const begin = test.server.clock.now();
    const at = (zone: PlayRecord['zone'], from: number) =>
      ledger.play(creative, {
        zone,
        ...{ started_wall_ms: begin + from, started_mono_ms: from, ended_mono_ms: from + 10_000 },
      });
    const verdicts = async (records: PlayRecord[]) =>
      (await parted.send(records)).json<Verdicts>().verdicts.map(({ verdict, reason }) => reason ?? verdict);
    const records = [await at('main', 0), await at('side', 200), await at('side', 10_300)];
    expect(await verdicts(records)).toEqual(['accepted', 'accepted', 'accepted']);
    const later = [await at('main', 3_000), await at('side', 20_400)];
    expect(await verdicts(later)).toEqual(['overlap', 'accepted']);
    expect(await verdicts([await at('full', 25_000)])).toEqual(['overlap']);
  });
});

describe('plays that come packed', () => {
  it('are taken by the signature over the bytes as they came, and answered packed to who takes it', async () => {
    const answer = await hand(gzipSync(await batch()), { accept: 'gzip, br' });
    expect(answer.headers).toMatchObject({ 'content-encoding': 'gzip' });
    expect(answer.headers['content-length']).toBe(String(answer.rawPayload.length));
    const { verdicts } = JSON.parse(gunzipSync(answer.rawPayload).toString()) as Verdicts;
    expect(verdicts).toMatchObject([{ verdict: 'accepted' }]);
  });

  it('are answered as text where gzip is not asked for', async () => {
    const answer = await hand(gzipSync(await batch()));
    expect(answer.headers).not.toHaveProperty('content-encoding');
    expect(answer.json<Verdicts>().verdicts).toMatchObject([{ verdict: 'accepted' }]);
  });

  it('are refused beyond 2 MB, however small they came', async () => {
    const limit = sendPlays.bodyLimit ?? 0;
    expect(limit).toBe(2_097_152);
    const text = await batch();
    const whole = gzipSync(text.padEnd(limit));
    expect((await hand(whole)).json<Verdicts>().verdicts).toMatchObject([{ verdict: 'accepted' }]);
    const bomb = gzipSync(Buffer.alloc(20 * limit, ' '), { level: 9 });
    expect(bomb.length).toBeLessThan(limit / 40);
    for (const bytes of [gzipSync(text.padEnd(limit + 1)), bomb]) {
      const answer = await hand(bytes);
      expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([413, 'TOO_LARGE']);
    }
  });

  it.each([
    ['no gzip at all', 400, 'VALIDATION', async () => hand(Buffer.from(await batch()))],
    ['cut off', 400, 'VALIDATION', async () => hand(gzipSync(await batch()).subarray(0, 200))],
    ['brotli', 415, 'TYPE_REFUSED', async () => hand(brotliCompressSync(await batch()), { encoding: 'br' })],
    ['any other call', 415, 'TYPE_REFUSED', () => hand(gzipSync('{}'), { target: '/api/player/heartbeat' })],
  ] as const)('are refused: %s', async (_what, status, code, send) => {
    const answer = await send();
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([status, code]);
  });

  it('are refused where the signature is over something else', async () => {
    const packed = gzipSync(await batch());
    const answer = await screen.post(plays, packed, {
      'content-encoding': 'gzip',
      'x-device-signature': 'A'.repeat(86),
    });
    expect(answer.statusCode).toBe(401);
  });
});
