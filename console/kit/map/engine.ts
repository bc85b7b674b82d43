/** The map that WebGL draws, as a handle that React holds. */
import { Map, setWorkerUrl, type GeoJSONSource } from 'maplibre-gl';
import workerAsset from 'maplibre-gl/dist/maplibre-gl-csp-worker.js?url';
import { systemClock } from '../../../shared/clock.ts';
import type { Coordinates } from '../../../shared/contract/playout/fence.ts';
import { trustedScriptUrl } from '../../../shared/web/trusted.ts';
import { baseMap } from './base/baseMap.ts';
import { MAX_ZOOM, MIN_ZOOM, NEAREST, PADDING, WHOLE_EARTH, type Camera } from './camera.ts';
import { file } from './base/file.ts';
import { mapColours } from './base/colours.ts';
import type { Draw } from './draw/drawing.ts';
import { placeAt, type Bounds } from './geometry.ts';
import type { Drawing, MapContent } from './mapProps.ts';
import { CLUSTERS, contentOf, layersOf, POINTS, SOURCES } from './overlay.ts';
import { baseOf } from './base/style.ts';

const STEP_PX = 100;

/** A base that is no style never says that it is there. */
const STYLE_WITHIN_MS = 20_000;
const styleOf = (map: Map) =>
  new Promise<void>((done, fail) => {
    const cancel = systemClock.after(STYLE_WITHIN_MS, () => fail(new Error('The base map did not come')));
    const end = (then: () => void) => {
      cancel();
      then();
    };
    void map.once('style.load', () => end(done));
    void map.once('error', ({ error }) =>
      end(() => fail(new Error('The base map did not come', { cause: error }))),
    );
  });

interface Options {
  host: HTMLElement;
  language: string;
  /** MapLibre's own texts. */
  texts: Record<string, string>;
  bounds: Bounds | null;
  /** Where it was before it was drawn anew. */
  camera: Camera | null;
  onPlace: (place: Coordinates) => void;
  onChoose: (id: string) => void;
  onMoved: (camera: Camera) => void;
  onIdle: () => void;
}
export interface Engine {
  attribution: string;
  /** What the picture is of. */
  name: (label: string) => void;
  show: (content: MapContent, bounds: Bounds | null) => void;
  draw: (content: MapContent, drawing: Drawing) => Promise<void>;
  fit: (bounds: Bounds | null) => void;
  zoomBy: (by: number) => void;
  panBy: (right: number, down: number) => void;
  remove: () => void;
}
const corners = ({ west, south, east, north }: Bounds): [number, number, number, number] => [
  west,
  south,
  east,
  north,
];

/** A worker that does not come would leave the map waiting without an error: its file is asked for first. */
async function loadWorker(): Promise<void> {
  await (await file(workerAsset)).arrayBuffer();
  setWorkerUrl(import.meta.env.DEV ? workerAsset : trustedScriptUrl(workerAsset));
}

export async function openMap(options: Options): Promise<Engine> {
  const { host, language, texts, bounds, camera } = options;
  const colours = mapColours(host);
  const [{ style, attribution }] = await Promise.all([baseOf(baseMap(), colours, language), loadWorker()]);
  const map = new Map({
    container: host,
    style,
    locale: texts,
    attributionControl: false,
    cooperativeGestures: true,
    dragRotate: false,
    pitchWithRotate: false,
    touchPitch: false,
    minZoom: MIN_ZOOM,
    maxZoom: MAX_ZOOM,
    fadeDuration: 0,
    ...(camera
      ? { center: [camera.lng, camera.lat], zoom: camera.zoom }
      : {
          bounds: corners(bounds ?? WHOLE_EARTH),
          fitBoundsOptions: { padding: bounds ? PADDING : 0, maxZoom: NEAREST },
        }),
  });
  map.keyboard.disableRotation();
  map.touchZoomRotate.disableRotation();
  try {
    await styleOf(map);
    for (const [id, source] of Object.entries(SOURCES)) map.addSource(id, source);
    for (const layer of layersOf(colours)) map.addLayer(layer);
  } catch (error) {
    map.remove();
    throw error;
  }
  listen(map, options);

  const fit = (to: Bounds | null) =>
    map.fitBounds(corners(to ?? WHOLE_EARTH), {
      padding: to ? PADDING : 0,
      maxZoom: NEAREST,
      animate: false,
    });
  let draw: Promise<Draw> | null = null;
  let isRemoved = false;
  let isFitted = camera !== null || bounds !== null;
  return {
    attribution,
    name: label => map.getCanvas().setAttribute('aria-label', label),
    fit,
    show(content, to) {
      // React may hand over new content in the very moment in which the map is taken away.
      if (isRemoved) return;
      for (const [id, data] of Object.entries(contentOf(content)))
        map.getSource<GeoJSONSource>(id)?.setData(data);
      if (to && (!isFitted || !isSeen(map, to))) fit(to);
      isFitted ||= to !== null;
    },
    async draw({ fences, chosen }, drawing) {
      if (isRemoved) return;
      draw ??= import('./draw/drawing.ts').then(({ startDrawing }) => startDrawing(map, colours));
      const started = await draw;
      if (isRemoved) return;
      started.show(fences, typeof chosen === 'number' ? chosen : null, drawing);
    },
    zoomBy: by => void map.easeTo({ zoom: map.getZoom() + by }),
    panBy: (right, down) => void map.panBy([right * STEP_PX, down * STEP_PX]),
    remove() {
      isRemoved = true;
      void draw?.then(started => started.stop()).catch(() => undefined);
      map.remove();
    },
  };
}

/** Whether any of it lies within what is seen. */
function isSeen(map: Map, { west, south, east, north }: Bounds): boolean {
  const seen = map.getBounds();
  const turns = Math.round((seen.getCenter().lng - (west + east) / 2) / 360) * 360;
  return (
    west + turns <= seen.getEast() &&
    east + turns >= seen.getWest() &&
    south <= seen.getNorth() &&
    north >= seen.getSouth()
  );
}

function listen(map: Map, { onPlace, onChoose, onMoved, onIdle }: Options): void {
  map.on('click', event => {
    const [hit] = map.queryRenderedFeatures(event.point, { layers: [CLUSTERS, POINTS] });
    if (hit?.layer.id === POINTS) return onChoose(String(hit.properties['id']));
    if (!hit) return onPlace(placeAt([event.lngLat.lng, event.lngLat.lat]));
    const source = map.getSource<GeoJSONSource>(POINTS);
    void source
      ?.getClusterExpansionZoom(Number(hit.properties['cluster_id']))
      .then(zoom => map.easeTo({ center: event.lngLat, zoom }));
  });
  const point = (on: boolean) => () => (map.getCanvas().style.cursor = on ? 'pointer' : '');
  for (const layer of [CLUSTERS, POINTS]) {
    map.on('mouseenter', layer, point(true));
    map.on('mouseleave', layer, point(false));
  }
  const tell = () => {
    const { lng, lat } = map.getCenter();
    onMoved({ lng, lat, zoom: map.getZoom() });
  };
  tell();
  map.on('moveend', tell);
  map.on('idle', onIdle);
}
