/** Where the regions of a layout stand on our screens, which have one zone or two. Pure. */
import { BESIDE_ZONE } from '../../../../shared/contract/content/playlist.ts';
import type { Layout } from '../../../../shared/playout/zones.ts';
import type { XiboLayout, XiboRegion } from './document.ts';

type Box = Pick<XiboRegion, 'left' | 'top' | 'width' | 'height'>;
const areaOf = ({ width, height }: Box) => Math.max(0, width) * Math.max(0, height);
const overlapOf = (a: Box, b: Box) =>
  Math.max(0, Math.min(a.left + a.width, b.left + b.width) - Math.max(a.left, b.left)) *
  Math.max(0, Math.min(a.top + a.height, b.top + b.height) - Math.max(a.top, b.top));

/** Edges that touch by a rounding are no overlap. */
const TOUCHING = 0.05;
const STRIP = { width: 0.6, height: 0.3 };
const EQUAL = 0.6;
/** Below that a region leaves part of the screen to the background. */
const WHOLE = 0.9;

export interface Parted {
  layout: Layout;
  main: XiboRegion | null;
  second: XiboRegion | null;
  /** Each becomes a playlist that nothing shows yet. */
  apart: XiboRegion[];
  /** The only region is smaller than the screen. */
  isSmaller: boolean;
}
export const secondZone = (layout: Layout) => BESIDE_ZONE[layout] ?? 'full';

/** `regions`: those that have something to show. */
export function partedBy(
  screen: Pick<XiboLayout, 'width' | 'height'>,
  regions: readonly XiboRegion[],
): Parted {
  const [main = null, ...others] = [...regions].sort((a, b) => areaOf(b) - areaOf(a));
  const second =
    main === null
      ? null
      : (others.find(one => areaOf(one) > 0 && overlapOf(main, one) <= TOUCHING * areaOf(one)) ?? null);
  return {
    ...{ main, second, apart: others.filter(one => one !== second) },
    layout: main && second ? layoutOf(screen, main, second) : 'full',
    isSmaller: main !== null && second === null && areaOf(main) < WHOLE * screen.width * screen.height,
  };
}

function layoutOf(
  screen: Pick<XiboLayout, 'width' | 'height'>,
  main: XiboRegion,
  second: XiboRegion,
): Layout {
  const isStrip = second.width >= STRIP.width * screen.width && second.height <= STRIP.height * screen.height;
  if (isStrip) return 'main_ticker';
  return areaOf(second) >= EQUAL * areaOf(main) ? 'side_by_side' : 'main_side';
}
