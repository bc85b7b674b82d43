/**
 * What a screen plays next: campaigns that are owed a share of the hour first, then whose turn it is among the sources.
 * The same on the screen, in the console and on the server; all it rests on are its arguments. Pure.
 */
import type { DocumentLine } from '../contract/playout/flights.ts';
import { DEFAULT_WEIGHTS, type MixSource, type Weights } from '../contract/playout/mix.ts';
import type { Pacing } from '../contract/playout/playerValues.ts';
import type { ConfigDocument, DocumentItem } from '../contract/playout/manifest.ts';
import type { Lease } from '../contract/playout/lease.ts';
import { leaseFor, type SpentPlays } from './leases/spend.ts';
import {
  dueAt,
  lengthOf,
  refusedBySpent,
  refusedNow,
  type CampaignPlays,
  type LineAccount,
  type Pace,
  type LineRefusal,
} from './lines.ts';
import { upcoming, type Loop, type LoopPosition } from './order.ts';
import { dayOf, refusalOf, type Moment } from './rights.ts';
import { inTurn, NO_TURNS, type Turns } from './turns.ts';
import { inWeather, sourceOfLine, type FactorOf, type LineKind, type WeighedLine } from './weather.ts';

/** An item of the loop, or of a line in the name of which it plays. */
export type PlayItem = DocumentItem & {
  line?: { id: string; campaign_id: string; lease_id?: string; programmatic?: true };
};

