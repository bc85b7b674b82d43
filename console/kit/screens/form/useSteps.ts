import { useCallback, useState } from 'react';
import type { FormStep } from '../../resource/form.ts';

/** Which fields of a long form are seen. A step is left forwards only where its own fields hold. */
export function useSteps(
  steps: readonly FormStep[] | undefined,
  check: (names: string[]) => Promise<boolean>,
) {
  const [index, setIndex] = useState(0);
  const [furthest, setFurthest] = useState(0);
  const current = steps?.[index];
  const last = (steps?.length ?? 1) - 1;
  const go = useCallback(
    (to: number) => {
      setIndex(Math.min(to, last));
      setFurthest(before => Math.max(before, Math.min(to, last)));
    },
    [last],
  );
  const leave = async () => !current || (await check([...current.fields]));
  return {
    all: steps ?? [],
    index,
    current,
    isLast: index === last,
    /** The last step that was come to: all up to it may be gone to. */
    furthest,
    has: (name: string) => current === undefined || current.fields.includes(name),
    go,
    back: index > 0 ? () => setIndex(index - 1) : null,
    next: async () => {
      if (await leave()) go(index + 1);
    },
    /** To a step of the list; those after this one only while the fields of this one hold. */
    choose: async (to: number) => {
      if (to <= index || (await leave())) go(to);
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
