import { useCallback } from 'react';
import { useSearchParams } from 'wouter';
import type { StartFilter } from '../../resource/defineResource.ts';
import { withChanges, parseListState } from './listState.ts';

/** Paging and opening push a history entry; typing and filtering replace the current one. */
export function useListState(keys: readonly string[], start?: StartFilter) {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (changes: Readonly<Record<string, string>>, step: 'push' | 'replace' = 'replace') =>
      setParams(now => withChanges(now, changes), { replace: step === 'replace' }),
    [setParams],
  );
  return { state: parseListState(params, keys, start), params, change };
}
