import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeRoots } from '../../../server/proof/verify/roots.ts';
import type { listPlays, PlayRecord } from '../../../shared/contract/proof/play.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { checkText } from '../../../shared/proof/check.ts';
import {
  makeScreen,
  type Ledger,
  type PlayFields,
  type Screen,
  type Verdicts,
} from '../../support/device.ts';
import { call } from '../../support/server/playlist.ts';
import { DAY_MS, startRooted, type Rooted } from '../../support/server/proof/rooted.ts';

const ITEM_MS = 10_000;
let world: Rooted;
beforeAll(async () => {
  world = await startRooted(4);
});
afterAll(() => world.close());

const sendTo = async (screen: Screen, records: PlayRecord[], last?: PlayRecord) =>
  (await screen.send(records, last))
    .json<Verdicts>()
    .verdicts.map(({ verdict, reason }) => reason ?? verdict);
async function paired(more: { replaces?: string } = {}) {
  const screen = makeScreen(world.test);
  await screen.pair(await world.test.signIn('admin'), more);
  return screen;
}
async function playsOf(ledger: Ledger, n: number, fields: PlayFields = {}) {
  const records: PlayRecord[] = [];
  for (let i = 0; i < n; i++) records.push(await ledger.play(world.creative, fields));
  return records;
}
const wrong = (record: PlayRecord): PlayRecord => ({ ...record, record_hash: 'f'.repeat(64) });

describe('a checkpoint that names no record of the ledger', () => {
  it('sets the plays of its batch aside, whatever it names, and files of proofs hold all the same', async () => {
    const screen = await paired();
    const ledger = screen.ledger();
    const [a, b, c, d, e, f] = (await playsOf(ledger, 6)) as [
      ...[PlayRecord, PlayRecord, PlayRecord],
      ...[PlayRecord, PlayRecord, PlayRecord],
    ];
    world.clock.jump(60_000);
    expect(await sendTo(screen, [a])).toEqual(['accepted']);
    expect(await sendTo(screen, [b], wrong(b))).toEqual(['checkpoint']);
    expect(await sendTo(screen, [c], wrong(a))).toEqual(['checkpoint']);
    expect(await sendTo(screen, [d], wrong(f))).toEqual(['checkpoint']);
    expect(await sendTo(screen, [e], a)).toEqual(['accepted']);
    expect(await sendTo(screen, [f])).toEqual(['accepted']);
    await world.night();
    const report = await checkText(await world.bundle(), world.keys);
    expect(report).toMatchObject({ ok: true, fault: null, plays: 14, quarantined: 3 });
    const proof = JSON.stringify(await world.proof(b.play_id));
    expect(await checkText(proof, world.keys)).toMatchObject({ ok: true, quarantined: 1 });
  });
});

describe('a checkpoint that names a record of after the end of its key', () => {
  it('leaves the plays of before as they are', async () => {
    const screen = await paired();
    const ledger = screen.ledger();
    const before = await ledger.play(world.creative);
    world.clock.jump(60_000);
    await paired({ replaces: screen.id });
    const after = await ledger.play(world.creative, {
      ...{ started_wall_ms: world.clock.now() + 30_000, started_mono_ms: 90_000, ended_mono_ms: 100_000 },
    });
    world.clock.jump(60_000);
    expect(await sendTo(screen, [before, after])).toEqual(['revoked', 'accepted']);
  });
});

describe('a play of before its key', () => {
  it('is set aside, also where the screen was there before under another key', async () => {
    const first = await paired();
    const early = (await playsOf(first.ledger(), 1)) as [PlayRecord];
    world.clock.jump(3 * DAY_MS);
    expect(await sendTo(first, early)).toEqual(['accepted']);
    const screen = await paired({ replaces: first.id });
    expect(screen.id).toBe(first.id);
    const begin = world.clock.now() - 2 * DAY_MS;
    const backdated = await playsOf(screen.ledger(), 1, { started_wall_ms: begin });
    expect(await sendTo(screen, backdated)).toEqual(['past']);
    const unknown = { epoch: crypto.randomUUID(), seq: 5 };
    const invented = await playsOf(screen.ledger(), 1, {
      ...{ started_wall_ms: begin + 2 * ITEM_MS, previous_key: unknown },
    });
    expect(await sendTo(screen, invented)).toEqual(['past']);
    const own = await playsOf(screen.ledger(), 1);
    expect(await sendTo(screen, own)).toEqual(['accepted']);
  });

  it('counts where it was taken over from a ledger of the screen, and its proof holds', async () => {
    const first = await paired();
    const lost = first.ledger();
    const [sent, unsent] = (await playsOf(lost, 2)) as [PlayRecord, PlayRecord];
    world.clock.jump(DAY_MS);
    expect(await sendTo(first, [sent])).toEqual(['accepted']);
    const screen = await paired({ replaces: first.id });
    const { started_wall_ms, started_mono_ms, ended_mono_ms, boot_id, epoch, seq } = unsent;
    const again = await playsOf(screen.ledger(), 1, {
      ...{ started_wall_ms, started_mono_ms, ended_mono_ms, boot_id, previous_key: { epoch, seq } },
    });
    expect(await sendTo(screen, again)).toEqual(['accepted']);
    world.clock.jump(DAY_MS);
    await makeRoots(world.test.server);
    await world.night();
    expect(await checkText(await world.bundle(), world.keys)).toMatchObject({ ok: true, waiting: 0 });
  });
});

describe('a satellite that contradicts the clock of a screen', () => {
  it('leaves the play counted, graded as unsure, and named on the play, in its proof and in the file of proofs', async () => {
    const screen = await paired();
    const ledger = screen.ledger();
    const synced = { offset_ms: 0, uncertainty_ms: 20, source: 'server', synced_at_mono: 0 } as const;
    const clock = { ...synced, quality: 'A' } as const;
    const same = await ledger.play(world.creative, { clock: { ...clock, gps_offset_ms: -1_500 } });
    const apart = await ledger.play(world.creative, { clock: { ...clock, gps_offset_ms: 180_000 } });
    world.clock.jump(60_000);
    expect(await sendTo(screen, [same, apart])).toEqual(['accepted', 'accepted']);
    const listed = await call(
      world.test,
      await world.test.signIn('admin'),
      'GET',
      `/api/programmatic/plays?device_id=${screen.id}`,
    );
    expect(listed.json<Answer<typeof listPlays>>().items).toMatchObject([
      {
        id: apart.play_id,
        clock_quality: 'C',
        uncertainty_ms: 180_000,
        gps_apart_ms: 180_000,
        state: 'accepted',
      },
      { id: same.play_id, clock_quality: 'A', gps_apart_ms: null },
    ]);
    await world.night();
    expect(await checkText(await world.bundle(), world.keys)).toMatchObject({ ok: true, time_doubts: 1 });
    const proof = JSON.stringify(await world.proof(apart.play_id));
    const report = await checkText(proof, world.keys);
    expect(report).toMatchObject({ ok: true, time_doubts: 1, quarantined: 0 });
  });
});
