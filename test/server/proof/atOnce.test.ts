import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eq } from 'drizzle-orm';
import { plays } from '../../../server/db/schema.ts';
import type { PlayRecord } from '../../../shared/contract/proof/play.ts';
import { manualClock } from '../../support/clock.ts';
import {
  makeScreen,
  rehash,
  type Ledger,
  type PlayFields,
  type Screen,
  type Verdicts,
} from '../../support/device.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';

const clock = manualClock(Date.UTC(2026, 10, 2, 9));
const MINUTE_MS = 60_000;
const ITEM_MS = 10_000;
const UNHEARD: PlayRecord['clock'] = {
  ...{ offset_ms: 0, uncertainty_ms: 86_400_000, source: 'none', synced_at_mono: null, quality: 'D' },
};
let test: TestServer;
let creative: { id: string; sha256: string };
let screen: Screen;
let start: number;
beforeAll(async () => {
  test = await startTestServer({ clock });
  const { id, asset } = await addCreative(test, test.admin);
  creative = { id, sha256: asset.sha256 };
});
beforeEach(async () => {
  clock.jump(MINUTE_MS);
  screen = makeScreen(test);
  await screen.pair(await test.signIn('admin'));
  start = clock.now();
});
afterAll(() => test.close());

const verdictsOf = async (records: PlayRecord[], last?: PlayRecord) => {
  const answer = await screen.send(records, last);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json<Verdicts>().verdicts.map(({ verdict, reason }) => reason ?? verdict);
};
const count = (verdicts: readonly string[], verdict: string) =>
  verdicts.filter(one => one === verdict).length;
async function oneByOne(records: readonly PlayRecord[]) {
  const found: string[] = [];
  for (const record of records) found.push(...(await verdictsOf([record])));
  return found;
}
async function playsOf(ledger: Ledger, n: number, fields: (i: number) => PlayFields) {
  const records: PlayRecord[] = [];
  for (let i = 0; i < n; i++) records.push(await ledger.play(creative, fields(i)));
  return records;
}
const at = (from: number): PlayFields => ({
  ...{ started_wall_ms: start + from, started_mono_ms: from, ended_mono_ms: from + ITEM_MS },
});

describe('plays that begin a moment after one another', () => {
  const N = 20;
  const orders: [name: string, of: (records: PlayRecord[]) => PlayRecord[]][] = [
    ['in their order', records => records],
    ['the last one first', records => records.toReversed()],
    [
      'every second one first',
      records => [
        ...records.filter(({ seq }) => seq % 2 === 1),
        ...records.filter(({ seq }) => seq % 2 === 0),
      ],
    ],
  ];
  it.each(orders)('count once, handed in one by one %s', async (_name, ordered) => {
    const records = await playsOf(screen.ledger(), N, i => at(i));
    clock.jump(MINUTE_MS);
    const found = await oneByOne(ordered(records));
    expect([count(found, 'accepted'), count(found, 'overlap')]).toEqual([1, N - 1]);
  });

  it('count once in one batch, and handed in at once by many calls', async () => {
    const records = await playsOf(screen.ledger(), N, i => at(i));
    clock.jump(MINUTE_MS);
    const answers = await Promise.all(records.map(record => verdictsOf([record])));
    expect(count(answers.flat(), 'accepted')).toBe(1);
    const other = await playsOf(screen.ledger(), N, i => at(ITEM_MS + 1_000 + i));
    expect(count(await verdictsOf(other), 'accepted')).toBe(1);
  });

  it('count once where each names a boot of its own', async () => {
    const records = await playsOf(screen.ledger(), N, i => ({ ...at(i), boot_id: crypto.randomUUID() }));
    clock.jump(MINUTE_MS);
    expect(count(await oneByOne(records.toReversed()), 'accepted')).toBe(1);
  });

  it('count once where the monotonic clock goes on and the time stands', async () => {
    const records = await playsOf(screen.ledger(), N, i => ({
      ...at(i * ITEM_MS),
      started_wall_ms: start + i,
    }));
    clock.jump(MINUTE_MS);
    expect(count(await oneByOne(orders[2]![1](records)), 'accepted')).toBe(1);
  });

  it('that were set aside take no time from others, and what was accepted stays', async () => {
    const [a, b, c] = (await playsOf(screen.ledger(), 3, i => at(i * 6_000))) as [
      PlayRecord,
      PlayRecord,
      PlayRecord,
    ];
    clock.jump(MINUTE_MS);
    expect(await oneByOne([a, b])).toEqual(['accepted', 'overlap']);
    expect(await verdictsOf([c])).not.toContain('overlap clone');
    const [row] = await test.db.select().from(plays).where(eq(plays.play_id, a.play_id));
    expect(row?.state).toBe('accepted');
  });
});

