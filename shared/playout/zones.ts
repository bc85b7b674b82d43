/** How a screen is parted: which loop plays in which zone, what its plays are called, and how large it is. Pure. */
import type { DocumentItem, PlaylistDocument } from '../contract/playout/manifest.ts';
import type { LAYOUTS } from '../contract/playout/schedule.ts';
import type { PlayZone } from '../contract/proof/play.ts';
import type { TargetScreen } from './renditions.ts';

export type Layout = (typeof LAYOUTS)[number];
/** The main zone is what plays; the second lies beside or beneath it. */
export const ZONE_PLACES = ['main', 'second'] as const;
export type ZonePlace = (typeof ZONE_PLACES)[number];

/** A second zone without a loop is none. */
export const layoutOf = (playlist: PlaylistDocument | null | undefined): Layout =>
  playlist?.beside ? (playlist.layout ?? 'full') : 'full';

export const loopIn = (playlist: PlaylistDocument | null | undefined, place: ZonePlace) => {
  if (place === 'main') return playlist ?? null;
  return layoutOf(playlist) === 'full' ? null : (playlist?.beside ?? null);
};
export const itemsIn = (
  playlist: PlaylistDocument | null | undefined,
  place: ZonePlace,
): readonly DocumentItem[] => loopIn(playlist, place)?.items ?? [];

export function zoneName(layout: Layout, place: ZonePlace): PlayZone {
  if (layout === 'full') return 'full';
  if (place === 'main') return 'main';
  return layout === 'main_ticker' ? 'ticker' : 'side';
}
/** Whether two plays of these zones cannot be on one screen at one time. */
export const isSamePlace = (a: PlayZone, b: PlayZone) => a === b || a === 'full' || b === 'full';

/** Share of the longer side (of the height for a ticker) that the main zone has; player.css draws by the same figures. */
const MAIN_SHARE: Record<Layout, number> = { full: 1, main_side: 0.75, main_ticker: 0.88, side_by_side: 0.5 };
/** The pixels of a zone. */
export function zoneScreen(screen: TargetScreen, layout: Layout, place: ZonePlace): TargetScreen {
  const main = MAIN_SHARE[layout];
  const share = place === 'main' || layout === 'full' ? main : 1 - main;
  const isStacked = layout === 'main_ticker' || screen.h > screen.w;
  return isStacked ? { ...screen, h: screen.h * share } : { ...screen, w: screen.w * share };
}
