import { useCallback } from 'react';
import { useSearchParams } from 'wouter';
import type { Filter } from '../resources/define.ts';
import { changed, parseList } from './listState.ts';

/** Paging and opening make a step of the history; typing and filtering replace the one they stand on. */
export function useListState(filters: readonly Filter[]) {
  const [params, setParams] = useSearchParams();
  const change = useCallback(
    (changes: Readonly<Record<string, string>>, step: 'push' | 'replace' = 'replace') =>
      setParams(now => changed(now, changes), { replace: step === 'replace' }),
    [setParams],
  );
  return { state: parseList(params, filters), params, change };
}
