/** Compares what the compositor showed in each run with the plays the server received. Pure. */
import type { ExportedPlay } from '../server/api.ts';
import { segments, SHOWS, type Frame, type Marker } from './screen.ts';

/** Events this close before a kill may be missing on one side. */
const EDGE_MS = 250;

/** One run of the browser, start to end, ms since 1970. */
export interface Life {
  began: number;
  ended: number;
  frames: readonly Frame[];
}
export interface Compared {
  onScreen: number;
  onServer: number;
  /** Known to one side, having begun at the edge of a life. */
  atEdge: number;
  /** Between a length on screen and the one on the server. */
  longestOffMs: number;
  /** Between two markers, or where one of the sides knows what the other does not. */
  faults: string[];
}
interface Shown {
  seen: Marker | 'other';
  at: number;
  ms: number;
}

function shownIn({ frames, ended }: Life): Shown[] {
  const runs = segments(frames.filter(({ at }) => at <= ended));
  const first = runs.findIndex(({ seen }) => seen !== 'other');
  if (first < 0) return [];
  return runs.slice(first).map(({ seen, at }, i, all) => ({ seen, at, ms: (all[i + 1]?.at ?? ended) - at }));
}

function compareLife(life: Life, plays: readonly ExportedPlay[]): Compared {
  const shown = shownIn(life).filter(({ seen }) => seen !== 'other');
  const told: Shown[] = plays.map(play => ({
    seen: SHOWS[play.creative_name] ?? 'other',
    at: Date.parse(play.started_at),
    ms: play.duration_ms,
  }));
  const compared: Compared = {
    onScreen: shown.length,
    onServer: told.length,
    atEdge: 0,
    longestOffMs: 0,
    faults: shownIn(life)
      .filter(({ seen }) => seen === 'other')
      .map(
        ({ at, ms }) => `nothing for ${Math.round(ms)} ms, ${Math.round(life.ended - at)} ms before the end`,
      ),
  };
  /** What came after the last frame was seen by nobody. */
  const lastSeen = life.frames.reduce((last, { at }) => Math.max(last, at), life.began);
  for (let i = 0; i < Math.max(shown.length, told.length); i++) {
    const [seen, known] = [shown[i], told[i]];
    if (seen && known && seen.seen === known.seen) {
      compared.longestOffMs = Math.max(compared.longestOffMs, Math.abs(seen.ms - known.ms));
      continue;
    }
    const lone = seen && known ? null : (seen ?? known);
    if (lone && lone.at >= Math.min(life.ended - EDGE_MS, lastSeen)) compared.atEdge++;
    else compared.faults.push(`screen ${JSON.stringify(seen)}, server ${JSON.stringify(known)}`);
  }
  return compared;
}

/** `plays`: everything that was shown, in any order. */
export function compare(lives: readonly Life[], plays: readonly ExportedPlay[]): Compared {
  const inTurn = [...plays].sort((a, b) => (a.started_at < b.started_at ? -1 : 1));
  const each = lives.map(life => {
    const within = ({ started_at }: ExportedPlay) =>
      Date.parse(started_at) >= life.began && Date.parse(started_at) <= life.ended;
    return compareLife(life, inTurn.filter(within));
  });
  const sum = (of: (one: Compared) => number) => each.reduce((all, one) => all + of(one), 0);
  return {
    onScreen: sum(one => one.onScreen),
    onServer: sum(one => one.onServer),
    atEdge: sum(one => one.atEdge),
    longestOffMs: Math.round(Math.max(0, ...each.map(one => one.longestOffMs))),
    faults: each.flatMap(({ faults }, i) => faults.map(fault => `life ${i + 1}: ${fault}`)),
  };
}
