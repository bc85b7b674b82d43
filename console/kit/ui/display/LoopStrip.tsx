import clsx from 'clsx';

export interface StripPart {
  creative_id: string;
  ms: number;
}

/** Colours in order, for the strip and for the swatch next to an item. */
const FILLS = ['bg-chart-1', 'bg-chart-2', 'bg-chart-3', 'bg-chart-5', 'bg-chart-6', 'bg-chart-4'] as const;
/** undefined: the strip does not have it. */
export const fillOf = (colour: number | undefined) =>
  colour === undefined ? 'bg-neutral-tint' : FILLS[colour % FILLS.length];

/** Assigns a colour to each creative in order of appearance. */
export function stripColours(parts: readonly { creative_id: string }[]): Map<string, number> {
  const colours = new Map<string, number>();
  for (const { creative_id } of parts)
    if (!colours.has(creative_id)) colours.set(creative_id, colours.size % FILLS.length);
  return colours;
}

interface LoopStripProps {
  parts: readonly StripPart[];
  /** Says what the picture shows. */
  label: string;
  tall?: boolean;
  /** Marked with the lamp. */
  current?: number;
}

/** Draws the loop to scale: each item's width is its duration. */
export function LoopStrip({ parts, label, tall = false, current }: LoopStripProps) {
  const colours = stripColours(parts);
  return (
    <div role="img" aria-label={label} className={clsx('flex w-full min-w-24 gap-px', tall ? 'h-7' : 'h-3')}>
      {parts.length === 0 && <span className="flex-1 bg-neutral-tint" />}
      {parts.map((part, i) => (
        <span
          key={i}
          style={{ flex: `${part.ms} 1 0` }}
          className={clsx(
            'min-w-px',
            fillOf(colours.get(part.creative_id)),
            i === current && 'shadow-[inset_0_-6px_0_var(--lamp)]',
          )}
        />
      ))}
    </div>
  );
}
