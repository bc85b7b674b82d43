import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import type { BundleLine, ProofFault } from '../../../shared/contract/proof/proof.ts';
import { checkLines } from '../../../shared/proof/check.ts';
import { instant } from '../../../shared/clock.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { PlayRecord } from '../../../shared/contract/proof/play.ts';
import { makeKey, rehash, type PlayFields } from '../../support/device.ts';
import { makeBundle } from '../../support/proof/bundle.ts';
import { resigned } from '../../support/proof/resigned.ts';
import { roundsOf } from '../../support/dailyShare.ts';

const ROUNDS = roundsOf(200, 4);

type Bundle = Awaited<ReturnType<typeof makeBundle>>;
type PlayLine = Extract<BundleLine, { kind: 'play' }>;
const PLAYS = 25;
const SYNCED = {
  ...{ offset_ms: 0, uncertainty_ms: 20, source: 'server', synced_at_mono: 0, quality: 'A' },
} satisfies PlayRecord['clock'];
let bundle: Bundle;
beforeAll(async () => {
  bundle = await makeBundle(PLAYS, undefined, [], () => SAME_BOOT);
});
/** One start of the machine, and a server heard at its begin: what its clocks say can be compared. */
const SAME_BOOT = { boot_id: uuid7(Date.UTC(2026, 10, 2)), clock: SYNCED };
const faultOf = async (lines: readonly BundleLine[]) =>
  (await checkLines(lines, [bundle.serverKey.key_id])).fault;
/** The same screens' plays as their keys and the operator's have signed all of it, one of them another one. */
const faultOfMade = async (seq: number, fields: (record: PlayRecord) => PlayFields) => {
  const record = bundle.screens[0]!.records[seq - 1]!;
  const made = await makeBundle(PLAYS, bundle.serverKey, [], of => ({
    ...SAME_BOOT,
    ...(of === seq && fields(record)),
  }));
  return faultOf(made.lines);
};
const startOf = (seq: number) => bundle.screens[0]!.records[seq - 1]!.started_wall_ms;
const firstScreen = () => bundle.screens[0]!.device_id;
const recordOf = ({ record }: PlayLine) => record as PlayRecord & Record<string, unknown>;

/** Puts a copy of a play in before it, under a number that the head does not name. */
async function withPlay(before: number, seq: number): Promise<BundleLine[]> {
  const at = bundle.lines.findIndex(line => line.kind === 'play' && line.record['seq'] === before);
  const line = bundle.lines[at] as PlayLine;
  return bundle.lines.toSpliced(at, 0, { ...line, record: await rehash({ ...recordOf(line), seq }) });
}
const rangesTo = (last: number) => (lines: readonly BundleLine[]) =>
  resigned(lines, bundle.serverKey, {
    head: ({ ledgers }) => ({
      ledgers: ledgers.map(one =>
        one.device_id === firstScreen() ? { ...one, ranges: [[1, last] as [number, number]] } : one,
      ),
    }),
  });
const untilPlay = (seq: number) =>
  resigned(bundle.lines, bundle.serverKey, { certificate: () => ({ until: instant(startOf(seq)) }) });