/** Of a screen for which nobody has set any: a campaign plays as it was booked. */
const NO_PACING: Omit<Pacing, 'idle_s'> = {
  loop_s: 3_600,
  ad_load_max_pct: 100,
  per_advertiser_gap_s: 0,
  per_category_gap_s: 0,
  same_creative_gap_items: 0,
  catch_up_factor: 1,
  min_item_s: 0,
};
export interface Plan {
  loop: Loop<DocumentItem> | null;
  lines: readonly WeighedLine[];
  /** Left out: what is sold and the loop, which keeps its order, share by the default weights. */
  weights?: Weights | undefined;
  pacing?:
    | (Omit<Pacing, 'idle_s' | 'per_category_gap_s'> & Partial<Pick<Pacing, 'idle_s' | 'per_category_gap_s'>>)
    | undefined;
  weather_rules?: ConfigDocument['weather_rules'];
  /** What the weather of the moment makes of the weights; left out: nothing. */
  factorOf?: FactorOf;
  /** What the screen holds; left out: nobody asks for a lease, as where a plan is only looked at. */
  leases?: readonly Lease[] | undefined;
}
/** What was played on this screen, as far as it decides what follows. It survives a restart. */
export interface PlayoutState {
  sources: Turns;
  /** Of the lines that wait for their turn, and of the creatives of each. */
  lines: Turns;
  items: Readonly<Record<string, Turns>>;
  accounts: Readonly<Record<string, LineAccount>>;
  /** When the last play of an advertiser, and of a category, ended, ms. */
  separations: Readonly<Record<string, number>>;
  /** Creatives played last, the newest first. */
  recent: readonly string[];
  load: { window: number; ad_ms: number };
  /** Left out by older builds. */
  campaigns?: Readonly<Record<string, CampaignPlays>>;
  /** Plays begun under each lease that is still held; left out by older builds. */
  spent?: SpentPlays;
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
export const sourceOf = (item: DocumentItem): MixSource => item.content_kind ?? 'house';

/** Of a loop whose sources are not told apart: all that is neither advertising nor bought by auction. */
const LOOP_WEIGHT = 100 - DEFAULT_WEIGHTS.ads - DEFAULT_WEIGHTS.programmatic;

/** House campaigns and the house's own items of the loop halve one weight while there are both. */
const houseShare = ({ loop, lines, weights }: Plan, moment: Moment) =>
  loop?.items.some(item => !weights || sourceOf(item) === 'house') &&
  lines.some(line => line.class === 'house' && refusedNow(line, moment, 0) === null)
    ? 0.5
    : 1;

/** The channel of a source of the loop, or of the loop where its sources are not told apart. */
export function loopChannel(plan: Plan, moment: Moment, source: MixSource) {
  const { weights, factorOf } = plan;
  const share = houseShare(plan, moment);
  if (!weights) return { key: 'loop', weight: LOOP_WEIGHT - (1 - share) * DEFAULT_WEIGHTS.house };
  const part = source === 'house' ? share : 1;
  return { key: source as string, weight: weights[source] * part * (factorOf?.(source) ?? 1) };
}
/** The channel of a line. Of a source that is kept back only what a rule lets play is left: it has the weight of always. */
export function lineChannel(plan: Plan, moment: Moment, line: LineKind) {
  const { weights = DEFAULT_WEIGHTS, factorOf } = plan;
  const source = sourceOfLine(line);
  const weight = weights[source] * (factorOf?.(source) || 1);
  return source === 'house'
    ? { key: 'house_lines', weight: weight * houseShare(plan, moment) }
    : { key: source as string, weight };
}

interface Channel {
  key: string;
  weight: number;
  items: Iterable<PlayItem>;
}
export interface Refused {
  line: DocumentLine;
  reason: LineRefusal;
}
export interface Decision {
  /** The first that can be shown is; the others stand in for it in this order. Worked out as they are asked for. */
  candidates: Iterable<PlayItem>;
  refused: readonly Refused[];
}

export const pacingOf = ({ pacing }: Plan) => pacing ?? NO_PACING;
export function paceOf(plan: Plan): Pace {
  const { catch_up_factor, min_item_s } = pacingOf(plan);
  return { catchUp: catch_up_factor, least_ms: min_item_s * 1_000 };
}

/** A creative may come again after so many others. */
const isSpaced = (state: PlayoutState, gap: number) => {
  const recent = state.recent.slice(0, gap);
  return (item: DocumentItem) => !recent.includes(item.creative_id);
};

/** The loop as channels: one in its order, or one a source where weights were set. */
function loopChannels(
  plan: Plan,
  state: PlayoutState,
  moment: Moment,
  after: LoopPosition | null,
): Channel[] {
  const { loop, weights } = plan;
  if (!loop) return [];
  if (!weights) return [{ ...loopChannel(plan, moment, 'house'), items: upcoming(loop, after) }];
  const sources = [...new Set(loop.items.map(sourceOf))];
  return sources.map(source => {
    const own = { ...loop, items: loop.items.filter(item => sourceOf(item) === source) };
    return { ...loopChannel(plan, moment, source), items: upcoming(own, state.positions[source] ?? null) };
  });
}

/** Under which lease a line would play; null: it needs none. */
const leaseOf = ({ leases }: Plan, { spent }: PlayoutState, line: DocumentLine, at: number) =>
  line.leased && leases
    ? leaseFor(line.id, leases, { spent, at, isPaced: line.sov_s_per_h === undefined })
    : null;

/** Advertising that a loop holds at most; ms. */
export const adLimitOf = ({ ad_load_max_pct, loop_s }: Pick<Pacing, 'ad_load_max_pct' | 'loop_s'>) =>
  (ad_load_max_pct / 100) * loop_s * 1_000;

/** Why each line may not play now; null: it may. */
function judge(plan: Plan, state: PlayoutState, moment: Moment) {
  const pacing = pacingOf(plan);
  const { tz } = moment;
  const at = moment.at ?? 0;
  const window = Math.floor(at / (pacing.loop_s * 1_000));
  const adMs = state.load.window === window ? state.load.ad_ms : 0;
  const adLimit = adLimitOf(pacing);
  const isFree = isSpaced(state, pacing.same_creative_gap_items);
  const { catchUp, least_ms } = paceOf(plan);
  const screen = {
    ...{ catchUp, least_ms, at, day: moment.at === null ? '' : dayOf(at, tz), ride: moment.ride_id },
    ...{ separations: state.separations, gap_ms: pacing.per_advertiser_gap_s * 1_000 },
    category_gap_ms: (pacing.per_category_gap_s ?? 0) * 1_000,
  };
  const refusedItem = (item: DocumentItem) =>
    isFree(item) ? refusalOf(item, moment, Math.max(item.duration_ms, least_ms)) : 'same_creative';
  return (line: WeighedLine): LineRefusal | null => {
    const length = lengthOf(line, least_ms);
    const lease = leaseOf(plan, state, line, at);
    const reason =
      refusedNow(line, moment, length) ??
      refusedBySpent(line, length, screen, {
        account: state.accounts[line.id],
        plays: state.campaigns?.[line.campaign_id],
        lease: typeof lease === 'string' ? lease : null,
        isPacedByLease: lease !== null && line.sov_s_per_h === undefined,
      });
    if (reason !== null) return reason;
    if (line.class !== 'house' && adMs + length > adLimit) return 'ad_load';
    const first = line.items[0];
    const ofFirst = first ? refusedItem(first) : 'over';
    return ofFirst === null || line.items.some(item => refusedItem(item) === null) ? null : ofFirst;
  };
}

/** Why a line may not play now, by what was played until now; undefined: the plan has no such line. */
export function refusalOfLine(planned: Plan, state: PlayoutState, moment: Moment, id: string) {
  const plan = inWeather(planned, moment);
  const line = plan.lines.find(one => one.id === id);
  return line && judge(plan, state, moment)(line);
}

export function decide(
  planned: Plan,
  state: PlayoutState,
  moment: Moment,
  after: LoopPosition | null,
): Decision {
  const plan = inWeather(planned, moment);
  const pacing = pacingOf(plan);
  const pace = paceOf(plan);
  const refusedBy = judge(plan, state, moment);
  const refused: Refused[] = [];
  const playable: WeighedLine[] = [];
  for (const line of plan.lines) {
    const reason = refusedBy(line);
    if (reason === null) playable.push(line);
    else refused.push({ line, reason });
  }
  const isFree = isSpaced(state, pacing.same_creative_gap_items);
  const inFull = (item: PlayItem) =>
    item.duration_ms < pace.least_ms ? { ...item, duration_ms: pace.least_ms } : item;
  function* itemsOf(lines: readonly WeighedLine[]): Iterable<PlayItem> {
    for (const line of lines) {
      const { id, campaign_id, programmatic, items } = line;
      const lease = leaseOf(plan, state, line, moment.at ?? 0);
      const named = lease !== null && typeof lease !== 'string' ? { lease_id: lease.id } : {};
      for (const one of inTurn(state.items[id] ?? NO_TURNS, items, ({ id }) => id)) {
        const item = inFull({
          ...one,
          line: { id, campaign_id, ...(programmatic && { programmatic }), ...named },
        });
        if (isFree(item) && refusalOf(item, moment, item.duration_ms) === null) yield item;
      }
    }
  }

  const ofClass = (wanted: DocumentLine['class']) => playable.filter(line => line.class === wanted);
  const inLineTurn = (lines: readonly WeighedLine[]) => inTurn(state.lines, lines, ({ id }) => id);
  const isShare = ({ sov_s_per_h }: DocumentLine) => sov_s_per_h !== undefined;
  /** Who has waited longest for his share of the hour, measured by that share. */
  const behind = (line: WeighedLine) =>
    dueAt(line, state.accounts[line.id], moment.at ?? 0, pace) / (line.sov_s_per_h ?? 1);
  const guaranteed = ofClass('guaranteed');
  /** Between equals, as where a gap keeps all of them, it is his turn who was served longest ago. */
  const owed = inLineTurn(guaranteed.filter(isShare)).sort((a, b) => behind(b) - behind(a));
  const sold = [...inLineTurn(guaranteed.filter(line => !isShare(line))), ...inLineTurn(ofClass('standard'))];
  const soldBy = (source: MixSource) => sold.filter(line => sourceOfLine(line) === source);
  const ownLines = inLineTurn(ofClass('house'));

  const channels: Channel[] = [
    ...[soldBy('ads'), soldBy('programmatic'), ownLines].flatMap(lines =>
      lines[0] ? [{ ...lineChannel(plan, moment, lines[0]), items: itemsOf(lines) }] : [],
    ),
    ...loopChannels(plan, state, moment, after),
  ];
  const turns = inTurn(state.sources, channels, ({ key }) => key);
  /** What was given no time at all stands in where nothing else can be shown: the screen is never dark. */
  const ordered = [
    ...turns.filter(({ weight }) => weight > 0),
    ...turns.filter(({ weight }) => weight === 0),
  ];
  function* candidates() {
    yield* itemsOf(owed);
    for (const { items } of ordered) for (const item of items) yield inFull(item);
  }
  return { candidates: candidates(), refused };
}
