import clsx from 'clsx';

interface SegmentedProps<T extends string> {
  label: string;
  value: T;
  options: readonly { value: T; label: string }[];
  onChange: (value: T) => void;
}

/** A choice among a few visible options; the selected one is underlined. Where there is little room, they are scrolled. */
export const Segmented = <T extends string>({ label, value, options, onChange }: SegmentedProps<T>) => (
  <div
    role="group"
    aria-label={label}
    className="flex max-w-full overflow-x-auto rounded-sm border border-control print:hidden"
  >
    {options.map(option => (
      <button
        key={option.value}
        type="button"
        aria-pressed={option.value === value}
        onClick={() => onChange(option.value)}
        className={clsx(
          'min-h-12 min-w-12 shrink-0 border-control px-4 whitespace-nowrap not-first:border-l first:rounded-l-sm last:rounded-r-sm',
          option.value === value
            ? 'bg-neutral-tint font-semibold text-ink shadow-[inset_0_-3px_0_var(--lamp)]'
            : 'text-ink-2 hover:bg-neutral-tint hover:text-ink',
        )}
      >
        {option.label}
      </button>
    ))}
  </div>
);
