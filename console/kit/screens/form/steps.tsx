import clsx from 'clsx';
import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { FormStep } from '../../resource/form.ts';
import { useText } from '../../text/useText.ts';

/** Which fields of a long form are seen. A step is left forwards only where its own fields hold. */
export function useSteps(
  steps: readonly FormStep[] | undefined,
  check: (names: string[]) => Promise<boolean>,
) {
  const [index, setIndex] = useState(0);
  const current = steps?.[index];
  return {
    all: steps ?? [],
    index,
    current,
    isLast: steps === undefined || index === steps.length - 1,
    has: (name: string) => current === undefined || current.fields.includes(name),
    go: setIndex,
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
type Steps = ReturnType<typeof useSteps>;

/** Where one is; a step that lies behind may be gone back to. */
export function StepList({ steps, resource }: { steps: Steps; resource: string }) {
  const text = useText(resource);
  const { t } = useTranslation('screens');
  const list = useRef<HTMLElement>(null);
  const before = useRef(steps.index);
  /** Another step begins at its top, for the eye and for the keyboard. */
  useEffect(() => {
    if (before.current === steps.index) return;
    before.current = steps.index;
    list.current?.scrollIntoView({ block: 'start' });
    list.current?.querySelector<HTMLElement>('[aria-current]')?.focus({ preventScroll: true });
  }, [steps.index]);
  return (
    <nav ref={list} aria-label={t('steps')} className="scroll-mt-20">
      <ol className="flex flex-wrap gap-x-1 border-b border-line">
        {steps.all.map(({ name }, i) => (
          <li key={name}>
            <button
              type="button"
              aria-current={i === steps.index ? 'step' : undefined}
              disabled={i > steps.index}
              onClick={() => steps.go(i)}
              className={clsx(
                '-mb-px min-h-12 border-b-2 px-3',
                i === steps.index ? 'border-primary font-semibold' : 'border-transparent text-ink-2',
              )}
            >
              <span className="mr-2 font-mono">{i + 1}</span>
              {text(`steps.${name}`)}
            </button>
          </li>
        ))}
      </ol>
    </nav>
  );
}
