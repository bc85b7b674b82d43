/**
 * What a screen plays next: campaigns that are owed a share of the hour first, then whose turn it is among the sources.
 * The same on the screen, in the console and on the server; all it rests on are its arguments. Pure.
 */
import type { DocumentLine } from '../contract/playout/flights.ts';
import type { DocumentItem } from '../contract/playout/manifest.ts';
import { dueAt, refusedBySpent, refusedNow, type LineAccount, type LineRefusal } from './lines.ts';
import { DEFAULT_WEIGHTS, type Source, type Weights } from './mix.ts';
import { upcoming, type Loop, type LoopPosition } from './order.ts';
import { dayOf, refusalOf, type Moment } from './rights.ts';
import { inTurn, NO_TURNS, type Turns } from './turns.ts';

/** An item of the loop, or of a line in the name of which it plays. */
export type PlayItem = DocumentItem & { line?: { id: string; campaign_id: string } };

export interface Pacing {
  /** s over which the share of advertising is measured. */
  loop_s: number;
  ad_load_max_pct: number;
  per_advertiser_gap_s: number;
  same_creative_gap_items: number;
  catch_up_factor: number;
}
/** Of a screen for which nobody has set any: a campaign plays as it was booked. */
const NO_PACING: Pacing = {
  loop_s: 3_600,
  ad_load_max_pct: 100,
  per_advertiser_gap_s: 0,
  same_creative_gap_items: 0,
  catch_up_factor: 1,
};
export interface Plan {
  loop: Loop<DocumentItem> | null;
  lines: readonly DocumentLine[];
  /** Left out: advertising and the loop, which keeps its order, share by the default weights. */
  weights?: Weights | undefined;
  pacing?: Pacing | undefined;
}
/** What was played on this screen, as far as it decides what follows. It survives a restart. */
export interface PlayoutState {
  sources: Turns;
  /** Of the lines that wait for their turn, and of the creatives of each. */
  lines: Turns;
  items: Readonly<Record<string, Turns>>;
  accounts: Readonly<Record<string, LineAccount>>;
  /** When the last play of an advertiser ended, ms. */
  separations: Readonly<Record<string, number>>;
  /** Creatives played last, the newest first. */
  recent: readonly string[];
  load: { window: number; ad_ms: number };
  /** Where the loop is for each source of it; `loop` where they are not told apart. */
  positions: Readonly<Record<string, LoopPosition>>;
}
export const NOTHING_PLAYED: PlayoutState = {
  sources: NO_TURNS,
  lines: NO_TURNS,
  items: {},
  accounts: {},
  separations: {},
  recent: [],
  load: { window: 0, ad_ms: 0 },
  positions: {},
};
export const MAX_RECENT = 50;

/** Where an item of the loop counts: local content by its kind, all else as the house's own. */
export const sourceOf = (item: DocumentItem): Source => item.content_kind ?? 'house';

/** Of a loop whose sources are not told apart: all that is neither advertising nor bought by auction. */
export const LOOP_WEIGHT = 100 - DEFAULT_WEIGHTS.ads - DEFAULT_WEIGHTS.programmatic;

interface Channel {
  key: string;
  weight: number;
  items: readonly PlayItem[];
}
export interface Refused {
  line: DocumentLine;
  reason: LineRefusal;
}
export interface Decision {
  /** The first that can be shown is; the others stand in for it in this order. */
  candidates: readonly PlayItem[];
  refused: readonly Refused[];
}

export const pacingOf = ({ pacing }: Plan) => pacing ?? NO_PACING;
const longest = (line: DocumentLine) => Math.max(0, ...line.items.map(({ duration_ms }) => duration_ms));

function itemsOfLine(line: DocumentLine, state: PlayoutState, moment: Moment, gap: number): PlayItem[] {
  const recent = state.recent.slice(0, gap);
  const { id, campaign_id } = line;
  return inTurn(state.items[id] ?? NO_TURNS, line.items, item => item.id)
    .filter(item => !recent.includes(item.creative_id))
    .filter(item => refusalOf(item, moment, item.duration_ms) === null)
    .map(item => ({ ...item, line: { id, campaign_id } }));
}