describe('what is left of a fault where all of it was signed again', () => {
  it('a record that does not follow the one before it', async () => {
    const fault = await faultOfMade(6, () => ({ prev_hash: 'f'.repeat(64) }));
    expect(fault).toMatchObject({ code: 'chain', seq: 6 });
  });

  it('one moved clock, within the same start of the machine', async () => {
    const back = (ms: number) => (record: PlayRecord) => ({ started_wall_ms: record.started_wall_ms - ms });
    expect(await faultOfMade(20, back(60_000))).toMatchObject({ code: 'clock', seq: 20 });
    expect(await faultOfMade(20, back(1_500))).toBeNull();
  });

  it('a play of the day before, and one of the first instant of the day after', async () => {
    const to = Date.UTC(2026, 10, 3);
    const at = (started_wall_ms: number) => () => ({ started_wall_ms });
    expect(await faultOfMade(1, at(Date.UTC(2026, 10, 2) - 1))).toMatchObject({ code: 'day', seq: 1 });
    expect(await faultOfMade(PLAYS, at(to))).toMatchObject({ code: 'day', seq: PLAYS });
    expect(await faultOfMade(PLAYS, at(to - 1))).toBeNull();
  });

  it('a play that began after its key was out of service', async () => {
    expect(await faultOf(untilPlay(5))).toMatchObject({ code: 'key', seq: 6 });
    expect(await faultOf(untilPlay(PLAYS))).toBeNull();
  });

  it('a play put in that the head does not name, and one that the head no longer names', async () => {
    expect(await faultOf(await withPlay(8, 99))).toMatchObject({ code: 'extra', seq: 99 });
    expect(await faultOf(rangesTo(PLAYS - 1)(bundle.lines))).toMatchObject({ code: 'extra', seq: PLAYS });
    expect(await faultOf(rangesTo(PLAYS + 3)(bundle.lines))).toMatchObject({
      ...{ code: 'missing', seq: PLAYS + 1, last_seq: PLAYS + 3 },
    });
  });

  it('a root of another tenant', async () => {
    const lines = resigned(bundle.lines, bundle.serverKey, {
      root: () => ({ tenant_id: uuid7(Date.UTC(2026, 10, 2)) }),
    });
    expect(await faultOf(lines)).toEqual({ code: 'root', at: '2026-11-02 1' });
  });

  it('a certificate whose id is not that of its key, whether a play needs it or not', async () => {
    const { jwk } = makeKey();
    const device = { code: 'device', device_id: firstScreen() };
    expect(await faultOf(resigned(bundle.lines, bundle.serverKey, { certificate: () => ({ jwk }) }))).toEqual(
      device,
    );
    const certificates = bundle.lines.filter(line => line.kind === 'device').slice(0, 1);
    const more = resigned(certificates, bundle.serverKey, {
      certificate: ({ device_key_id }) => ({ device_key_id: `${device_key_id}x` }),
    });
    const at = bundle.lines.findIndex(line => line.kind === 'device');
    expect(await faultOf(bundle.lines.toSpliced(at, 0, ...more))).toEqual(device);
  });
});

/** A change that its maker signs again as far as he can, and the fault that must be named. */
const attempt = (how: string, seq: number, n: number): Promise<[ProofFault | null, object]> | null => {
  const named = async (fault: Promise<ProofFault | null>, code: string, at = seq) =>
    [await fault, { code, seq: at }] as [ProofFault | null, object];
  switch (how) {
    case 'put in':
      return named(withPlay(seq, PLAYS + 1 + n).then(faultOf), 'extra', PLAYS + 1 + n);
    case 'chain':
      return seq === 1
        ? null
        : named(
            faultOfMade(seq, () => ({ prev_hash: 'e'.repeat(64) })),
            'chain',
          );
    case 'clock': {
      const ms = 3_000 + n;
      const change = (of: PlayRecord) => ({ started_wall_ms: of.started_wall_ms - ms });
      return seq < 3 ? null : named(faultOfMade(seq, change), 'clock');
    }
    case 'day':
      return named(
        faultOfMade(seq, () => ({ started_wall_ms: Date.UTC(2026, 10, 3) + n })),
        'day',
      );
    case 'until':
      return seq === PLAYS ? null : named(faultOf(untilPlay(seq)), 'key', seq + 1);
    case 'satellites':
      return named(
        faultOfMade(seq, ({ clock }) => ({ clock: { ...clock, gps_offset_ms: 120_000 + n } })),
        'gps',
      );
    case 'left out':
      return seq === 1 ? null : named(faultOf(rangesTo(seq - 1)(bundle.lines)), 'extra');
    default:
      return named(faultOf(rangesTo(PLAYS + 1 + n)(bundle.lines)), 'missing', PLAYS + 1);
  }
};

it(`PROG-03 ${ROUNDS} tamperings at random that were signed again: each is named, with its play`, async () => {
  const kinds = ['put in', 'chain', 'clock', 'day', 'until', 'satellites', 'left out', 'claimed'];
  let done = 0;
  await fc.assert(
    fc.asyncProperty(
      fc.constantFrom(...kinds),
      fc.integer({ min: 1, max: PLAYS }),
      fc.nat(1_000),
      async (how, seq, n) => {
        const tried = attempt(how, seq, n);
        fc.pre(tried !== null);
        const [fault, wanted] = (await tried) ?? [null, {}];
        expect(fault, `${how} ${seq} ${n}`).toMatchObject(wanted);
        done++;
      },
    ),
    { numRuns: ROUNDS, seed: 20_261_106 },
  );
  expect(done).toBe(ROUNDS);
});
