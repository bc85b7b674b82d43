/** Shapes and points as sources and layers of the map. */
import type { ExpressionSpecification, LayerSpecification, SourceSpecification } from 'maplibre-gl';
import type { Feature, FeatureCollection } from 'geojson';
import type { Fence } from '../../../shared/contract/playout/fence.ts';
import { pixelsAtZoom0 } from './camera.ts';
import type { MapColours } from './base/colours.ts';
import { closed, isDrawable, linesOf } from './geometry.ts';
import type { MapPoint } from './mapProps.ts';

export const CLUSTERS = 'wayside-clusters';
export const POINTS = 'wayside-points';
const SHAPES = 'wayside-shapes';
const CHOSEN = 'wayside-chosen';
const NONE: FeatureCollection = { type: 'FeatureCollection', features: [] };
const DEEPEST = 24;

export const SOURCES: Readonly<Record<string, SourceSpecification>> = {
  [SHAPES]: { type: 'geojson', data: NONE },
  [POINTS]: { type: 'geojson', data: NONE, cluster: true, clusterRadius: 36, clusterMaxZoom: 15 },
  [CHOSEN]: { type: 'geojson', data: NONE },
};

/** As wide on the ground at each zoom. */
const groundWidth: ExpressionSpecification = [
  'interpolate',
  ['exponential', 2],
  ['zoom'],
  0,
  ['get', 'width'],
  DEEPEST,
  ['*', ['get', 'width'], 2 ** DEEPEST],
];
const toneColour = (colours: MapColours): ExpressionSpecification => [
  'match',
  ['get', 'tone'],
  'ok',
  colours.ok,
  'warn',
  colours.warn,
  'danger',
  colours.danger,
  colours.none,
];

export function layersOf(colours: MapColours): LayerSpecification[] {
  const isArea: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon'];
  const round = { 'line-cap': 'round', 'line-join': 'round' } as const;
  return [
    {
      id: 'wayside-areas',
      type: 'fill',
      source: SHAPES,
      filter: isArea,
      paint: { 'fill-color': colours.shape, 'fill-opacity': ['case', ['get', 'isChosen'], 0.28, 0.16] },
    },
    {
      id: 'wayside-corridors',
      type: 'line',
      source: SHAPES,
      filter: ['!', isArea],
      layout: round,
      paint: { 'line-color': colours.shape, 'line-opacity': 0.28, 'line-width': groundWidth },
    },
    {
      id: 'wayside-edges',
      type: 'line',
      source: SHAPES,
      layout: round,
      paint: { 'line-color': colours.shape, 'line-width': ['case', ['get', 'isChosen'], 3, 2] },
    },
    {
      id: CLUSTERS,
      type: 'circle',
      source: POINTS,
      filter: ['has', 'point_count'],
      paint: {
        'circle-color': colours.shape,
        'circle-radius': ['step', ['get', 'point_count'], 14, 10, 17, 100, 21],
        'circle-stroke-color': colours.halo,
        'circle-stroke-width': 2,
      },
    },
    {
      id: 'wayside-counts',
      type: 'symbol',
      source: POINTS,
      filter: ['has', 'point_count'],
      layout: {
        'text-field': ['get', 'point_count_abbreviated'],
        'text-font': ['Overpass Variable', 'sans-serif'],
        'text-size': 13,
        'text-allow-overlap': true,
      },
      paint: { 'text-color': colours.onShape },
    },
    {
      id: POINTS,
      type: 'circle',
      source: POINTS,
      filter: ['!', ['has', 'point_count']],
      paint: {
        'circle-color': ['case', ['get', 'isOld'], colours.halo, toneColour(colours)],
        'circle-radius': 8,
        'circle-stroke-color': ['case', ['get', 'isOld'], toneColour(colours), colours.halo],
        'circle-stroke-width': ['case', ['get', 'isOld'], 3, 2],
      },
    },
    {
      id: 'wayside-names',
      type: 'symbol',
      source: POINTS,
      filter: ['!', ['has', 'point_count']],
      layout: {
        'text-field': ['get', 'label'],
        'text-font': ['Overpass Variable', 'sans-serif'],
        'text-size': 12,
        'text-anchor': 'top',
        'text-offset': [0, 0.9],
      },
      paint: { 'text-color': colours.ink, 'text-halo-color': colours.halo, 'text-halo-width': 1.5 },
    },
    {
      id: CHOSEN,
      type: 'circle',
      source: CHOSEN,
      paint: {
        'circle-color': 'transparent',
        'circle-radius': 13,
        'circle-stroke-color': colours.lamp,
        'circle-stroke-width': 4,
      },
    },
  ];
}

const shapeOf = (fence: Fence, properties: { isChosen: boolean }): Feature => {
  const lines = linesOf(fence);
  if (fence.shape !== 'corridor')
    return { type: 'Feature', properties, geometry: { type: 'Polygon', coordinates: lines.map(closed) } };
  const [path = []] = lines;
  const width = pixelsAtZoom0(fence.width_m, path[0]?.[1] ?? 0);
  return {
    type: 'Feature',
    properties: { ...properties, width },
    geometry: { type: 'LineString', coordinates: path },
  };
};
const pointOf = ({ id, label, lat, lng, tone, isOld = false }: MapPoint): Feature => ({
  type: 'Feature',
  properties: { id, label, tone, isOld },
  geometry: { type: 'Point', coordinates: [lng, lat] },
});

interface OverlayContent {
  fences: readonly Fence[];
  points: readonly MapPoint[];
  chosen: string | number | null;
}
/** The data of each source. */
export function contentOf({
  fences,
  points,
  chosen,
}: OverlayContent): Readonly<Record<string, FeatureCollection>> {
  const collection = (features: Feature[]): FeatureCollection => ({ type: 'FeatureCollection', features });
  return {
    [SHAPES]: collection(
      fences.flatMap((fence, i) => (isDrawable(fence) ? [shapeOf(fence, { isChosen: i === chosen })] : [])),
    ),
    [POINTS]: collection(points.map(pointOf)),
    [CHOSEN]: collection(points.filter(({ id }) => id === chosen).map(pointOf)),
  };
}
