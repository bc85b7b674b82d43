import { useCallback, useState } from 'react';
import type { FormStep } from '../../resource/form.ts';

/** Which fields of a long form are seen. A step is left forwards only where its own fields hold. */
export function useSteps(
  steps: readonly FormStep[] | undefined,
  check: (names: string[]) => Promise<boolean>,
) {
  const [index, setIndex] = useState(0);
  const current = steps?.[index];
  const last = (steps?.length ?? 1) - 1;
  const go = useCallback((to: number) => setIndex(Math.min(to, last)), [last]);
  return {
    all: steps ?? [],
    index,
    current,
    isLast: index === last,
    has: (name: string) => current === undefined || current.fields.includes(name),
    go,
    back: index > 0 ? () => setIndex(index - 1) : null,
    next: async () => {
      if (current && (await check([...current.fields]))) setIndex(index + 1);
    },
    /** The first step that has one of these fields, which a person must look at again. */
    show(names: readonly string[]) {
      const roots = names.map(name => name.split('.')[0] ?? name);
      const found = (steps ?? []).findIndex(({ fields }) => roots.some(name => fields.includes(name)));
      if (found >= 0) setIndex(found);
    },
  };
}
export type Steps = ReturnType<typeof useSteps>;
