/** Bundles that the operator himself has changed and signed again: only what the rest contradicts is left of the fault. */
import type { ServerKey } from '../../../server/identity/keys/serverKeys.ts';
import { signed } from '../../../server/proof/verify/evidence.ts';
import type { BundleLine } from '../../../shared/contract/proof/proof.ts';

type LineOf<Kind extends BundleLine['kind']> = Extract<BundleLine, { kind: Kind }>;

/** The document with the operator's signature over it as it now is. */
function signedAnew<T extends { key_id: string; sig: string }>(key: ServerKey, document: T): T {
  const { key_id: _key_id, sig: _sig, ...unsigned } = document;
  return signed(
    { keys: { manifest: key } as Parameters<typeof signed>[0]['keys'] },
    unsigned,
  ) as unknown as T;
}

interface Changes {
  head?: (head: LineOf<'bundle'>) => Partial<LineOf<'bundle'>>;
  root?: (root: LineOf<'root'>['root']) => Partial<LineOf<'root'>['root']>;
  certificate?: (certificate: LineOf<'device'>['certificate']) => Partial<LineOf<'device'>['certificate']>;
}
/** Every document of that kind as the change has it, signed again. */
export const resigned = (
  lines: readonly BundleLine[],
  key: ServerKey,
  { head, root, certificate }: Changes,
): BundleLine[] =>
  lines.map(line => {
    if (line.kind === 'bundle' && head) return signedAnew(key, { ...line, ...head(line) });
    if (line.kind === 'root' && root)
      return { ...line, root: signedAnew(key, { ...line.root, ...root(line.root) }) };
    if (line.kind === 'device' && certificate) {
      const { certificate: before } = line;
      return { ...line, certificate: signedAnew(key, { ...before, ...certificate(before) }) };
    }
    return line;
  });
