/** Which of an asset's files a screen holds and shows: the player plans by it, the console counts by it. Pure. */

export interface Screen {
  /** Pixels of the panel, as the picture stands on it. */
  w: number;
  h: number;
  /** Its link is paid for by the byte. */
  isThrifty: boolean;
}
/** The original says no size: it is the largest there is. */
export interface Sized {
  bytes: number;
  w?: number;
  h?: number;
}

/** A picture is blown up no more than this: not at all, or to twice its size where bytes are dear. */
const BLOWN_UP = 1;
const BLOWN_UP_THRIFTY = 2;

/** Smallest first, the original last. */
export const renditionsOf = <A extends object, R>(asset: A & { renditions?: readonly R[] }): (A | R)[] => [
  ...(asset.renditions ?? []),
  asset,
];

/** The smallest that is large enough, else the largest; of files smallest first. */
export const fittest = <F extends Sized>(files: readonly F[], { w, h, isThrifty }: Screen): F | undefined =>
  files.find(
    file =>
      Math.min(w / (file.w ?? Infinity), h / (file.h ?? Infinity)) <=
      (isThrifty ? BLOWN_UP_THRIFTY : BLOWN_UP),
  ) ?? files.at(-1);
