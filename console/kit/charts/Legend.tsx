import { seriesStyle, markerPath } from './series.ts';

const WIDTH = 34;
const MIDDLE = 7;
const RADIUS = 4;

/** The line as it is drawn, its marker and its name. */
export const Legend = ({ names }: { names: readonly string[] }) => (
  <ul className="flex flex-wrap gap-x-5 gap-y-1 text-13 text-ink-2">
    {names.map((name, i) => {
      const { colour, dash, marker } = seriesStyle(i);
      return (
        <li key={name} className="flex items-center gap-2">
          <svg width={WIDTH} height={2 * MIDDLE} aria-hidden="true" style={{ color: `var(${colour})` }}>
            <line
              x1={0}
              x2={WIDTH}
              y1={MIDDLE}
              y2={MIDDLE}
              stroke="currentColor"
              strokeWidth={2}
              strokeDasharray={dash.join(' ')}
            />
            <path d={markerPath(marker, WIDTH / 2, MIDDLE, RADIUS)} fill="currentColor" />
          </svg>
          {name}
        </li>
      );
    })}
  </ul>
);
