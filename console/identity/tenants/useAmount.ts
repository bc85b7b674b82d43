import type { LimitKind } from '../../../shared/contract/identity/tenant.ts';
import { useFormat } from '../../kit/text/useFormat.ts';

const GB = 1_000_000_000;

/** Counts as numbers, storage with its unit. */
export function useAmount() {
  const format = useFormat();
  return (n: number, kind: LimitKind) => (kind === 'storage_gb' ? format.bytes(n * GB) : format.number(n));
}
