/** The tree over a day's plays: what is hashed at each place, and the way from one play to the root. */
import { sha256Hex } from '../contract/wire/bytes.ts';
import { canonical } from '../contract/wire/canonical.ts';
import type { Judgement } from '../contract/proof/proof.ts';

/** Leaves and nodes begin differently, so that no node can pass for a play. */
export const leafText = (record_hash: string, judged: Judgement) =>
  `play\n${canonical({ ...judged, record_hash })}`;
export const nodeText = (left: string, right: string) => `node\n${left}\n${right}`;

/** Levels from the leaves to the root; the last node of an odd level goes up as it is. */
export function treeOf(leaves: readonly string[], hash: (text: string) => string): string[][] {
  const levels = [[...leaves]];
  for (let level = levels[0] ?? []; level.length > 1;) {
    const above: string[] = [];
    for (let i = 0; i < level.length; i += 2) {
      const [left = '', right] = level.slice(i, i + 2);
      above.push(right === undefined ? left : hash(nodeText(left, right)));
    }
    levels.push(above);
    level = above;
  }
  return levels;
}

type Side = 'left' | 'right';
/** On which side the sibling stands, level by level. */
function sidesOf(index: number, size: number): (Side | null)[] {
  const sides: (Side | null)[] = [];
  for (let at = index, width = size; width > 1; at = Math.floor(at / 2), width = Math.ceil(width / 2))
    sides.push(at % 2 === 1 ? 'left' : at + 1 < width ? 'right' : null);
  return sides;
}

export const siblingsOf = (levels: readonly string[][], index: number): string[] =>
  sidesOf(index, levels[0]?.length ?? 0).flatMap((side, height) => {
    const at = Math.floor(index / 2 ** height);
    const sibling = levels[height]?.[side === 'left' ? at - 1 : at + 1];
    return side === null || sibling === undefined ? [] : [sibling];
  });

interface Way {
  index: number;
  siblings: readonly string[];
  /** Plays of the root. */
  size: number;
}
/** null: there is no such way in a tree of this size. `cache` holds nodes that other plays have passed. */
export async function rootFrom(
  leaf: string,
  { index, siblings, size }: Way,
  cache = new Map<string, Promise<string>>(),
): Promise<string | null> {
  if (index >= size) return null;
  const sides = sidesOf(index, size).filter(side => side !== null);
  if (sides.length !== siblings.length) return null;
  let node = leaf;
  for (const [height, side] of sides.entries()) {
    const sibling = siblings[height] ?? '';
    const text = side === 'left' ? nodeText(sibling, node) : nodeText(node, sibling);
    const above = cache.get(text) ?? sha256Hex(text);
    cache.set(text, above);
    node = await above;
  }
  return node;
}
