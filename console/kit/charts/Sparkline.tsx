interface SparklineProps {
  values: readonly number[];
  /** Says what the line shows. */
  label: string;
}

const WIDTH = 96;
const HEIGHT = 24;
const EDGE = 3;

/** The course of a figure beside the figure; the last point carries the lamp. */
export function Sparkline({ values, label }: SparklineProps) {
  const max = Math.max(1, ...values);
  const step = (WIDTH - 2 * EDGE) / Math.max(1, values.length - 1);
  const points = values.map((value, i) => ({
    x: EDGE + i * step,
    y: HEIGHT - EDGE - (value / max) * (HEIGHT - 2 * EDGE),
  }));
  const last = points.at(-1);
  return (
    <svg role="img" aria-label={label} viewBox={`0 0 ${WIDTH} ${HEIGHT}`} className="h-6 w-24">
      <polyline
        points={points.map(({ x, y }) => `${x},${y}`).join(' ')}
        fill="none"
        strokeWidth={1.5}
        className="stroke-chart-1"
      />
      {last && <circle cx={last.x} cy={last.y} r={EDGE} className="fill-lamp stroke-ink" />}
    </svg>
  );
}
