import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { PROOF_FAULTS } from '../../../shared/contract/proof/proof.ts';
import { factsOf, faultText } from '../../../shared/proof/describe.ts';
import en from '../../../public/locales/en/verify.json' with { type: 'json' };
import zh from '../../../public/locales/zh/verify.json' with { type: 'json' };
import { checkLines, checkText } from '../../../shared/proof/check.ts';
import { siblingsOf, rootFrom, treeOf } from '../../../shared/proof/merkle.ts';
import { sha256Hex } from '../../../shared/contract/wire/bytes.ts';
import { sha256Text } from '../../../server/proof/verify/leaves.ts';
import { ATTACKS } from '../../support/proof/attacks.ts';
import { makeBundle, makeServerKey } from '../../support/proof/bundle.ts';
import {
  changedAt,
  nameable,
  nudged,
  places,
  tampered,
  tampering,
  withRepeated,
} from '../../support/proof/tamperings.ts';
import { roundsOf } from '../../support/dailyShare.ts';

const ROUNDS = roundsOf(200, 4);

type Bundle = Awaited<ReturnType<typeof makeBundle>>;
let bundle: Bundle;
let trusted: string[];
const synced = { offset_ms: 0, uncertainty_ms: 20, source: 'server', synced_at_mono: 0 } as const;
beforeAll(async () => {
  bundle = await makeBundle(25);
  trusted = [bundle.serverKey.key_id];
});
const text = (lines: readonly unknown[]) => lines.map(line => JSON.stringify(line)).join('\n');

describe('what is as the server wrote it', () => {
  it('holds: a bundle, however its lines end, and one proof, however it is broken into lines', async () => {
    const whole = { ok: true, fault: null, plays: 50, roots: 1, devices: 2 };
    expect(await checkText(text(bundle.lines), trusted)).toMatchObject(whole);
    expect(await checkText(`${text(bundle.lines).replaceAll('\n', '\r\n')}\r\n`, trusted)).toMatchObject(
      whole,
    );
    expect(await checkText(JSON.stringify(bundle.proof, null, 2), trusted)).toMatchObject({
      ok: true,
      plays: 1,
    });
  });

  it('holds by itself where nobody says which keys he believes, and names them to be compared', async () => {
    const report = await checkLines(bundle.lines, null);
    expect(report).toMatchObject({ ok: true, server_keys: trusted });
  });

  it.each([1, 2, 3, 7, 8, 9, 33])(
    'a tree of %i has a way from every leaf, and from no other place',
    async size => {
      const leaves = await Promise.all(Array.from({ length: size }, (_, n) => sha256Hex(`${n}`)));
      const levels = treeOf(leaves, sha256Text);
      for (const [index, leaf] of leaves.entries()) {
        const siblings = siblingsOf(levels, index);
        expect(await rootFrom(leaf, { index, siblings, size })).toBe(levels.at(-1)?.[0]);
        for (const other of [index + 1, index ^ 1, size, index + size])
          if (other !== index)
            expect(await rootFrom(leaf, { index: other, siblings, size })).not.toBe(levels.at(-1)?.[0]);
      }
    },
  );
});

describe('the first fault is named', () => {
  it.each(ATTACKS)('$name', async ({ code, seq, tamper }) => {
    const report = await checkText(text(await tamper(bundle.lines)), trusted);
    expect(report).toMatchObject({ ok: false, fault: { code, ...(seq === undefined ? {} : { seq }) } });
  });

  it('a time that the server graded as sure though the record says that satellites contradict it', async () => {
    const fieldsOf = (seq: number) =>
      seq === 3
        ? { clock: { ...synced, quality: 'A' as const, gps_offset_ms: 180_000 } }
        : { clock: { ...synced, quality: 'A' as const, gps_offset_ms: -900 } };
    const made = await makeBundle(4, undefined, [], fieldsOf);
    const report = await checkText(text(made.lines), [made.serverKey.key_id]);
    expect(report).toMatchObject({ ok: false, fault: { code: 'gps', seq: 3 }, time_doubts: 2 });
    for (const language of [en, zh]) {
      expect(faultText(report.fault!, language)).toContain('3');
      expect(factsOf(report, language)).toContainEqual([language.facts.time_doubts, '2']);
    }
  });

  it('a whole bundle that somebody else has signed: his key is none of those that are believed', async () => {
    const forged = await makeBundle(2, makeServerKey());
    const report = await checkLines(forged.lines, trusted);
    expect(report.fault).toEqual({ code: 'server_key', at: forged.serverKey.key_id });
  });

  it.each([
    ['nothing', ''],
    ['no JSON', 'plays'],
    ['a table', 'a,b\n1,2'],
    ['a list', '[]'],
    ['null', 'null'],
    ['a number', '1'],
    ['a list without an end to its depth', `${'['.repeat(20_000)}${']'.repeat(20_000)}`],
  ])('%s is no proof', async (_what, given) => {
    expect((await checkText(given, trusted)).fault?.code).toBe('format');
  });

  it('names line and field of what cannot be read', async () => {
    const lines = bundle.lines.map((line, n) => (n === 3 ? { ...line, hidden: 1 } : line));
    expect((await checkLines(lines, trusted)).fault).toMatchObject({ code: 'format' });
    const cut = bundle.lines.map(line =>
      line.kind === 'root' ? { ...line, root: { ...line.root, day: 1 } } : line,
    );
    expect((await checkLines(cut, trusted)).fault?.at).toMatch(/^\d+\.root\.day$/);
  });
});

