/** Which of an asset's files a screen holds and shows: the player plans by it, the console counts by it. Pure. */

export interface TargetScreen {
  /** Pixels of the panel, as the picture stands on it. */
  w: number;
  h: number;
  /** Its link is paid for by the byte. */
  isMetered: boolean;
}
/** The original says no size: it is the largest there is. */
export interface RenditionSize {
  bytes: number;
  w?: number;
  h?: number;
}

/** A picture is blown up no more than this: not at all, or to twice its size where bytes are dear. */
const MAX_UPSCALE = 1;
const MAX_UPSCALE_METERED = 2;

/** Smallest first, the original last. */
export const renditionsOf = <A extends object, R>(asset: A & { renditions?: readonly R[] }): (A | R)[] => [
  ...(asset.renditions ?? []),
  asset,
];

/** The smallest that is large enough, else the largest; of files smallest first. */
export const selectRendition = <F extends RenditionSize>(files: readonly F[], { w, h, isMetered: isThrifty }: TargetScreen): F | undefined =>
  files.find(
    file =>
      Math.min(w / (file.w ?? Infinity), h / (file.h ?? Infinity)) <=
      (isThrifty ? MAX_UPSCALE_METERED : MAX_UPSCALE),
  ) ?? files.at(-1);
