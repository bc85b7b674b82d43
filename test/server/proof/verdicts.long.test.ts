import { createPublicKey, verify } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { devices, plays, receipts } from '../../../server/db/schema.ts';
import { canonical } from '../../../shared/contract/wire/canonical.ts';
import type { PlayRecord } from '../../../shared/contract/proof/play.ts';
import { uuid7 } from '../../../shared/random.ts';
import {
  makeKey,
  makeScreen,
  rehash,
  type Ledger,
  type PlayFields,
  type Screen,
  type Verdicts,
} from '../../support/device.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';

const DAY_MS = 86_400_000;
let test: TestServer;
let creative: { id: string; sha256: string };
let screen: Screen;
let ledger: Ledger;
beforeAll(async () => {
  test = await startTestServer();
  const { id, asset } = await addCreative(test, test.admin);
  creative = { id, sha256: asset.sha256 };
});
beforeEach(async () => {
  screen = makeScreen(test);
  await screen.pair(test.admin);
  ledger = screen.ledger();
});
afterAll(() => test.close());

const send = async (records: PlayRecord[] | Record<string, unknown>[], last?: PlayRecord) => {
  const answer = await screen.send(records, last);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Verdicts>();
};
const verdicts = async (records: PlayRecord[] | Record<string, unknown>[], last?: PlayRecord) =>
  (await send(records, last)).verdicts.map(({ seq, verdict, reason }) => [seq, verdict, reason]);
const stored = () => test.db.select().from(plays).where(eq(plays.device_id, screen.id)).orderBy(plays.seq);
const three = async () => [
  await ledger.play(creative),
  await ledger.play(creative),
  await ledger.play(creative),
];

describe('a record', () => {
  it('is accepted, once, with its start corrected by the clock sample', async () => {
    const clock = {
      offset_ms: 5_000,
      uncertainty_ms: 9,
      source: 'server',
      synced_at_mono: 0,
      quality: 'B',
    } as const;
    const record = await ledger.play(creative, { clock });
    expect(await verdicts([record])).toEqual([[1, 'accepted', undefined]]);
    const [row] = await stored();
    expect(row).toMatchObject({
      play_id: record.play_id,
      state: 'accepted',
      reasons: [],
      tenant_id: test.tenant_id,
      duration_ms: 10_000,
      record_hash: record.record_hash,
    });
    expect(row?.started_at.getTime()).toBe(Math.round(record.started_wall_ms) + 5_000);
    expect(row?.record).toEqual(record);
    expect((await rehash(row!.record)).record_hash).toBe(record.record_hash);
  });

  it('sent again is a duplicate and stands once', async () => {
    const records = await three();
    await send(records);
    expect(await verdicts(records)).toEqual([1, 2, 3].map(seq => [seq, 'duplicate', undefined]));
    expect(await stored()).toHaveLength(3);
  });

  it('twice in one batch stands once', async () => {
    const record = await ledger.play(creative);
    expect(await verdicts([record, record])).toEqual([
      [1, 'accepted', undefined],
      [1, 'duplicate', undefined],
    ]);
    expect(await stored()).toHaveLength(1);
  });

  it('is taken in any order', async () => {
    const [a, b, c] = (await three()) as [PlayRecord, PlayRecord, PlayRecord];
    expect(await verdicts([c, a], c)).toEqual([
      [1, 'accepted', undefined],
      [3, 'accepted', undefined],
    ]);
    expect(await verdicts([b])).toEqual([[2, 'accepted', undefined]]);
  });

  const forged: [what: string, change: (record: PlayRecord) => Record<string, unknown>, reason: RegExp][] = [
    ['a changed duration', r => ({ ...r, duration_ms: r.duration_ms - 1 }), /^hash$/],
    ['a changed hash', r => ({ ...r, record_hash: 'a'.repeat(64) }), /^hash$/],
    ['an unknown field', r => ({ ...r, price_minor: 100 }), /^schema/],
    ['a missing field', r => ({ ...r, visible_share: undefined }), /^schema visible_share/],
    ['a text for a number', r => ({ ...r, duration_ms: '10000' }), /^schema duration_ms/],
    ['a share over one', r => ({ ...r, completion: 1.5 }), /^schema completion/],
    ['a sign no database keeps', r => ({ ...r, player_version: 'a\0b' }), /^schema player_version/],
    ['half a sign', r => ({ ...r, player_version: 'a\ud800' }), /^schema player_version/],
    ['another screen', r => ({ ...r, device_id: uuid7(Date.now()) }), /^device$/],
    ['another key', r => ({ ...r, key_id: makeKey().key_id }), /^key$/],
  ];
  it.each(forged)(
    'with %s is rejected, and the others of its batch are not',
    async (_what, change, reason) => {
      const [a, b, c] = (await three()) as [PlayRecord, PlayRecord, PlayRecord];
      const answer = await send([a, change(b), c], c);
      const found = Object.fromEntries(answer.verdicts.map(ruling => [ruling.seq, ruling]));
      expect([found[1]?.verdict, found[2]?.verdict, found[3]?.verdict]).toEqual([
        'accepted',
        'rejected',
        'accepted',
      ]);
      expect(found[2]?.reason).toMatch(reason);
      expect((await stored()).map(row => row.seq)).toEqual([1, 3]);
    },
  );

  it('without a name is rejected under the name it has', async () => {
    const record = await ledger.play(creative);
    const answer = await send([{}, { epoch: 5, seq: 'x' }, record], record);
    const rejected = answer.verdicts.filter(ruling => ruling.verdict === 'rejected');
    expect(rejected.map(({ epoch, seq }) => [epoch, seq])).toEqual([
      ['', 0],
      ['', 0],
    ]);
    expect(await stored()).toHaveLength(1);
  });
});

