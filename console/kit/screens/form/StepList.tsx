import clsx from 'clsx';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useText } from '../../text/useText.ts';
import type { Steps } from './useSteps.ts';

/** Where one is; a step that was come to once may be gone to again. */
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
              disabled={i > steps.furthest}
              onClick={() => void steps.choose(i)}
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
