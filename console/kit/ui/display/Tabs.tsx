import clsx from 'clsx';
import { useId, type KeyboardEvent, type ReactNode } from 'react';
import { useChosenInSight } from '../controls/useChosenInSight.ts';

interface TabsProps<T extends string> {
  label: string;
  selected: T;
  tabs: readonly { name: T; label: string; content: ReactNode }[];
  onSelect: (name: T) => void;
}

const STEPS: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowLeft: -1 };

/** All panels stay mounted, so that nothing typed in one is lost by a look at another. Arrow keys move between the tabs. */
export function Tabs<T extends string>({ label, selected, tabs, onSelect }: TabsProps<T>) {
  const id = useId();
  const list = useChosenInSight<HTMLDivElement>(selected);
  function onKeyDown(event: KeyboardEvent) {
    const step = STEPS[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tabs.findIndex(({ name }) => name === selected);
    const next = (at + step + tabs.length) % tabs.length;
    onSelect(tabs[next]!.name);
    list.current?.querySelectorAll<HTMLElement>('[role=tab]')[next]?.focus();
  }
  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        onKeyDown={onKeyDown}
        className="scroll-hint mb-5 flex overflow-x-auto border-b border-line print:hidden"
      >
        {tabs.map(tab => (
          <button
            key={tab.name}
            type="button"
            role="tab"
            id={`${id}-${tab.name}`}
            aria-selected={tab.name === selected}
            aria-controls={`${id}-${tab.name}-panel`}
            tabIndex={tab.name === selected ? 0 : -1}
            onClick={() => onSelect(tab.name)}
            className={clsx(
              'min-h-12 px-4 whitespace-nowrap hover:text-ink focus-visible:-outline-offset-3',
              tab.name === selected
                ? 'font-semibold text-ink shadow-[inset_0_-3px_0_var(--lamp)]'
                : 'text-ink-2',
            )}
          >
            {tab.label}
          </button>
        ))}
      </div>
      {tabs.map(tab => (
        <div
          key={tab.name}
          role="tabpanel"
          id={`${id}-${tab.name}-panel`}
          aria-labelledby={`${id}-${tab.name}`}
          hidden={tab.name !== selected}
        >
          {tab.content}
        </div>
      ))}
    </>
  );
}