describe('doubt keeps a record and says why', () => {
  const doubtful: [what: string, fields: (now: number) => PlayFields, reason: string][] = [
    ['longer than was to be shown', () => ({ duration_ms: 19_000, ended_mono_ms: 19_000 }), 'duration'],
    ['longer than its own clock ran', () => ({ duration_ms: 9_000, ended_mono_ms: 5_000 }), 'duration'],
    ['ended before it began', () => ({ ended_mono_ms: -1, duration_ms: 0 }), 'duration'],
    ['two days ahead', now => ({ started_wall_ms: now + 2 * DAY_MS }), 'future'],
    ['a year ago', now => ({ started_wall_ms: now - 365 * DAY_MS }), 'past'],
    ['a start no calendar has', () => ({ started_wall_ms: 1e300 }), 'clock future'],
    ['a start before 1970', () => ({ started_wall_ms: -1e15 }), 'clock past'],
    ['never shown, yet it lasted', () => ({ result: 'not_shown' }), 'not_shown'],
    ['a creative of nobody', () => ({ creative_id: uuid7(Date.now()) }), 'creative'],
    ['other bytes than the creative has', () => ({ creative_sha256: 'b'.repeat(64) }), 'creative'],
    ['a ledger that begins in the middle of another', () => ({ prev_hash: 'c'.repeat(64) }), 'chain'],
  ];
  it.each(doubtful)('%s', async (_what, fields, reason) => {
    const record = await ledger.play(creative, fields(Date.now()));
    expect(await verdicts([record])).toEqual([[1, 'quarantined', reason]]);
    const [row] = await stored();
    expect(row).toMatchObject({ state: 'quarantined', reasons: reason.split(' ') });
    expect(row?.record).toEqual(record);
  });

  it('an intent that was never shown is no doubt', async () => {
    const record = await ledger.play(creative, { result: 'not_shown', duration_ms: 0, completion: 0 });
    expect(await verdicts([record])).toEqual([[1, 'accepted', undefined]]);
  });

  it('an item of the bundled house loop belongs to no tenant', async () => {
    const house = { id: uuid7(Date.now()), sha256: 'd'.repeat(64) };
    const record = await ledger.play(house, { kind: 'house' });
    expect(await verdicts([record])).toEqual([[1, 'accepted', undefined]]);
  });

  it('more time on screen than passed: 30 hours of play in a day', async () => {
    const records = [
      await ledger.play(creative),
      await ledger.play(creative, { started_mono_ms: 1_000, ended_mono_ms: 11_000 }),
    ];
    expect(await verdicts(records)).toEqual([
      [1, 'accepted', undefined],
      [2, 'quarantined', 'overlap'],
    ]);
  });

  it('a broken chain, whether the neighbour is in the batch, stored before, or comes later', async () => {
    const [a, b, c] = (await three()) as [PlayRecord, PlayRecord, PlayRecord];
    const cut = await rehash({ ...b, prev_hash: 'e'.repeat(64) });
    expect(await verdicts([a, cut])).toEqual([
      [1, 'accepted', undefined],
      [2, 'quarantined', 'chain'],
    ]);
    expect(await verdicts([c])).toEqual([[3, 'quarantined', 'chain']]);
    const late = makeScreen(test);
    await late.pair(test.admin);
    screen = late;
    ledger = late.ledger();
    const [d, e] = [await ledger.play(creative), await ledger.play(creative)];
    await send([e]);
    const other = await rehash({ ...d, volume: 1 });
    expect(await verdicts([other])).toEqual([[1, 'quarantined', 'chain']]);
  });

  it('a checkpoint over another hash than the record it names', async () => {
    const record = await ledger.play(creative);
    const answer = await send([record], { ...record, record_hash: 'f'.repeat(64) });
    expect(answer.verdicts).toEqual([
      { epoch: record.epoch, seq: 1, verdict: 'quarantined', reason: 'checkpoint' },
    ]);
  });
});

