import clsx from 'clsx';

export interface StripPart {
  creative_id: string;
  ms: number;
}

const FILLS = [
  'fill-chart-1',
  'fill-chart-2',
  'fill-chart-3',
  'fill-chart-5',
  'fill-chart-6',
  'fill-chart-4',
] as const;
/** The same order as text colours, for the swatch beside an item. */
export const SWATCHES = [
  'text-chart-1',
  'text-chart-2',
  'text-chart-3',
  'text-chart-5',
  'text-chart-6',
  'text-chart-4',
] as const;
/** Below this share of the loop a part would vanish. */
const LEAST_PERCENT = 0.5;

/** Colour by creative, in the order of first appearance: the same picture has the same colour all along the strip. */
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

/** The loop to scale: each item as wide as it is long. */
export function LoopStrip({ parts, label, tall = false, current }: LoopStripProps) {
  const total = parts.reduce((sum, part) => sum + part.ms, 0);
  const colours = stripColours(parts);
  const ends = parts.reduce<number[]>((sums, part) => [...sums, (sums.at(-1) ?? 0) + part.ms], []);
  return (
    <svg role="img" aria-label={label} className={clsx('block w-full min-w-24', tall ? 'h-7' : 'h-3')}>
      {total === 0 && <rect width="100%" height="100%" className="fill-neutral-tint" />}
      {parts.map((part, i) => {
        const width = (part.ms / total) * 100;
        const x = (((ends[i] ?? 0) - part.ms) / total) * 100;
        return (
          <rect
            key={i}
            x={`${x}%`}
            width={`${Math.max(width - LEAST_PERCENT, LEAST_PERCENT)}%`}
            height="100%"
            className={clsx(
              FILLS[colours.get(part.creative_id) ?? 0],
              i === current && 'stroke-lamp stroke-[6]',
            )}
          />
        );
      })}
    </svg>
  );
}
