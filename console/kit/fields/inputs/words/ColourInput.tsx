import type { WidgetProps } from '../props.ts';

/** The browser's own colour field, with the value beside it. */
export function ColourInput({ aria, name, value, disabled, onChange, onBlur, ref }: WidgetProps<'colour'>) {
  const colour = typeof value === 'string' ? value : '#000000';
  return (
    <div className="flex items-center gap-3">
      <input
        {...aria}
        ref={ref}
        type="color"
        name={name}
        disabled={disabled}
        className="h-12 w-20 rounded-sm border border-control bg-surface p-1"
        value={colour}
        onChange={event => onChange(event.target.value)}
        onBlur={onBlur}
      />
      <output htmlFor={aria.id} className="font-mono text-ink-2">
        {colour}
      </output>
    </div>
  );
}
