import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { playRoots, plays } from '../../../server/db/schema.ts';
import { makeRoots } from '../../../server/proof/verify/roots.ts';
import { sha256Hex } from '../../../shared/contract/wire/bytes.ts';
import { canonical } from '../../../shared/contract/wire/canonical.ts';
import type { SignedRoot } from '../../../shared/contract/proof/proof.ts';
import type { IntegrityDay } from '../../../shared/contract/proof/integrity.ts';
import { checkText } from '../../../shared/proof/check.ts';
import { eq } from 'drizzle-orm';
import { DAY_MS, linesOf, startRooted, type Rooted } from '../../support/server/proof/rooted.ts';

let world: Rooted;
beforeAll(async () => {
  world = await startRooted();
});
afterAll(() => world.close());

const published = async () => {
  const query = `tenant_id=${world.test.tenant_id}`;
  const answer = await world.test.app.inject({ url: `/api/public/plays/roots?${query}` });
  return answer.json<{ items: SignedRoot[] }>().items;
};

describe('signed roots', () => {
  it('are made for a day that has ended and not before: until then a play has no proof', async () => {
    await makeRoots(world.test.server);
    expect(await world.test.db.$count(playRoots)).toBe(0);
    const id = world.records[0]?.[0]?.play_id ?? '';
    const early = await world.get(`/${id}/proof`);
    expect([early.statusCode, early.json<{ error: string }>().error]).toEqual([409, 'STATE']);
    await world.night();
    expect(await published()).toMatchObject([{ day: '2026-11-02', number: 1, plays: 24, position: 1 }]);
    expect(await checkText(JSON.stringify(await world.proof(id)), world.keys)).toMatchObject({ ok: true });
  });

  it('take what comes late into the next number of its day, once a night, each naming the one before', async () => {
    const [screen] = world.screens;
    const late = [await world.ledgers[0]!.play(world.creative), await world.ledgers[0]!.play(world.creative)];
    await screen.send(late);
    await makeRoots(world.test.server);
    expect(await published()).toHaveLength(1);
    await world.night();
    const [first, second] = await published();
    expect(second).toMatchObject({ day: '2026-11-02', number: 2, plays: 2, position: 2 });
    expect(second?.previous).toBe(await sha256Hex(canonical(first)));
    const report = await checkText(await world.bundle(), world.keys);
    expect(report).toMatchObject({ ok: true, plays: 26, roots: 2, devices: 2, waiting: 0 });
  });

  it('a bundle holds what the filter names, and counts what waits for its night', async () => {
    const [, screen] = world.screens;
    clockOn();
    const begin = world.clock.now();
    const wait = await world.ledgers[1]!.play(world.creative, {
      ...{ started_wall_ms: begin, started_mono_ms: DAY_MS, ended_mono_ms: DAY_MS + 10_000 },
    });
    world.clock.jump(10_000);
    await screen.send([wait]);
    const text = await world.bundle(`?device_id=${screen.id}`);
    expect(linesOf(text)[0]).toMatchObject({ kind: 'bundle', waiting: 1, ledgers: [{ ranges: [[1, 12]] }] });
    expect(await checkText(text, world.keys)).toMatchObject({ ok: true, plays: 12, waiting: 1 });
  });

  it('a play that was changed in the database has no proof, and a bundle says which', async () => {
    const record = world.records[0]![3]!;
    await world.test.db
      .update(plays)
      .set({ reasons: ['late'] })
      .where(eq(plays.play_id, record.play_id));
    expect((await world.get(`/${record.play_id}/proof`)).statusCode).toBe(409);
    expect((await checkText(await world.bundle(), world.keys)).fault).toMatchObject({ code: 'tree', seq: 4 });
    await world.test.db.update(plays).set({ reasons: [] }).where(eq(plays.play_id, record.play_id));
  });
});
const clockOn = () => world.clock.jump(60_000);

describe('the integrity of a ledger', () => {
  it('names what is missing, by the day of the record after it', async () => {
    const screen = world.screens[0];
    const ledger = world.ledgers[0]!;
    const lost = [];
    for (let n = 0; n < 5; n++) lost.push(await ledger.play(world.creative));
    await screen.send([await ledger.play(world.creative)]);
    const answer = await world.get(`/integrity?device_id=${screen.id}&day=2026-11-02`);
    const { days } = answer.json<{ days: IntegrityDay[] }>();
    expect(days).toMatchObject([
      {
        ...{ day: '2026-11-02', records: 15, rooted: 14, forks: [] },
        missing: [{ epoch: ledger.epoch, first_seq: 15, last_seq: 19 }],
      },
    ]);
    await screen.send(lost);
    const after = await world.get(`/integrity?device_id=${screen.id}&day=2026-11-01&days=3`);
    expect(
      after.json<{ days: IntegrityDay[] }>().days.map(one => [one.day, one.records, one.missing]),
    ).toEqual([
      ['2026-11-01', 0, []],
      ['2026-11-02', 20, []],
      ['2026-11-03', 0, []],
    ]);
  });

  it.each([
    ['a day that is none', 'day=2026-02-30', 400],
    ['a screen that is none', 'day=2026-11-02&device_id=00000000-0000-7000-8000-000000000009', 404],
  ])('refuses %s', async (_what, query, status) => {
    const device = query.includes('device_id') ? '' : `&device_id=${world.screens[0].id}`;
    expect((await world.get(`/integrity?${query}${device}`)).statusCode).toBe(status);
  });
});
