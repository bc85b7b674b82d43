import { encode } from 'uqr';

/** Modules of the quiet zone, which scanners need. */
const QUIET = 4;

/** Dark on white in every theme, because many scanners read no other. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { border: QUIET, ecc: 'M' });
  const path = data
    .flatMap((row, y) => row.map((isDark, x) => (isDark ? `M${x} ${y}h1v1h-1z` : '')))
    .join('');
  return (
    <svg
      role="img"
      aria-label={label}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      className="w-full max-w-56 bg-white"
    >
      <path d={path} fill="#000" />
    </svg>
  );
}
