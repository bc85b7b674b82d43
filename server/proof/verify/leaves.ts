/** Plays as leaves of a root's tree, and the tree built from them. */
import { createHash } from 'node:crypto';
import type { Judgement } from '../../../shared/contract/proof/proof.ts';
import { leafText, siblingsOf, treeOf } from '../../../shared/proof/merkle.ts';

/** Synchronous: WebCrypto is slow for many small texts. */
export const sha256Text = (text: string) => createHash('sha256').update(text).digest('hex');

export interface JudgedRow {
  record_hash: string;
  reasons: string[];
  started_at: Date;
  uncertainty_ms: number;
  clock_grade: Judgement['clock_grade'];
  received_at: Date;
}
export const judgementOf = (row: JudgedRow): Judgement => ({
  reasons: row.reasons,
  started_at: row.started_at.toISOString(),
  uncertainty_ms: row.uncertainty_ms,
  clock_grade: row.clock_grade,
  received_at: row.received_at.toISOString(),
});
export const leafOf = (row: JudgedRow) => sha256Text(leafText(row.record_hash, judgementOf(row)));

export const packLeaves = (leaves: readonly string[]) =>
  Buffer.from(leaves.join(''), 'hex').toString('base64');
const LEAF_CHARS = 64;
const unpackLeaves = (packed: string) =>
  Buffer.from(packed, 'base64')
    .toString('hex')
    .match(new RegExp(`.{${LEAF_CHARS}}`, 'g')) ?? [];

export const rootOfLeaves = (leaves: readonly string[]) => treeOf(leaves, sha256Text).at(-1)?.[0] ?? '';

/** Finds the place of each play in a root, and its way up. */
export function openTree(packed: string) {
  const levels = treeOf(unpackLeaves(packed), sha256Text);
  const places = new Map(levels[0]?.map((leaf, index) => [leaf, index]));
  return {
    /** undefined: the play is not in it, or not as it was. */
    placeOf(row: JudgedRow): { index: number; siblings: string[] } | undefined {
      const index = places.get(leafOf(row));
      return index === undefined ? undefined : { index, siblings: siblingsOf(levels, index) };
    },
  };
}
