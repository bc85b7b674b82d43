import fc from 'fast-check';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { instant } from '../../../../shared/clock.ts';
import type { analyticsOverview } from '../../../../shared/contract/proof/analytics.ts';
import {
  RESULTS,
  type Play,
  type PlayRecord,
  type playTotals,
} from '../../../../shared/contract/proof/play.ts';
import type { Answer } from '../../../../shared/contract/wire/endpoint.ts';
import { rollUpPlays } from '../../../../server/proof/analytics/rollUp.ts';
import { manualClock } from '../../../support/clock.ts';
import { makeScreen, type Verdicts } from '../../../support/device.ts';
import { call } from '../../../support/server/playlist.ts';
import { startTestServer, type TestServer } from '../../../support/server/server.ts';
import { addCreative } from '../../../support/server/upload.ts';

const START = Date.UTC(2026, 9, 23, 8);
const MINUTE_MS = 60_000;
const PLAYS = 40;
const BATCH = 10;
const ITEM_MS = 10_000;
/** Between two plays, so that they lie in several hours. */
const GAP_MS = 5 * MINUTE_MS;

/** A play that the server has acknowledged by a receipt, with its verdict. */
interface Receipted {
  record: PlayRecord;
  state: string;
}
const clock = manualClock(START);
let test: TestServer;
const receipted: Receipted[] = [];
const screens: string[] = [];
const creatives: string[] = [];

/** Every result in turn, and every seventh longer than its item: no screen can have shown that. */
const fieldsOf = (n: number) => {
  const result = RESULTS[n % RESULTS.length]!;
  const full = { completed: ITEM_MS, not_shown: 0 } as Partial<Record<typeof result, number>>;
  const duration_ms = n % 7 === 3 ? 3 * ITEM_MS : (full[result] ?? 1_000 + n * 100);
  return { result, duration_ms, completion: Math.min(1, duration_ms / ITEM_MS), visible_share: 1 };
};

beforeAll(async () => {
  test = await startTestServer({ clock });
  const files = [await addCreative(test, test.admin), await addCreative(test, test.admin)];
  creatives.push(...files.map(({ id }) => id));
  const made = [makeScreen(test), makeScreen(test), makeScreen(test)];
  for (const screen of made) await screen.pair(test.admin);
  screens.push(...made.map(({ id }) => id));
  const ledgers = made.map(screen => screen.ledger());
  clock.jump(PLAYS * GAP_MS);
  for (const [nth, screen] of made.entries())
    for (let from = 0; from < PLAYS; from += BATCH) {
      const records: PlayRecord[] = [];
      for (let n = from; n < from + BATCH; n++) {
        const { id, asset } = files[(n + nth) % 2]!;
        const mono = n * GAP_MS;
        records.push(
          await ledgers[nth]!.play(
            { id, sha256: asset.sha256 },
            {
              ...{ started_wall_ms: START + mono, started_mono_ms: mono, ended_mono_ms: mono + ITEM_MS },
              ...{ zone: n % 5 === 0 ? 'main' : 'full', ...fieldsOf(n + nth) },
              clock: {
                offset_ms: 0,
                uncertainty_ms: 20,
                source: 'server',
                synced_at_mono: mono,
                quality: 'A',
              },
            },
          ),
        );
      }
      const { verdicts, receipt } = (await screen.send(records)).json<Verdicts>();
      expect([receipt.first_seq, receipt.last_seq]).toEqual([from + 1, from + BATCH]);
      for (const record of records)
        receipted.push({ record, state: verdicts.find(({ seq }) => seq === record.seq)!.verdict });
    }
  test.admin = await test.signIn('admin');
});
afterAll(() => test.close());

const read = async (path: string, query: object) => {
  const params = new URLSearchParams(query as Record<string, string>);
  const answer = await call(test, test.admin, 'GET', `/api/${path}?${params.toString()}`);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer;
};
const aFilter = fc.record(
  {
    device_id: fc.constantFrom(...[0, 1, 2]),
    creative_id: fc.constantFrom(...[0, 1]),
    zone: fc.constantFrom('full', 'main'),
    result: fc.subarray([...RESULTS], { minLength: 3 }),
  },
  { requiredKeys: [] },
);
const aSpan = fc.tuple(
  fc.integer({ min: 0, max: (PLAYS * GAP_MS) / 2 / MINUTE_MS }),
  fc.integer({ min: 30, max: (PLAYS * GAP_MS) / MINUTE_MS }),
);