describe('tamperings at random', () => {
  it(`${ROUNDS} of a bundle: none is missed`, async () => {
    const codes = new Set<string>();
    let done = 0;
    await fc.assert(
      fc.asyncProperty(tampering, async how => {
        const lines = tampered(bundle.lines, how);
        fc.pre(lines !== null && JSON.stringify(lines) !== JSON.stringify(bundle.lines));
        const { ok, fault } = await checkText(text(lines ?? []), trusted);
        expect(ok).toBe(false);
        expect(nameable(bundle.lines, how), JSON.stringify(how)).toContain(fault?.code);
        codes.add(fault?.code ?? '');
        done++;
      }),
      { numRuns: ROUNDS, seed: 20_261_102 },
    );
    expect(done).toBe(ROUNDS);
    expect([...codes].every(code => (PROOF_FAULTS as readonly string[]).includes(code))).toBe(true);
    expect(codes.size).toBeGreaterThan(5);
  });

  it(`${ROUNDS} fields that stand twice, in a bundle and in one proof: none is missed`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(100_000), async n => {
        const at = n % bundle.lines.length;
        const lines = bundle.lines.map((line, i) =>
          i === at ? withRepeated(line, n) : JSON.stringify(line),
        );
        expect((await checkText(lines.join('\n'), trusted)).fault?.code).toBe('format');
        expect((await checkText(withRepeated(bundle.proof, n), trusted)).fault?.code).toBe('format');
      }),
      { numRuns: ROUNDS, seed: 20_261_105 },
    );
  });

  it(`${ROUNDS} of one proof: none is missed`, async () => {
    await fc.assert(
      fc.asyncProperty(tampering, async ({ place, n }) => {
        const paths = places(bundle.proof);
        const path = paths[(place * 1_001 + n) % paths.length] ?? [];
        const changed = changedAt(bundle.proof, path, value => nudged(value, n));
        expect((await checkLines([changed], trusted)).ok, path.join('.')).toBe(false);
      }),
      { numRuns: ROUNDS, seed: 20_261_103 },
    );
  });

  it(`${ROUNDS} that change nothing: none is called a fault`, async () => {
    await fc.assert(
      fc.asyncProperty(fc.nat(1_000), fc.constantFrom('order', 'spaces', 'documents'), async (n, how) => {
        const shuffled = (value: unknown): unknown =>
          Array.isArray(value)
            ? value.map(shuffled)
            : value === null || typeof value !== 'object'
              ? value
              : Object.fromEntries(
                  Object.entries(value)
                    .map(([key, inner]): [string, unknown] => [key, shuffled(inner)])
                    .sort(([a], [b]) => ((a.length * 7 + n) % 5) - ((b.length * 7 + n) % 5)),
                );
        const [head, ...rest] = bundle.lines;
        const plays = rest.filter(line => line.kind === 'play');
        const documents = rest.filter(line => line.kind !== 'play');
        const turn = n % documents.length;
        const lines =
          how === 'documents'
            ? [head, ...documents.slice(turn), ...documents.slice(0, turn), ...plays]
            : bundle.lines;
        const file = lines
          .map(line => (how === 'order' ? JSON.stringify(shuffled(line)) : JSON.stringify(line)))
          .join(how === 'spaces' ? ' \n\n ' : '\n');
        expect((await checkText(file, trusted)).fault).toBeNull();
      }),
      { numRuns: ROUNDS, seed: 20_261_104 },
    );
  });
});
