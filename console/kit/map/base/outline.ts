/** The land of the earth, brought along: what a map draws where no other base was set. Without borders. */
import outlineUrl from 'world-atlas/land-50m.json?url';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { MultiPolygon } from 'geojson';
import { file } from './file.ts';
import { flatRings, type Position } from '../geometry.ts';

type Atlas = Topology<{ land: GeometryCollection }>;

let coming: Promise<MultiPolygon> | null = null;
async function load(): Promise<MultiPolygon> {
  const atlas = (await (await file(outlineUrl)).json()) as Atlas;
  const [land] = feature(atlas, atlas.objects.land).features;
  const { coordinates } = land!.geometry as MultiPolygon;
  return {
    type: 'MultiPolygon',
    coordinates: (coordinates as Position[][][]).map(flatRings),
  };
}
/** A load that failed is tried again by the next map. */
export const outline = (): Promise<MultiPolygon> =>
  (coming ??= load().catch((error: unknown) => {
    coming = null;
    throw error;
  }));
