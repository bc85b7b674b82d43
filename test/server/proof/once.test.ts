import fc from 'fast-check';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { plays } from '../../../server/db/schema.ts';
import { isSettled, type PlayRecord } from '../../../shared/contract/proof/play.ts';
import { makeScreen, type Verdicts } from '../../support/device.ts';
import { sweep } from '../../../server/app/sweep.ts';
import { manualClock } from '../../support/clock.ts';
import { startTestServer, type TestServer } from '../../support/server/server.ts';
import { addCreative } from '../../support/server/upload.ts';

const RUNS = 25;
let test: TestServer;
let creative: { id: string; sha256: string };
beforeAll(async () => {
  test = await startTestServer();
  const { id, asset } = await addCreative(test, test.admin);
  creative = { id, sha256: asset.sha256 };
});
afterAll(() => test.close());

/** What befalls one delivery: how much of the outbox goes, and whether the answer comes back. */
const delivery = fc.record({
  plays: fc.integer({ min: 0, max: 6 }),
  size: fc.integer({ min: 1, max: 8 }),
  answer: fc.constantFrom('arrives', 'lost', 'sent twice at once'),
  order: fc.constantFrom('kept', 'reversed'),
});

it('Q2 whatever is sent again, lost or overtaken, the server holds exactly the plays of the screen', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(delivery, { minLength: 1, maxLength: 10 }), async deliveries => {
      const screen = makeScreen(test);
      await screen.pair(test.admin);
      const ledger = screen.ledger();
      const played: PlayRecord[] = [];
      let outbox: PlayRecord[] = [];

      async function deliver(size: number, answer: string, order: string) {
        const batch = outbox.slice(0, size);
        const last = batch.at(-1);
        if (!last) return;
        const sent = order === 'reversed' ? batch.toReversed() : batch;
        const answers = await Promise.all(
          Array.from({ length: answer === 'sent twice at once' ? 2 : 1 }, () => screen.send(sent, last)),
        );
        if (answer === 'lost') return;
        for (const one of answers) {
          const done = new Set(
            one.json<Verdicts>().verdicts.flatMap(v => (isSettled(v.verdict) ? [`${v.epoch} ${v.seq}`] : [])),
          );
          outbox = outbox.filter(record => !done.has(`${record.epoch} ${record.seq}`));
        }
      }

      for (const { plays: count, size, answer, order } of deliveries) {
        for (let n = 0; n < count; n++) {
          const record = await ledger.play(creative);
          played.push(record);
          outbox.push(record);
        }
        await deliver(size, answer, order);
      }
      while (outbox.length > 0) await deliver(outbox.length, 'arrives', 'kept');

      const rows = await test.db
        .select()
        .from(plays)
        .where(eq(plays.device_id, screen.id))
        .orderBy(plays.seq);
      expect(rows.map(row => [row.epoch, row.seq, row.record_hash, row.state])).toEqual(
        played.map(record => [record.epoch, record.seq, record.record_hash, 'accepted']),
      );
    }),
    { numRuns: RUNS },
  );
});

it('Q2 a play that is handed in again after two years is there once: no key of it expires', async () => {
  const clock = manualClock(Date.now());
  const later = await startTestServer({ clock });
  try {
    const { id, asset } = await addCreative(later, later.admin);
    const screen = makeScreen(later);
    await screen.pair(later.admin);
    const record = await screen.ledger().play({ id, sha256: asset.sha256 });
    const verdicts: string[] = [];
    for (let year = 0; year < 3; year++) {
      const answer = await screen.send([record]);
      verdicts.push(...answer.json<Verdicts>().verdicts.map(({ verdict }) => verdict));
      clock.jump(365 * 86_400_000);
      await sweep(later.server);
    }
    expect(verdicts).toEqual(['accepted', 'duplicate', 'duplicate']);
    expect(await later.db.$count(plays)).toBe(1);
  } finally {
    await later.close();
  }
});
