/** The roots of a file as parts of one chain: each has one place, and names the hash of the one before it. */
import { FIRST_PREV_HASH } from '../contract/proof/chain.ts';
import type { ProofFault, SignedRoot } from '../contract/proof/proof.ts';
import { sha256Hex } from '../contract/wire/bytes.ts';
import { canonical } from '../contract/wire/canonical.ts';

/** A filter leaves roots out, so only those that follow one another can be compared by their hash. */
export async function rootsFault(roots: readonly SignedRoot[]): Promise<ProofFault | null> {
  const inOrder = [...roots].sort((a, b) => a.position - b.position);
  const numbers = new Map<string, number>();
  let before: SignedRoot | null = null;
  for (const root of inOrder) {
    const { day, number, position, previous } = root;
    const fault: ProofFault = { code: 'root', at: `${day} ${number}` };
    if (before?.position === position || number <= (numbers.get(day) ?? 0)) return fault;
    if ((position === 1) !== (previous === FIRST_PREV_HASH)) return fault;
    if (before?.position === position - 1 && previous !== (await sha256Hex(canonical(before)))) return fault;
    numbers.set(day, number);
    before = root;
  }
  return null;
}