describe('a restored or copied profile', () => {
  it('is told of the conflict, keeps what stands, and is flagged', async () => {
    const [a, b] = (await three()) as [PlayRecord, PlayRecord];
    await send([a, b]);
    ledger.rewind(a);
    const other = await ledger.play(creative, { volume: 3 });
    expect(await verdicts([other])).toEqual([[2, 'conflict', 'fork']]);
    expect((await stored()).map(row => row.record_hash)).toEqual([a.record_hash, b.record_hash]);
    const [row] = await test.db.select().from(devices).where(eq(devices.id, screen.id));
    expect(row?.forked_at).not.toBeNull();
  });

  it('sends the play again in a new epoch that names the old one, and it counts once', async () => {
    const a = await ledger.play(creative);
    await send([a]);
    const again = { started_wall_ms: a.started_wall_ms + 10_000, previous_key: { epoch: a.epoch, seq: 1 } };
    const moved = await screen.ledger().play(creative, again);
    expect(await verdicts([moved])).toEqual([[1, 'accepted', undefined]]);
    expect(await verdicts([moved])).toEqual([[1, 'duplicate', undefined]]);
    expect(await stored()).toHaveLength(2);
  });

  it('does not count the same play twice where it stands under its old number', async () => {
    const a = await ledger.play(creative);
    await send([a]);
    const again = screen.ledger();
    const previous_key = { epoch: a.epoch, seq: 1 };
    const moved = await again.play(creative, { play_id: a.play_id, previous_key });
    expect(await verdicts([moved])).toEqual([[1, 'duplicate', undefined]]);
    const stolen = await again.play(creative, { play_id: a.play_id, seq: 1, prev_hash: '0'.repeat(64) });
    expect(await verdicts([stolen])).toEqual([[1, 'rejected', 'play_id']]);
    expect(await stored()).toHaveLength(1);
  });
});

describe('a batch', () => {
  it('is refused whole where its checkpoint is not signed by the screen', async () => {
    const record = await ledger.play(creative);
    const checkpoint = { seq: 1, hash: record.record_hash, sig: 'A'.repeat(86) };
    const payload = { epoch: record.epoch, checkpoint, records: [record] };
    const answer = await screen.call('POST', '/api/player/plays', payload);
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([422, 'RULE']);
    expect(await stored()).toHaveLength(0);
  });

  it.each([
    ['none', 0, 400],
    ['five hundred', 500, 200],
    ['five hundred and one', 501, 400],
  ])('of %s records answers %i', async (_what, length, status) => {
    const record = await ledger.play(creative);
    const records = Array.from({ length }, () => ({ seq: 1 }));
    expect((await screen.send(records, record)).statusCode).toBe(status);
  });

  it('over two megabytes is refused as too large, so that the player halves it', async () => {
    const record = await ledger.play(creative);
    const answer = await screen.send([{ ...record, player_version: 'x'.repeat(2_200_000) }], record);
    expect([answer.statusCode, answer.json<{ error: string }>().error]).toEqual([413, 'TOO_LARGE']);
  });

  it('is answered with a receipt signed by the key pinned at pairing', async () => {
    const records = await three();
    const { receipt } = await send(records);
    const { sig, ...unsigned } = receipt;
    expect(unsigned).toMatchObject({
      device_id: screen.id,
      epoch: ledger.epoch,
      first_seq: 1,
      last_seq: 3,
      head_hash: records[2]?.record_hash,
    });
    const key = createPublicKey({ key: { ...test.server.keys.manifest.jwk }, format: 'jwk' });
    const options = { key, dsaEncoding: 'ieee-p1363' } as const;
    expect(verify('sha256', Buffer.from(canonical(unsigned)), options, Buffer.from(sig, 'base64url'))).toBe(
      true,
    );
    const kept = await test.db.select().from(receipts).where(eq(receipts.device_id, screen.id));
    expect(kept.map(row => row.receipt)).toEqual([receipt]);
  });

  it('may hold records of two epochs', async () => {
    const a = await ledger.play(creative);
    const b = await screen.ledger().play(creative, { started_wall_ms: a.started_wall_ms + 10_000 });
    const answer = await send([a, b], b);
    expect(answer.verdicts.map(ruling => ruling.verdict)).toEqual(['accepted', 'accepted']);
    expect(answer.receipt).toMatchObject({ epoch: b.epoch, first_seq: 1, last_seq: 1 });
  });
});