interface Row {
  id: string;
  duration_ms: number;
  result: string;
  state: string;
}
const byId = (rows: readonly Row[]) =>
  rows
    .map(({ id, duration_ms, result, state }) => ({ id, duration_ms: Number(duration_ms), result, state }))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
function rowsOfCsv(body: string): Row[] {
  const [head = [], ...rows] = body
    .replace('\ufeff', '')
    .trimEnd()
    .split('\r\n')
    .map(line => line.split(','));
  return rows.map(cells => {
    expect(cells).toHaveLength(head.length);
    const { play_id, ...row } = Object.fromEntries(head.map((name, n) => [name, cells[n]]));
    return { ...row, id: play_id } as unknown as Row;
  });
}
const sum = (rows: readonly { duration_ms: number }[]) =>
  rows.reduce((ms, { duration_ms }) => ms + duration_ms, 0);
/** By the receipts alone: records as they were handed in, and what was answered to each. */
function fromReceipts(of: readonly Receipted[]) {
  const onScreen = of.filter(({ record }) => record.result !== 'not_shown');
  const counted = onScreen.filter(({ state }) => state !== 'quarantined').map(({ record }) => record);
  return {
    ...{ plays: counted.length, duration_ms: sum(counted), quarantined: onScreen.length - counted.length },
    screens: new Set(counted.map(({ device_id }) => device_id)).size,
  };
}

it('totals of analytics, proof page and both exports are the sum of the receipts, for 50 random filters', async () => {
  expect(new Set(receipted.map(({ state }) => state))).toEqual(new Set(['accepted', 'quarantined']));
  let done = 0;
  let counted = 0;
  await fc.assert(
    fc.asyncProperty(aFilter, aSpan, async ({ device_id, creative_id, zone, result }, [from, length]) => {
      if (done === 25) {
        clock.jump(10 * MINUTE_MS);
        await rollUpPlays(test.server, error => expect.unreachable(String(error)));
      }
      const begin = START + from * MINUTE_MS;
      const end = begin + length * MINUTE_MS;
      const filter = {
        ...{ from: instant(begin), to: instant(end) },
        ...(device_id !== undefined && { device_id: screens[device_id]! }),
        ...(creative_id !== undefined && { creative_id: creatives[creative_id]! }),
        ...(zone && { zone }),
        ...(result && { result: result.join(',') }),
      };
      const wanted = receipted.filter(
        ({ record }) =>
          record.started_wall_ms >= begin &&
          record.started_wall_ms < end &&
          (device_id === undefined || record.device_id === screens[device_id]) &&
          (creative_id === undefined || record.creative_id === creatives[creative_id]) &&
          (!zone || record.zone === zone) &&
          (result ? result.includes(record.result) : record.result !== 'not_shown'),
      );
      const { now } = (await read('analytics/overview', { ...filter, tz: 'Europe/Lisbon' })).json<
        Answer<typeof analyticsOverview>
      >();
      const proofs = (await read('programmatic/plays/summary', filter)).json<Answer<typeof playTotals>>();
      const totals = fromReceipts(wanted);
      expect(proofs).toMatchObject(totals);
      expect(now).toMatchObject({ ...totals, not_shown: proofs.not_shown });

      const list = (await read('programmatic/plays', { ...filter, limit: '200' })).json<{ items: Play[] }>();
      const listed = byId(list.items);
      expect(listed).toEqual(
        byId(wanted.map(({ record, state }) => ({ ...record, id: record.play_id, state }))),
      );
      const csv = await read('programmatic/plays/export', { ...filter, format: 'csv' });
      expect(byId(rowsOfCsv(csv.body))).toEqual(listed);
      const jsonl = (await read('programmatic/plays/export', { ...filter, format: 'jsonl' })).body;
      const rows = jsonl.split('\n').filter(line => line !== '');
      expect(byId(rows.map(line => JSON.parse(line) as Play))).toEqual(listed);
      await test.db.execute(sql`delete from rate_counters`);
      counted += totals.plays;
      done++;
    }),
    { numRuns: 50, seed: 20_261_129, endOnFailure: true },
  );
  expect(done).toBe(50);
  expect(counted).toBeGreaterThan(100);
});
