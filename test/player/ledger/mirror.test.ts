import { systemClock } from '../../../shared/clock.ts';
import { describe, expect, it } from 'vitest';
import { createIncidents } from '../../../player/link/incidents.ts';
import { createLedger } from '../../../player/ledger/ledger.ts';
import { createMirror } from '../../../player/ledger/mirror.ts';
import { recover } from '../../../player/ledger/recover.ts';
import type { CopyStore } from '../../../player/ledger/opfsCopies.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Connection } from '../../../shared/device/storage.ts';
import { expectChain, freshDb, identity, playOne, records } from '../ledgers.ts';

function memoryCopies() {
  const files = new Map<string, string>();
  const copies: CopyStore = {
    write: (name, text) => Promise.resolve(void files.set(name, text)),
    read: name => Promise.resolve(files.get(name) ?? null),
    remove: name => Promise.resolve(void files.delete(name)),
    names: () => Promise.resolve([...files.keys()]),
  };
  return { files, copies };
}
let made = 0;
const newId = () => uuid7(Date.UTC(2026, 0, 5, 8) + made++);

/** One start of a screen over a database and what lies beside it. */
async function start(db: Connection, copies: CopyStore, self = identity) {
  const faults: string[] = [];
  const onFault = (error: unknown) => void faults.push((error as Error).message);
  const mirror = createMirror({ db, copies, newId, onFault });
  const ledger = createLedger({ clock: systemClock, db, identity: self, boot_id: newId(), newId, mirror });
  await ledger.recover();
  const incidents = createIncidents(db, systemClock, () => Date.UTC(2026, 0, 5, 8));
  const taken = await recover({ mirror, ledger, incidents, onFault });
  const noted = (await incidents.waiting()).map(({ kind, detail }) => `${kind}: ${detail}`);
  return { mirror, ledger, faults, taken, noted };
}
const copyCount = (files: Map<string, string>) =>
  [...files.keys()].filter(name => name.startsWith('play-')).length;

describe('the second copy of the ledger', () => {
  it('holds what the server has not acknowledged, and no longer', async () => {
    const { files, copies } = memoryCopies();
    const db = freshDb();
    const { ledger, mirror } = await start(db, copies);
    for (let n = 0; n < 3; n++) await playOne(ledger, n * 10_000);
    expect((await mirror.orphans()).length).toBe(0);
    expect(copyCount(files)).toBe(3);
    const [first] = await ledger.waiting(1);
    await ledger.settle({ done: [first!], parked: [], forked: [] });
    await mirror.orphans();
    expect(copyCount(files)).toBe(2);
  });

  it('gives back every play where the database came back empty, under new numbers that say which they were', async () => {
    const { files, copies } = memoryCopies();
    const before = await start(freshDb(), copies);
    for (let n = 0; n < 5; n++) await playOne(before.ledger, n * 10_000);
    await before.mirror.orphans();
    const lost = [...files.entries()]
      .filter(([name]) => name.startsWith('play-'))
      .map(([, text]) => JSON.parse(text) as { play_id: string; epoch: string; seq: number });

    const db = freshDb();
    const paired = { ...identity, key_id: 'another-key' };
    const after = await start(db, copies, paired);
    expect(after.taken).toBe(5);
    const what = 'The database of this screen came back empty; 5 plays were in its copy';
    expect(after.faults).toEqual([what]);
    expect(after.noted).toEqual([`storage_loss: ${what}`]);
    const back = await records(db);
    expect(
      back.map(({ play_id, seq, previous_key, key_id }) => ({ play_id, seq, previous_key, key_id })),
    ).toEqual(
      lost
        .sort((a, b) => a.seq - b.seq)
        .map(({ play_id, epoch, seq }, i) => ({
          play_id,
          seq: i + 1,
          previous_key: { epoch, seq },
          key_id: 'another-key',
        })),
    );
    await expectChain(back);
    await after.mirror.orphans();
    expect(copyCount(files)).toBe(5);

    const again = await start(db, copies, paired);
    expect([again.taken, again.faults, (await records(db)).length]).toEqual([0, [], 5]);
  });

  it('takes a play back once, though the screen dies between the ledger and the copy', async () => {
    const { files, copies } = memoryCopies();
    const before = await start(freshDb(), copies);
    await playOne(before.ledger, 0);
    await before.mirror.orphans();
    const left = new Map(files);
    const db = freshDb();
    await start(db, copies);
    for (const [name, text] of left) files.set(name, text);
    await start(db, copies);
    expect(await records(db)).toHaveLength(1);
  });

  it('is made where there was none: a ledger of an older build is copied', async () => {
    const db = freshDb();
    const old = createLedger({ clock: systemClock, db, identity, boot_id: newId(), newId });
    await playOne(old, 0);
    const { files, copies } = memoryCopies();
    const { faults, taken } = await start(db, copies);
    expect([copyCount(files), faults, taken]).toEqual([1, [], 0]);
  });

  it('leaves out what was half written', async () => {
    const { files, copies } = memoryCopies();
    files.set('play-x-1', '{"play_id":');
    const { taken } = await start(freshDb(), copies);
    expect([taken, copyCount(files)]).toEqual([0, 0]);
  });
});
