import { beforeAll, describe, expect, it } from 'vitest';
import { signed } from '../../../server/proof/verify/evidence.ts';
import { sha256Text } from '../../../server/proof/verify/leaves.ts';
import { checkpointText, FIRST_PREV_HASH } from '../../../shared/contract/proof/chain.ts';
import type { BundleLine, PlayProof, SignedRoot } from '../../../shared/contract/proof/proof.ts';
import { canonical } from '../../../shared/contract/wire/canonical.ts';
import { checkLines, checkText } from '../../../shared/proof/check.ts';
import { rootsFault } from '../../../shared/proof/roots.ts';
import { makeBundle } from '../../support/proof/bundle.ts';
import { signText } from '../../support/device.ts';

let bundle: Awaited<ReturnType<typeof makeBundle>>;
let trusted: string[];
beforeAll(async () => {
  bundle = await makeBundle(25);
  trusted = [bundle.serverKey.key_id];
});
const keysOf = () => ({ keys: { manifest: bundle.serverKey } as Parameters<typeof signed>[0]['keys'] });
const text = (lines: readonly unknown[]) => lines.map(line => JSON.stringify(line)).join('\n');
/** The document as the operator would have signed it. */
function resign<T extends { key_id: string; sig: string }>(
  { key_id: _key, sig: _sig, ...document }: T,
  more: object,
) {
  return signed(keysOf(), { ...document, ...more });
}

describe('a text that says two things', () => {
  it.each(['record', 'judged', 'root'])('%s with a field that readers drop', async part => {
    const json = JSON.stringify(bundle.proof);
    const changed = json.replace(`"${part}":{`, `"${part}":{"__proto__":{"duration_ms":99999},`);
    expect(changed).not.toBe(json);
    expect((await checkText(changed, trusted)).fault).toEqual({ code: 'format', at: '1.__proto__' });
    expect((await checkLines([JSON.parse(changed)], trusted)).fault).toEqual({ code: 'format', at: '1' });
  });

  it('a record with a field twice', async () => {
    const line = JSON.stringify(bundle.lines.at(-1)).replace(
      '"duration_ms":',
      '"duration_ms":99999,"duration_ms":',
    );
    const file = [text(bundle.lines.slice(0, -1)), line].join('\n');
    const at = `${bundle.lines.length}.duration_ms`;
    expect((await checkText(file, trusted)).fault).toEqual({ code: 'format', at });
    const escaped = line.replace('"duration_ms":', '"duration\\u005fms":');
    expect((await checkText([text(bundle.lines.slice(0, -1)), escaped].join('\n'), trusted)).fault?.at).toBe(
      at,
    );
  });

  it('texts that hold such names are none', async () => {
    const value = { kind: 'proof', note: '{"a":1,"a":2} "__proto__": \\' };
    expect((await checkText(JSON.stringify(value), trusted)).fault?.at).not.toMatch(/proto|\.a$/);
  });

  it('a record that is nested without end is not read', async () => {
    const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
    const proof = {
      ...bundle.proof,
      record: { ...bundle.proof.record, deep: JSON.parse(nested) as unknown },
    };
    expect((await checkLines([proof], trusted)).fault).toEqual({ code: 'format', at: '1' });
    const file = JSON.stringify(bundle.proof).replace('"record":{', `"record":{"deep":${nested},`);
    expect((await checkText(file, trusted)).fault).toEqual({ code: 'format', at: '1' });
  });

  it('a mark of the byte order at its begin is none', async () => {
    expect((await checkText(`\uFEFF${text(bundle.lines)}`, trusted)).fault).toBeNull();
    expect((await checkText(`\uFEFF${JSON.stringify(bundle.proof)}`, trusted)).fault).toBeNull();
  });
});

describe('the checkpoint of one play', () => {
  it('cannot be that of another batch', async () => {
    const others = bundle.lines.flatMap(line => (line.kind === 'checkpoint' ? [line.checkpoint] : []));
    const other = others.find(
      ({ seq, device_id }) => seq > 10 && device_id === bundle.proof.checkpoint.device_id,
    );
    const proof = { ...bundle.proof, checkpoint: other };
    expect((await checkLines([proof], trusted)).fault).toMatchObject({ code: 'checkpoint', seq: other?.seq });
  });

  it('cannot be left without the signature that ties it to the play', async () => {
    const { sig: _sig, ...proof } = bundle.proof;
    expect((await checkLines([proof], trusted)).fault).toEqual({ code: 'format', at: '1.sig' });
  });
});

