/** An asset may come as the file that was uploaded or as a smaller one made of it. Whichever was verified plays. */
import type { ConfigDocument, DocumentAsset } from '../../shared/contract/playout/manifest.ts';
import type { AssetRow } from '../../shared/device/storage.ts';
import type { Library } from '../../shared/library/store.ts';
import {
  selectRendition,
  renditionsOf,
  widthOf,
  type TargetScreen,
} from '../../shared/playout/renditions.ts';

export interface LocalFile {
  file: DocumentAsset;
  row: AssetRow;
}
/** Its files that are whole in the library. */
export async function localFiles(
  library: Pick<Library, 'findAll'>,
  asset: DocumentAsset,
): Promise<LocalFile[]> {
  const files = renditionsOf(asset);
  const rows = await library.findAll(files.map(({ sha256 }) => sha256));
  return files.flatMap((file, i) => (rows[i]?.complete ? [{ file, row: rows[i] }] : []));
}

/**
 * The file that is to be here. One that is large enough already is kept, and on a link paid for by the byte one that
 * is not: it plays, and a better one may come where bytes cost nothing. `isOut`: cannot be had at the moment.
 */
export function fileToHold(
  asset: DocumentAsset,
  screen: TargetScreen,
  isComplete: (file: DocumentAsset) => boolean,
  isRefused: (file: DocumentAsset) => boolean,
): DocumentAsset {
  const files = renditionsOf(asset);
  const target = selectRendition(
    files.filter(file => !isRefused(file)),
    screen,
  );
  const here = files.filter(isComplete);
  const enough = here.find(file => widthOf(file) >= widthOf(target ?? asset));
  return enough ?? (screen.isMetered ? here.at(-1) : null) ?? target ?? asset;
}

/** In pixels of its own, not of the page. */
export const panelSize = () => ({
  width: screen.width * devicePixelRatio,
  height: screen.height * devicePixelRatio,
});

export function targetScreen(config: ConfigDocument | null | undefined, isMetered: boolean): TargetScreen {
  const { width: w, height: h } = panelSize();
  return (config?.orientation ?? 0) % 180 === 0 ? { w, h, isMetered } : { w: h, h: w, isMetered };
}