describe('honest plays', () => {
  it('follow one another in any order, over restarts too', async () => {
    const ledger = screen.ledger();
    const first = await playsOf(ledger, 5, i => at(i * ITEM_MS));
    const boot_id = crypto.randomUUID();
    const second = await playsOf(ledger, 5, i => ({
      ...{ boot_id, started_wall_ms: start + 52_000 + i * ITEM_MS },
      ...{ started_mono_ms: 1_000 + i * ITEM_MS, ended_mono_ms: 1_000 + (i + 1) * ITEM_MS },
    }));
    clock.jump(5 * MINUTE_MS);
    const found = await oneByOne([...first, ...second].toReversed());
    expect(count(found, 'accepted')).toBe(10);
  });

  it('taken over from a lost ledger count, though their numbers are of a later time', async () => {
    const lost = screen.ledger();
    const [a, b] = (await playsOf(lost, 2, i => at(i * ITEM_MS))) as [PlayRecord, PlayRecord];
    clock.jump(5 * MINUTE_MS);
    expect(await verdictsOf([a])).toEqual(['accepted']);
    const ledger = screen.ledger();
    const boot_id = crypto.randomUUID();
    const next = await ledger.play(creative, { ...at(2 * MINUTE_MS), boot_id });
    const { epoch, seq } = b;
    const { record_hash: _hash, prev_hash: _before, epoch: _epoch, seq: _seq, ...body } = b;
    const again = await ledger.play(creative, { ...body, previous_key: { epoch, seq } });
    expect(await verdictsOf([next, again])).toEqual(['accepted', 'accepted']);
  });

  it('of a screen that hears no server count over its restarts, whatever its wall clock says', async () => {
    const ledger = screen.ledger();
    const boots = [crypto.randomUUID(), crypto.randomUUID(), crypto.randomUUID()];
    const records: PlayRecord[] = [];
    for (const boot_id of boots)
      records.push(...(await playsOf(ledger, 4, i => ({ ...at(i * ITEM_MS), boot_id, clock: UNHEARD }))));
    clock.jump(3 * MINUTE_MS);
    expect(count(await verdictsOf(records), 'accepted')).toBe(12);
  });
});

describe('a screen without a clock', () => {
  it('plays no more seconds than went by since its last certain play, in whatever batches they come', async () => {
    const ledger = screen.ledger();
    const certain = await ledger.play(creative, at(0));
    clock.jump(ITEM_MS + 30_000);
    expect(await verdictsOf([certain])).toEqual(['accepted']);
    const boots = await playsOf(ledger, 8, () => ({
      ...{ ...at(0), started_wall_ms: start + MINUTE_MS, boot_id: crypto.randomUUID(), clock: UNHEARD },
    }));
    const found = [
      ...(await verdictsOf(boots.slice(0, 2))),
      ...(await oneByOne(boots.slice(2).toReversed())),
    ];
    expect([count(found, 'accepted'), count(found, 'elapsed')]).toEqual([3, 5]);
  });

  it('plays no more between two certain plays than lies between them', async () => {
    const ledger = screen.ledger();
    const first = await ledger.play(creative, at(0));
    const unsure = await playsOf(ledger, 6, () => ({
      ...at(0),
      boot_id: crypto.randomUUID(),
      clock: UNHEARD,
    }));
    const last = await ledger.play(creative, at(30_000));
    clock.jump(60 * MINUTE_MS);
    const found = await verdictsOf([first, ...unsure, last]);
    expect(found.filter(one => one === 'elapsed')).toHaveLength(4);
  });

  it('is no way to play in four ledgers at once', async () => {
    clock.jump(10 * MINUTE_MS);
    const found: string[] = [];
    for (let n = 0; n < 4; n++) {
      const records = await playsOf(screen.ledger(), 5, i => ({
        ...{ ...at(i * ITEM_MS), boot_id: crypto.randomUUID(), clock: UNHEARD },
      }));
      found.push(...(await verdictsOf(records)));
    }
    expect([count(found, 'accepted'), count(found, 'clone')]).toEqual([5, 15]);
  });

  it('nor in two ledgers of one batch', async () => {
    const records = await playsOf(screen.ledger(), 5, i => at(i * ITEM_MS));
    const copies = await playsOf(screen.ledger(), 5, i => at(i * ITEM_MS));
    clock.jump(MINUTE_MS);
    expect(count(await verdictsOf([...records, ...copies]), 'accepted')).toBe(5);
  });
});

describe('a ledger that names the one it left', () => {
  it('frees no new play of the same time', async () => {
    const records = await playsOf(screen.ledger(), 5, i => at(i * ITEM_MS));
    clock.jump(MINUTE_MS);
    expect(count(await verdictsOf(records), 'accepted')).toBe(5);
    const copies = await playsOf(screen.ledger(), 5, i => ({
      ...{ ...at(i * ITEM_MS), previous_key: { epoch: records[i]!.epoch, seq: i + 1 } },
    }));
    expect(count(await verdictsOf(copies), 'clone')).toBe(5);
  });

  it('frees the play that the other one has: it stands once', async () => {
    const [record] = (await playsOf(screen.ledger(), 1, () => at(0))) as [PlayRecord];
    clock.jump(MINUTE_MS);
    await verdictsOf([record]);
    const { epoch, seq, play_id } = record;
    const again = await screen.ledger().play(creative, { ...at(0), play_id, previous_key: { epoch, seq } });
    expect(await verdictsOf([await rehash(again)])).toEqual(['duplicate']);
  });
});

it('an item of more than an hour is none', async () => {
  const long = { duration_ms: 7_200_000, expected_ms: 7_200_000, ended_mono_ms: 7_200_000 };
  const record = await screen.ledger().play(creative, { ...at(0), ...long });
  clock.jump(3 * 60 * MINUTE_MS);
  expect(await verdictsOf([record])).toEqual(['duration']);
});
