/** The land of the earth, brought along: what a map draws where no other base was set. Without borders. */
import outlineUrl from 'world-atlas/land-50m.json?url';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { MultiPolygon } from 'geojson';

type Atlas = Topology<{ land: GeometryCollection }>;

let coming: Promise<MultiPolygon> | null = null;
async function load(): Promise<MultiPolygon> {
  const answer = await fetch(outlineUrl);
  if (!answer.ok) throw new TypeError(`outline: ${answer.status}`);
  const atlas = (await answer.json()) as Atlas;
  const [land] = feature(atlas, atlas.objects.land).features;
  return land!.geometry as MultiPolygon;
}
/** A load that failed is tried again by the next map. */
export const outline = (): Promise<MultiPolygon> =>
  (coming ??= load().catch((error: unknown) => {
    coming = null;
    throw error;
  }));
