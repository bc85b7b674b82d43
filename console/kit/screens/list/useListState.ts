import { useCallback } from 'react';
import { useSearchParams } from 'wouter';
import { changed, parseList } from './listState.ts';

/** Paging and opening make a step of the history; typing and filtering replace the one they stand on. */
export function useListState(keys: readonly string[]) {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (changes: Readonly<Record<string, string>>, step: 'push' | 'replace' = 'replace') =>
      setParams(now => changed(now, changes), { replace: step === 'replace' }),
    [setParams],
  );
  return { state: parseList(params, keys), params, change };
}