/** With a checkpoint of the first screen over another hash, and the plays that are named judged so. */
async function withWrongCheckpoint(seqs: readonly number[]): Promise<BundleLine[]> {
  const marked = await makeBundle(25, bundle.serverKey, seqs);
  const [screen] = marked.screens;
  return marked.lines.map(line => {
    if (
      line.kind !== 'checkpoint' ||
      line.checkpoint.device_id !== screen?.device_id ||
      line.checkpoint.seq !== 20
    )
      return line;
    const { device_id, epoch, seq } = line.checkpoint;
    const hash = 'b'.repeat(64);
    const sig = signText(screen.key.privateKey, checkpointText(device_id, epoch, seq, hash));
    return { kind: 'checkpoint', checkpoint: { ...line.checkpoint, hash, sig } };
  });
}
describe('a checkpoint over another hash', () => {
  it('that the server set its plays aside for leaves the file as it is', async () => {
    const lines = await withWrongCheckpoint([11, 12, 13, 14, 15, 16, 17, 18, 19, 20]);
    expect(await checkText(text(lines), trusted)).toMatchObject({ ok: true, quarantined: 20 });
  });
  it('that nobody noted is a fault', async () => {
    const lines = await withWrongCheckpoint([]);
    expect((await checkText(text(lines), trusted)).fault).toMatchObject({ code: 'checkpoint', seq: 20 });
  });
  it('is a fault even where it is noted, if the screen has not signed it', async () => {
    const lines = await withWrongCheckpoint([20]);
    const forged = lines.map(line =>
      line.kind === 'checkpoint' && line.checkpoint.seq === 20
        ? { ...line, checkpoint: { ...line.checkpoint, hash: 'c'.repeat(64) } }
        : line,
    );
    expect((await checkText(text(forged), trusted)).fault).toMatchObject({ code: 'checkpoint', seq: 20 });
  });
});

describe('roots', () => {
  const rootOf = (position: number, more: Partial<SignedRoot> = {}) => {
    const line = bundle.lines.find(one => one.kind === 'root');
    if (line?.kind !== 'root') throw new Error('no root');
    return resign(line.root, {
      position,
      number: position,
      root: `${position}`.repeat(64),
      ...more,
    });
  };
  const chain = (...changes: Partial<SignedRoot>[]) => {
    const roots: SignedRoot[] = [];
    for (const [n, more] of changes.entries()) {
      const before = roots.at(-1);
      const previous = before ? sha256Text(canonical(before)) : FIRST_PREV_HASH;
      roots.push(rootOf(n + 1, { previous, ...more }));
    }
    return roots;
  };

  it('that follow one another hold, in any order and with some left out', async () => {
    const roots = chain({}, {}, { day: '2026-11-03', number: 1 }, {});
    expect(await rootsFault(roots)).toBeNull();
    expect(await rootsFault(roots.toReversed())).toBeNull();
    expect(await rootsFault([roots[0]!, roots[3]!])).toBeNull();
    expect(await rootsFault([roots[2]!])).toBeNull();
  });

  const faults: [what: string, roots: () => SignedRoot[]][] = [
    ['of one place twice', () => [...chain({}), rootOf(1, { number: 2, root: 'd'.repeat(64) })]],
    ['of one day and number twice', () => chain({}, { number: 1 })],
    ['of a lower number at a later place', () => chain({ number: 2 }, { number: 1 })],
    ['that name another one before them', () => chain({}, { previous: 'f'.repeat(64) })],
    ['the first of which names one before it', () => [rootOf(1, { previous: 'f'.repeat(64) })]],
    ['a later one of which names none before it', () => [rootOf(2, { previous: FIRST_PREV_HASH })]],
  ];
  it.each(faults)('%s are a fault', async (_what, make) => {
    expect((await rootsFault(make()))?.code).toBe('root');
  });

  it('of a signed file are compared, too', async () => {
    const at = bundle.lines.findIndex(line => line.kind === 'root');
    const second = rootOf(1, { number: 2, root: 'e'.repeat(64), previous: 'f'.repeat(64) });
    const lines = bundle.lines.toSpliced(at + 1, 0, { kind: 'root', root: second });
    expect((await checkText(text(lines), trusted)).fault).toMatchObject({ code: 'root' });
  });
});

describe('a play of before its key', () => {
  const proofOf = (more: Partial<PlayProof['judged']> = {}) => {
    const { device, judged } = bundle.proof;
    const later = resign(device, { since: '2026-11-05T00:00:00.000Z' });
    return resign(bundle.proof, { device: later, judged: { ...judged, ...more } });
  };
  it('is a fault of its key', async () => {
    expect((await checkLines([proofOf()], trusted)).fault).toMatchObject({ code: 'key', seq: 1 });
  });
});
