/** An asset may come as the file that was uploaded or as a smaller one made of it. Whichever was verified plays. */
import type { ConfigDocument, DocumentAsset } from '../shared/contract/manifest.ts';
import type { Library } from '../shared/library/store.ts';
import { fittest, renditionsOf, type Screen } from '../shared/playout/renditions.ts';

export async function heldFiles(library: Pick<Library, 'find'>, asset: DocumentAsset) {
  const held: DocumentAsset[] = [];
  for (const file of renditionsOf(asset)) if ((await library.find(file.sha256))?.complete) held.push(file);
  return held;
}

/**
 * The file that is to be here. One that is large enough already is kept, and on a link paid for by the byte one that
 * is not: it plays, and a better one may come where bytes cost nothing. `isOut`: cannot be had at the moment.
 */
export function fileToHold(
  asset: DocumentAsset,
  screen: Screen,
  isHere: (file: DocumentAsset) => boolean,
  isOut: (file: DocumentAsset) => boolean,
): DocumentAsset {
  const files = renditionsOf(asset);
  const target = fittest(
    files.filter(file => !isOut(file)),
    screen,
  );
  const here = files.filter(isHere);
  const enough = here.find(({ bytes }) => bytes >= (target ?? asset).bytes);
  return enough ?? (screen.isThrifty ? here.at(-1) : null) ?? target ?? asset;
}

/** In pixels of its own, not of the page. */
export const panel = () => ({
  width: screen.width * devicePixelRatio,
  height: screen.height * devicePixelRatio,
});

export function screenOf(config: ConfigDocument | null | undefined, isThrifty: boolean): Screen {
  const { width: w, height: h } = panel();
  return (config?.orientation ?? 0) % 180 === 0 ? { w, h, isThrifty } : { w: h, h: w, isThrifty };
}
