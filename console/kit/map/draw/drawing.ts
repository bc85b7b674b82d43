/** Drawing and changing shapes on the map. What is drawn at once becomes a value of the contract: that alone counts. */
import {
  TerraDraw,
  TerraDrawCircleMode,
  TerraDrawLineStringMode,
  TerraDrawPolygonMode,
  TerraDrawSelectMode,
  type GeoJSONStoreFeatures,
} from 'terra-draw';
import { TerraDrawMapLibreGLAdapter } from 'terra-draw-maplibre-gl-adapter';
import type { Map } from 'maplibre-gl';
import type { Fence } from '../../../../shared/contract/playout/fence.ts';
import { featureOf, fenceOf, MODES } from './drawn.ts';
import type { MapColours } from '../base/colours.ts';
import type { Drawing } from '../mapProps.ts';

/** Numbers above those of the shapes that are there. */
const FIRST_NEW = 10_000;
const SELECT = 'select';
type Hex = `#${string}`;

export interface Draw {
  show: (fences: readonly Fence[], chosen: number | null, drawing: Drawing) => void;
  stop: () => void;
}

export function startDrawing(map: Map, colours: MapColours): Draw {
  let fences: readonly Fence[] = [];
  let drawing: Drawing | null = null;
  let next = FIRST_NEW;
  const [line, point, lamp] = [colours.shape as Hex, colours.halo as Hex, colours.lamp as Hex];
  /** What is there already is drawn by the map itself, exactly and with its holes. */
  const whileDrawn = (number: number) => (feature: GeoJSONStoreFeatures) =>
    Number(feature.id) < FIRST_NEW ? 0 : number;
  const area = {
    fillColor: line,
    fillOpacity: whileDrawn(0.12),
    outlineColor: line,
    outlineWidth: whileDrawn(2),
    outlineOpacity: whileDrawn(1),
  };
  const handles = {
    selectedPolygonColor: line,
    selectedPolygonFillOpacity: 0,
    selectedPolygonOutlineColor: line,
    selectedPolygonOutlineWidth: 0,
    selectedPolygonOutlineOpacity: 0,
    selectedLineStringColor: line,
    selectedLineStringWidth: 0,
    selectionPointColor: point,
    selectionPointOutlineColor: line,
    selectionPointOutlineWidth: 2,
    selectionPointWidth: 6,
    midPointColor: lamp,
    midPointOutlineColor: line,
    midPointOutlineWidth: 1,
    midPointWidth: 4,
  } as const;
  const vertices = { draggable: true, midpoints: { draggable: true }, deletable: true } as const;
  const draw = new TerraDraw({
    adapter: new TerraDrawMapLibreGLAdapter({ map, prefixId: 'wayside-draw' }),
    idStrategy: { isValidId: id => typeof id === 'number', getId: () => next++ },
    modes: [
      new TerraDrawCircleMode({ styles: area, drawInteraction: 'click-move-or-drag' }),
      new TerraDrawPolygonMode({
        styles: { ...area, closingPointColor: point, closingPointOutlineColor: line },
      }),
      new TerraDrawLineStringMode({ styles: { lineStringColor: line, lineStringWidth: whileDrawn(3) } }),
      new TerraDrawSelectMode({
        styles: handles,
        /** Removing stands in the list, where it can be undone and read out. */
        keyEvents: { deselect: 'Escape', delete: null, rotate: null, scale: null },
        flags: {
          circle: { feature: { draggable: true, coordinates: { resizable: 'center-fixed' } } },
          polygon: { feature: { draggable: true, coordinates: vertices } },
          linestring: { feature: { draggable: true, coordinates: vertices } },
        },
      }),
    ],
  });
  draw.start();
  draw.setMode(SELECT);
  draw.on('select', id => drawing?.onChoose(Number(id)));
  draw.on('finish', id => {
    const feature = draw.getSnapshotFeature(id);
    if (!feature) return;
    const at = Number(id) < FIRST_NEW ? Number(id) : null;
    const fence = fenceOf(feature, at === null ? undefined : fences[at]);
    // The value comes back and is drawn again; what the hand drew goes after its own event.
    queueMicrotask(() => {
      if (at === null && draw.hasFeature(id)) draw.removeFeatures([id]);
      if (fence) drawing?.onDrawn(fence, at);
    });
  });
  return {
    show(shown, chosen, now) {
      drawing = now;
      if (shown !== fences) {
        fences = shown;
        draw.clear();
        draw.addFeatures(
          shown.flatMap((fence, id): GeoJSONStoreFeatures[] => {
            const feature = featureOf(fence);
            return feature ? [{ ...feature, id }] : [];
          }),
        );
      }
      const mode = now.tool === null ? SELECT : MODES[now.tool];
      if (draw.getMode() !== mode) draw.setMode(mode);
      if (mode === SELECT && chosen !== null && draw.hasFeature(chosen)) draw.selectFeature(chosen);
    },
    stop: () => draw.stop(),
  };
}
