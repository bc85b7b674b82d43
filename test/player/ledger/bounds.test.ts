import { expect, it } from 'vitest';
import { boot, fakeServer, freshDb, handIn, playOne } from '../ledgers.ts';

/** Five weeks of a play each ten seconds: `npm run soak -- outbox` asks for three hundred thousand. */
const RECORDS = Number(process.env['OUTBOX_RECORDS'] ?? 300);
const STARTS = 4;
const PLAY_MS = 2_000;
const LIMIT_MS = 60_000 + RECORDS * 10;

it(
  `Q10 ${RECORDS} plays lie in the outbox one by one, none pruned and none rolled up, and all of them are handed in`,
  async () => {
    const db = freshDb();
    for (let start = 0; start < STARTS; start++) {
      const ledger = boot(db);
      const end = Math.round((RECORDS * (start + 1)) / STARTS);
      for (let n = Math.round((RECORDS * start) / STARTS); n < end; n++) await playOne(ledger, n * PLAY_MS);
    }
    const ledger = boot(db);
    expect(await ledger.counts()).toMatchObject({ waiting: RECORDS, parked: 0 });
    expect(await (await db()).count('plays')).toBe(RECORDS);
    const server = fakeServer();
    expect(
      await handIn(
        ledger,
        server.caller(() => false),
      ),
    ).toEqual({ outcome: 'empty' });
    const plays = [...server.stored.values()];
    expect(new Set(plays.map(({ play_id }) => play_id)).size).toBe(RECORDS);
    expect(plays.every(({ duration_ms, result }) => duration_ms === PLAY_MS && result === 'completed')).toBe(
      true,
    );
    expect((await ledger.counts()).waiting).toBe(0);
    console.log(`figures ${JSON.stringify({ records: plays.length })}`);
  },
  LIMIT_MS,
);
