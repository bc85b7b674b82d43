/** How many plays an hour brings on a screen, by its share or in turns with others. Pure. */
import { divide, type Wish } from './capacity.ts';
import type { ForecastRequest, ScreenKind } from './demand.ts';
import type { CompetingCampaign } from './share.ts';
import type { SpotLength } from './spots.ts';
import type { Together } from './together.ts';

const MS_PER_S = 1_000;

/** Who takes turns with it. */
export const isRival = ({ row, guaranteed }: CompetingCampaign) =>
  guaranteed.length === 0 && row.class !== 'house';
export const isGuaranteed = ({ row }: CompetingCampaign) => row.class === 'guaranteed';

export interface Spots {
  of: SpotLength;
  /** Plays an hour that it owes its plan on each screen; null: as its turn comes. */
  rate: number | null;
  together: Together;
}
interface Share {
  share_s: number;
  /** Which of the flights want it. */
  indexes: readonly number[];
  /** The most that all flights of the campaign want at one moment of these, seconds of an hour. */
  own_s: number;
  spot_ms: number;
}
/** Plays of a share in an hour on a screen of a kind: as much as is guaranteed, or its part of what there is room for. */
export function sharePerHour(
  { most_s, sold_s }: ScreenKind,
  { share_s, own_s, indexes, spot_ms }: Share,
): number {
  const room = Math.max(0, most_s - Math.max(...indexes.map(n => sold_s[n]!)));
  return (share_s * Math.min(1, room / own_s) * MS_PER_S) / spot_ms;
}
interface Rival extends Wish {
  /** Of its time, 0 to 1. */
  together: number;
}
/** ms of an hour for a wish beside others, each of which is there for a part of its time and leaves the rest of it. */
function beside(turns_ms: number, own: Wish, rivals: readonly Rival[]): number {
  const [ms = 0, ...theirs] = divide(turns_ms, [own, ...rivals]);
  const left = theirs.reduce((sum, one, i) => sum + one * (1 - rivals[i]!.together), 0);
  return Math.min(own.rate === null ? Infinity : own.rate * own.spot_ms, ms + left);
}
/** Plays an hour on a screen of a kind, in turns: those of guaranteed campaigns come before all others. */
export function turnsPerHour(
  wanted: ForecastRequest,
  { competing, turns_ms }: ScreenKind,
  { of, rate, together }: Spots,
): number {
  const spot_ms = of(wanted);
  const rivals = wanted.class === 'house' ? [] : competing.filter(isRival);
  const rivalOf = (one: CompetingCampaign, owed: number | null): Rival => ({
    ...{ rate: owed, spot_ms: of(one.row), together: together.share(one) },
  });
  const first = rivals.filter(isGuaranteed).map(one => rivalOf(one, one.row.plays_per_h));
  const others = rivals
    .filter(one => !isGuaranteed(one))
    .map(one => rivalOf(one, one.row.pacing === 'asap' ? null : one.row.plays_per_h));
  const own = { rate, spot_ms };
  if (wanted.class === 'guaranteed') return beside(turns_ms, own, first) / spot_ms;
  const taken_ms = divide(turns_ms, first).reduce((sum, ms, i) => sum + ms * first[i]!.together, 0);
  return beside(turns_ms - taken_ms, own, others) / spot_ms;
}
