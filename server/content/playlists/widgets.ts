/** The files of widgets: slides that a screen fills by itself. */
import type { Widget } from '../../../shared/contract/content/playlist.ts';
import type { DocumentAsset } from '../../../shared/contract/playout/manifest.ts';
import type { Box, Scene, Type } from '../../../shared/slides/scene.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { documentAssetOf } from '../media/assets.ts';
import { addAsset } from '../media/ingest.ts';
import { makeSceneFile } from '../slides/slideFile.ts';

const INK = '#f4f1ea';
const GROUND = '#0e1114';
const type = (size: number, valign: Type['valign']): Type => ({
  ...{ size, weight: 600, align: 'center', valign, colour: INK },
});
const CLOCK: Box = { as: 'clock', at: [50, 250, 900, 330], ...type(260, 'middle') };
const DATE: Box = { as: 'date', at: [50, 600, 900, 120], ...type(70, 'top') };
const DATE_ALONE: Box = { as: 'date', at: [50, 400, 900, 200], ...type(110, 'middle') };

const BOXES: Readonly<Record<Widget, readonly Box[]>> = {
  clock: [CLOCK, DATE],
  date: [DATE_ALONE],
  weather: [CLOCK, DATE],
  destination: [CLOCK, DATE],
};
function widgetSlide(widget: Widget): Scene {
  const boxes = BOXES[widget];
  return { background: GROUND, landscape: boxes, portrait: boxes };
}

export async function widgetAsset(ctx: TransactionContext, widget: Widget): Promise<DocumentAsset> {
  const file = await makeSceneFile(ctx, widgetSlide(widget), { name: widget, pictures: [] });
  await addAsset(ctx, file);
  const { facts, bytes, sha256, chunks_sha256 } = file;
  const asset = documentAssetOf(
    { bytes, sha256, chunks_sha256, mime: facts.mime, renditions: [], unplayable: null },
    [],
  );
  if (asset === null) throw new Error('a slide is played as it is');
  return asset;
}
