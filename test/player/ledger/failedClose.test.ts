import { systemClock } from '../../../shared/clock.ts';
import { describe, expect, it } from 'vitest';
import { createLedger } from '../../../player/ledger/ledger.ts';
import { createMirror } from '../../../player/ledger/mirror.ts';
import type { PlayRecord } from '../../../shared/contract/proof/play.ts';
import { uuid7 } from '../../../shared/random.ts';
import { BROKEN, createDisk, type Disk } from '../disk.ts';
import { clockFact, expectChain, identity, opening, place, playOne, records, seen } from '../ledgers.ts';

let made = 0;
const newId = () => uuid7(Date.UTC(2026, 0, 5, 8) + made++);

function boot({ db, copies }: Disk) {
  const mirror = createMirror({ db, copies, newId, onFault: () => undefined });
  const errors: string[] = [];
  const onHeld = (error: unknown) => void errors.push((error as Error).name);
  const ledger = createLedger({ clock: systemClock, db, identity, boot_id: newId(), newId, mirror, onHeld });
  return { ledger, mirror, errors };
}
const all = (plays: readonly PlayRecord[]) => plays.map(({ seq, result }) => `${seq} ${result}`);
const completed = (n: number) => Array.from({ length: n }, (_, i) => `${i + 1} completed`);

describe('a close that the database breaks off', () => {
  it('P4 is written with what comes next: each of twelve plays is deliverable, whichever write failed', async () => {
    for (const nth of [2, 3, 5, 8, 18]) {
      const disk = createDisk(`failed-${nth}`);
      const { ledger, errors } = boot(disk);
      /** Each play is a row, a mark with the place of the loop, and an end with the head of the chain. */
      let refusals = 0;
      disk.refuse((_, kind) => kind === 'play' && ++refusals === nth, BROKEN);
      let shown = 0;
      for (let n = 0; n < 12; n++)
        await playOne(ledger, n * 2_000).then(
          () => shown++,
          () => null,
        );
      expect(all(await ledger.waiting(100)), `write ${nth}`).toEqual(completed(shown));
      expect(shown).toBeGreaterThanOrEqual(11);
      expect(errors.length + 12 - shown).toBe(1);
      await expectChain(await records(disk.db));
    }
  });

  it('is tried again before the plays are handed in, though nothing more is played', async () => {
    const disk = createDisk('failed-last');
    const { ledger } = boot(disk);
    const key = await ledger.open(opening(0));
    await ledger.mark(key, { started_mono_ms: 0, started_wall_ms: 0, clock: clockFact }, seen(0, 0), place);
    disk.refuse(() => true, BROKEN);
    await ledger.close(key, { ending: 'completed', at: 2_000, seen: seen(2_000, 2_000) });
    expect(await ledger.waiting(100)).toEqual([]);
    disk.refuse(() => false);
    expect(all(await ledger.waiting(100))).toEqual(completed(1));
  });

  it('P4 leaves a completed play completed, though the power is cut before the database takes its end', async () => {
    const disk = createDisk('failed-cut');
    const before = boot(disk);
    const key = await before.ledger.open(opening(0));
    const started = { started_mono_ms: 0, started_wall_ms: 0, clock: clockFact };
    await before.ledger.mark(key, started, seen(0, 0), place);
    disk.refuse((_, kind) => kind !== 'copy', BROKEN);
    await before.ledger.close(key, { ending: 'completed', at: 2_000, seen: seen(2_000, 2_000) });
    await before.mirror.orphans();
    disk.refuse(() => false);

    const after = boot(disk);
    await playOne(after.ledger, 4_000);
    await after.ledger.recover();
    expect(all(await after.ledger.waiting(100))).toEqual(completed(2));
    await expectChain(await records(disk.db));
  });
});

describe('a backlog of three hundred plays that is taken back', () => {
  it('keeps a play that begins meanwhile waiting for three writes at most', async () => {
    const lost = createDisk('backlog-lost');
    const before = boot(lost);
    for (let n = 0; n < 300; n++) await playOne(before.ledger, n * 2_000);
    const orphans = await before.ledger.waiting(300);

    const disk = createDisk('backlog-new');
    const { ledger } = boot(disk);
    await playOne(ledger, 0);
    const shares: number[] = [];
    const closing: Promise<void>[] = [];
    let isDone = false;
    const adopting = ledger.adopt(orphans).then(() => (isDone = true));
    for (let n = 1; !isDone; n++) {
      const from = disk.transactions();
      const key = await ledger.open(opening(n * 2_000));
      shares.push(disk.transactions() - from);
      closing.push(ledger.close(key, { ending: 'not_shown', at: n * 2_000, seen: null }));
    }
    await Promise.all([adopting, ...closing]);
    /** A slice taken in, a slice hashed, the end of the play before, and its own. */
    expect(Math.max(...shares)).toBeLessThanOrEqual(4);
    expect(shares.length).toBeGreaterThan(5);
    const taken = (await records(disk.db)).filter(({ previous_key }) => previous_key);
    expect(taken).toHaveLength(300);
    await expectChain(await records(disk.db));
  });
});