/** The loop as channels: one in its order, or one a source where weights were set. */
function loopChannels({ loop, weights }: Plan, state: PlayoutState, after: LoopPosition | null): Channel[] {
  if (!loop) return [];
  if (!weights) {
    return [{ key: 'loop', weight: LOOP_WEIGHT, items: upcoming(loop, after) }];
  }
  const sources = [...new Set(loop.items.map(sourceOf))];
  return sources.map(source => {
    const own = { ...loop, items: loop.items.filter(item => sourceOf(item) === source) };
    return { key: source, weight: weights[source], items: upcoming(own, state.positions[source] ?? null) };
  });
}

export function decide(
  plan: Plan,
  state: PlayoutState,
  moment: Moment,
  after: LoopPosition | null,
): Decision {
  const pacing = pacingOf(plan);
  const { at, tz } = moment;
  const day = at === null ? '' : dayOf(at, tz);
  const refused: Refused[] = [];
  const window = Math.floor((at ?? 0) / (pacing.loop_s * 1_000));
  const adMs = state.load.window === window ? state.load.ad_ms : 0;
  const adLimit = (pacing.ad_load_max_pct / 100) * pacing.loop_s * 1_000;

  const playable = plan.lines.flatMap(line => {
    const length = longest(line);
    const account = state.accounts[line.id];
    const reason =
      refusedNow(line, moment, length) ??
      refusedBySpent(line, at ?? 0, length, {
        account,
        separatedSince: state.separations[line.separation],
        gap_ms: pacing.per_advertiser_gap_s * 1_000,
        catchUp: pacing.catch_up_factor,
        day,
      }) ??
      (line.class !== 'house' && adMs + length > adLimit ? 'ad_load' : null);
    if (reason !== null) {
      refused.push({ line, reason });
      return [];
    }
    const items = itemsOfLine(line, state, moment, pacing.same_creative_gap_items);
    if (items.length === 0) refused.push({ line, reason: 'same_creative' });
    return items.length === 0 ? [] : [{ line, items }];
  });

  const ofClass = (wanted: DocumentLine['class']) => playable.filter(({ line }) => line.class === wanted);
  const itemsOf = (lines: typeof playable) => lines.flatMap(({ items }) => items);
  /** Who has waited longest for his share of the hour, measured by that share. */
  const behind = ({ line }: (typeof playable)[number]) =>
    dueAt(line, state.accounts[line.id], at ?? 0, pacing.catch_up_factor) / (line.sov_s_per_h ?? 1);
  const owed = ofClass('guaranteed')
    .filter(({ line }) => line.sov_s_per_h !== undefined)
    .sort((a, b) => behind(b) - behind(a));
  const inLineTurn = (lines: typeof playable) => inTurn(state.lines, lines, ({ line }) => line.id);
  const ads = [
    ...inLineTurn(ofClass('guaranteed').filter(({ line }) => line.sov_s_per_h === undefined)),
    ...inLineTurn(ofClass('standard')),
  ];
  const weights = plan.weights ?? DEFAULT_WEIGHTS;
  const channels: Channel[] = [
    { key: 'ads', weight: weights.ads, items: itemsOf(ads) },
    { key: 'house_lines', weight: weights.house, items: itemsOf(inLineTurn(ofClass('house'))) },
    ...loopChannels(plan, state, after),
  ].filter(({ items }) => items.length > 0);
  const turns = inTurn(state.sources, channels, ({ key }) => key);
  /** What was given no time at all stands in where nothing else can be shown: the screen is never dark. */
  const ordered = [
    ...turns.filter(({ weight }) => weight > 0),
    ...turns.filter(({ weight }) => weight === 0),
  ];
  return { candidates: [...itemsOf(owed), ...ordered.flatMap(({ items }) => items)], refused };
}
