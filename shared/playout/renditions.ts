/** Selects which rendition of an asset a screen downloads and shows; used by player and console. Pure. */

export interface TargetScreen {
  /** Physical pixels of the display, in the orientation of the picture. */
  w: number;
  h: number;
  /** The link is paid by the byte. */
  isMetered: boolean;
}
/** The original has no dimensions; it counts as the largest. */
export interface RenditionSize {
  bytes: number;
  w?: number;
  h?: number;
}

/** px */
export const widthOf = ({ w = Infinity }: RenditionSize): number => w;

/** The hash of what was approved, which stands in the record of plays whichever rendition is shown. */
export const originalOf = ({
  sha256,
  original_sha256,
}: {
  sha256: string;
  original_sha256?: string | undefined;
}) => original_sha256 ?? sha256;

/** Maximum upscaling of a picture: none, or twice its size on a metered link. */
const MAX_UPSCALE = 1;
const MAX_UPSCALE_METERED = 2;

/** Smallest first, the original last. */
export const renditionsOf = <A extends object, R>(asset: A & { renditions?: readonly R[] }): (A | R)[] => [
  ...(asset.renditions ?? []),
  asset,
];

/** Before the rendition of the same size stands that in AV1, which is smaller; where it cannot be had, the other one is here. */
export const withAv1 = <R extends RenditionSize, A extends { renditions?: readonly R[]; av1?: readonly R[] }>(
  asset: A,
): A =>
  asset.av1
    ? {
        ...asset,
        renditions: [...asset.av1, ...(asset.renditions ?? [])].sort((a, b) => widthOf(a) - widthOf(b)),
      }
    : asset;

/** The smallest rendition that is large enough, else the largest. Expects the smallest first. */
export const selectRendition = <F extends RenditionSize>(
  files: readonly F[],
  { w, h, isMetered }: TargetScreen,
): F | undefined =>
  files.find(
    file =>
      Math.min(w / (file.w ?? Infinity), h / (file.h ?? Infinity)) <=
      (isMetered ? MAX_UPSCALE_METERED : MAX_UPSCALE),
  ) ?? files.at(-1);
