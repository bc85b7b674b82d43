import { useEffect, useMemo, useState, type KeyboardEvent, type MouseEvent } from 'react';
import type { MultiPolygon } from 'geojson';
import {
  fadedAt,
  fitted,
  metresAPixel,
  moved,
  pixelsAtZoom0,
  projection,
  unprojected,
  WHOLE_EARTH,
  zoomed,
  type Camera,
} from './camera.ts';
import { isDrawable, linesOf, placeAt, type Position } from './geometry.ts';
import { landPath, pathOf } from './base/landPath.ts';
import { Attribution, MapControls, ScaleBar } from './MapControls.tsx';
import type { MapDrawProps } from './mapProps.ts';
import { outline } from './base/outline.ts';

const SIZE = { width: 800, height: 480 };
const STEP_PX = 120;
const MOVES: Readonly<Record<string, [number, number]>> = {
  ArrowLeft: [-STEP_PX, 0],
  ArrowRight: [STEP_PX, 0],
  ArrowUp: [0, -STEP_PX],
  ArrowDown: [0, STEP_PX],
};
const ZOOMS: Readonly<Record<string, number>> = { '+': 1, '=': 1, '-': -1 };
const FILLS: Readonly<Record<string, string>> = {
  ok: 'var(--ok)',
  warn: 'var(--warn)',
  danger: 'var(--danger)',
};

/** The same shapes and points without WebGL: a picture that moves and zooms by keys and buttons. */
export function SvgMap({ label, fences, points, chosen, bounds, onPlace, onChoose }: MapDrawProps) {
  const [camera, setCamera] = useState<Camera | null>(null);
  const [land, setLand] = useState<MultiPolygon | null>(null);
  useEffect(() => void outline().then(setLand, () => undefined), []);
  const fit = fitted(bounds ?? WHOLE_EARTH, SIZE);
  const visible = camera ?? fit;
  const earth = useMemo(
    () => (land ? landPath(land, { lng: visible.lng, lat: visible.lat, zoom: visible.zoom }, SIZE) : ''),
    [land, visible.lng, visible.lat, visible.zoom],
  );
  const at = projection(visible, SIZE);
  const near = (lng: number): number => lng + Math.round((visible.lng - lng) / 360) * 360;
  const place = (line: readonly Position[]) => {
    const turns = near(line[0]?.[0] ?? 0) - (line[0]?.[0] ?? 0);
    return line.map(([lng, lat]) => at([lng + turns, lat]));
  };

  function press(event: KeyboardEvent) {
    const [move, zoom] = [MOVES[event.key], ZOOMS[event.key]];
    if (!move && !zoom) return;
    event.preventDefault();
    setCamera(move ? moved(visible, SIZE, move) : zoomed(visible, zoom!));
  }
  function click(event: MouseEvent<SVGSVGElement>) {
    const { left, top, width, height } = event.currentTarget.getBoundingClientRect();
    /** As `slice` cuts it. */
    const scale = Math.max(width / SIZE.width, height / SIZE.height);
    const x = (event.clientX - left - width / 2) / scale + SIZE.width / 2;
    const y = (event.clientY - top - height / 2) / scale + SIZE.height / 2;
    onPlace?.(placeAt(unprojected(visible, SIZE, [x, y])));
  }
  return (
    <>
      <div role="region" aria-label={label} tabIndex={0} onKeyDown={press} className="size-full">
        <svg
          viewBox={`0 0 ${SIZE.width} ${SIZE.height}`}
          preserveAspectRatio="xMidYMid slice"
          aria-hidden
          onClick={onPlace && click}
          className="size-full bg-[var(--map-water)]"
        >
          <path d={earth} fill="var(--map-land)" stroke="var(--map-coast)" fillRule="evenodd" />
          <rect {...SIZE} fill="var(--map-land)" opacity={fadedAt(visible.zoom)} />
          {fences.map((fence, i) => {
            if (!isDrawable(fence)) return null;
            const lines = linesOf(fence).map(place);
            if (fence.shape !== 'corridor')
              return (
                <path
                  key={i}
                  data-shape={fence.shape}
                  d={lines.map(line => pathOf(line, true)).join('')}
                  fillRule="evenodd"
                  className="fill-primary/20 stroke-primary"
                  strokeWidth={i === chosen ? 3 : 2}
                />
              );
            const d = pathOf(lines[0] ?? [], false);
            const width = pixelsAtZoom0(fence.width_m, fence.path[0]!.lat) * 2 ** visible.zoom;
            return (
              <g key={i} data-shape={fence.shape} fill="none" strokeLinecap="round" strokeLinejoin="round">
                <path d={d} className="stroke-primary/30" strokeWidth={width} />
                <path d={d} className="stroke-primary" strokeWidth={i === chosen ? 3 : 2} />
              </g>
            );
          })}
          {points.map(point => {
            const [x, y] = at([near(point.lng), point.lat]);
            const colour = FILLS[point.tone] ?? 'var(--ink-3)';
            return (
              <circle
                key={point.id}
                data-point={point.id}
                cx={x}
                cy={y}
                r={point.id === chosen ? 11 : 8}
                fill={point.isOld ? 'var(--surface)' : colour}
                stroke={point.id === chosen ? 'var(--lamp)' : point.isOld ? colour : 'var(--surface)'}
                strokeWidth={point.id === chosen ? 4 : 2.5}
                onClick={event => {
                  event.stopPropagation();
                  onChoose?.(point.id);
                }}
                className={onChoose ? 'cursor-pointer' : ''}
              >
                <title>{point.label}</title>
              </circle>
            );
          })}
        </svg>
      </div>
      <MapControls zoomBy={by => setCamera(zoomed(visible, by))} fit={() => setCamera(null)} />
      <ScaleBar metresAPixel={metresAPixel(visible)} />
      <Attribution text={land ? 'Natural Earth' : ''} />
    </>
  );
}
