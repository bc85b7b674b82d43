/** What somebody may do to any line of a bundle, at random, and which fault may be named of it. */
import fc from 'fast-check';
import type { BundleLine } from '../../../shared/contract/proof/proof.ts';

/** Every text, number and list in a line, by its path. */
export function places(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (value === null || typeof value !== 'object') return [path];
  return Object.entries(value).flatMap(([key, inner]) => places(inner, [...path, key]));
}
function objects(value: unknown, path: (string | number)[] = []): (string | number)[][] {
  if (value === null || typeof value !== 'object') return [];
  const inner = Object.entries(value).flatMap(([key, one]) => objects(one, [...path, key]));
  return Array.isArray(value) ? inner : [path, ...inner];
}
/** An object with one field more, one of them a name that readers drop. */
function withField(value: object, n: number): object {
  const name = ['more', 'toJSON', 'constructor', '__proto__'][n % 4] ?? 'more';
  const field = { value: { duration_ms: n }, enumerable: true };
  return Object.defineProperty({ ...value }, name, field);
}
/** The text of an object in which a field stands twice, first with another value. */
export function withRepeated(line: unknown, n: number): string {
  const json = JSON.stringify(line);
  const fields = [...json.matchAll(/"(?:[^"\\]|\\.)*":/g)];
  const field = fields[n % fields.length];
  if (!field) throw new Error('a line without fields');
  return `${json.slice(0, field.index)}${field[0]}${n},${json.slice(field.index)}`;
}
export function changedAt(
  value: unknown,
  [key, ...rest]: (string | number)[],
  change: (leaf: unknown) => unknown,
): unknown {
  if (key === undefined) return change(value);
  const copy = (Array.isArray(value) ? [...(value as unknown[])] : { ...(value as object) }) as Record<
    string,
    unknown
  >;
  copy[key] = changedAt(copy[key], rest, change);
  return copy;
}
const HEX = '0123456789abcdef';
/** Another value of the same kind: one sign, one bit, one step. */
export function nudged(value: unknown, n: number): unknown {
  if (typeof value === 'number') return n % 2 === 0 ? value + 1 : value - 0.5;
  if (typeof value === 'boolean') return !value;
  if (typeof value !== 'string' || value === '') return `${String(value)}x`;
  const at = n % value.length;
  const sign = value[at] ?? '';
  const other = HEX.includes(sign) ? HEX[(HEX.indexOf(sign) + 1) % HEX.length] : sign === 'x' ? 'y' : 'x';
  return value.slice(0, at) + other + value.slice(at + 1);
}

type Tampering = {
  how: 'change' | 'remove' | 'repeat' | 'swap' | 'move' | 'add';
  line: number;
  place: number;
  n: number;
};
export const tampering: fc.Arbitrary<Tampering> = fc.record({
  how: fc.constantFrom('change', 'change', 'change', 'remove', 'repeat', 'swap', 'move', 'add'),
  ...{ line: fc.nat(1_000), place: fc.nat(1_000), n: fc.nat(1_000) },
});

/** null: it would leave everything as it is. */
export function tampered(lines: readonly unknown[], { how, line, place, n }: Tampering): unknown[] | null {
  const at = line % lines.length;
  const one = lines[at];
  const isPlay = (of: unknown) => (of as { kind: string }).kind === 'play';
  switch (how) {
    case 'change': {
      const paths = places(one);
      const path = paths[place % paths.length] ?? [];
      return lines.with(
        at,
        changedAt(one, path, value => nudged(value, n)),
      );
    }
    case 'add': {
      const paths = objects(one);
      const path = paths[place % paths.length] ?? [];
      return lines.with(
        at,
        changedAt(one, path, value => withField(value as object, n)),
      );
    }
    case 'remove':
      return lines.toSpliced(at, 1);
    case 'repeat':
      /** The same key twice says nothing else than once. */
      return (one as { kind: string }).kind === 'server_key' ? null : lines.toSpliced(at, 0, one);
    case 'swap': {
      const other = lines.findIndex((of, m) => m > at && isPlay(of));
      return isPlay(one) && other > at ? lines.with(at, lines[other]).with(other, one) : null;
    }
    case 'move': {
      /** Between two plays: what one of them has instead of the other's. */
      const other = lines[lines.length - 1 - (n % 20)];
      if (!isPlay(one) || !isPlay(other) || other === one) return null;
      const fields = ['record', 'judged', 'index', 'siblings'] as const;
      const field = fields[place % fields.length] ?? 'record';
      const moved = { ...(one as object), [field]: (other as Record<string, unknown>)[field] };
      return JSON.stringify(moved) === JSON.stringify(one) ? null : lines.with(at, moved);
    }
  }
}

const CHANGED: Record<string, readonly string[]> = {
  ...{ bundle: ['head'], play: ['record', 'tree'] },
};
const REMOVED: Record<string, readonly string[]> = {
  ...{
    bundle: ['format'],
    server_key: ['format'],
    device: ['checkpoint'],
    root: ['tree'],
    play: ['missing'],
  },
};
const REPEATED: Record<string, readonly string[]> = { bundle: ['format'], play: ['duplicate'] };
/** What may be named of it; where no list says more, the document's own fault. A value may also be none of its kind. */
export function nameable(lines: readonly BundleLine[], { how, line }: Tampering): readonly string[] {
  const { kind } = lines[line % lines.length]!;
  switch (how) {
    case 'change':
    case 'add':
      return ['format', ...(CHANGED[kind] ?? [kind])];
    case 'remove':
      return REMOVED[kind] ?? [kind];
    case 'repeat':
      return REPEATED[kind] ?? [kind];
    case 'swap':
      return ['missing'];
    case 'move':
      return ['duplicate', 'missing', 'tree'];
  }
}
