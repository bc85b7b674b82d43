/** What a play changes in what follows: turns, accounts, gaps and the share of advertising. Pure. */
import type { DocumentLine } from '../contract/playout/flights.ts';
import type { DocumentItem } from '../contract/playout/manifest.ts';
import {
  lineChannel,
  loopChannel,
  paceOf,
  pacingOf,
  sourceOf,
  type Plan,
  type PlayItem,
  type PlayoutState,
} from './decide.ts';
import { usedOf } from './leases/spend.ts';
import { accountAfter, campaignsAfter, refusedNow, separationsAt, type LineAccount } from './lines.ts';
import { MAX_RECENT } from './decide.ts';
import { positionOf, type Loop } from './order.ts';
import { dayOf, type Moment } from './rights.ts';
import { afterTurn, NO_TURNS, withServed } from './turns.ts';
import { inWeather, type WeighedLine } from './weather.ts';

interface Played {
  item: PlayItem;
  /** When it began. */
  moment: Moment;
}

/** The lines that are not in the plan any more are forgotten once their last hour is over. */
const KEPT_MS = 86_400_000;
const isRecent =
  (at: number) =>
  ([, account]: [string, LineAccount]) =>
    at - account.at < KEPT_MS;

function accountsAfter(plan: Plan, state: PlayoutState, { item, moment }: Played, at: number) {
  const gone = Object.entries(state.accounts).filter(isRecent(at));
  const now = plan.lines.map(line => {
    const account = accountAfter(line, state.accounts[line.id], {
      ...{ at, ...paceOf(plan) },
      hasRight: refusedNow(line, moment, item.duration_ms) === null,
      played: item.line?.id === line.id ? item.duration_ms : null,
    });
    return [line.id, account] as const;
  });
  return { ...Object.fromEntries(gone), ...Object.fromEntries(now) };
}

function positionsAfter({ loop, weights }: Plan, state: PlayoutState, item: PlayItem) {
  if (!weights || !loop || item.line) return state.positions;
  const source = sourceOf(item);
  const own: Loop<DocumentItem> = { ...loop, items: loop.items.filter(one => sourceOf(one) === source) };
  return { ...state.positions, [source]: positionOf(own, item, state.positions[source] ?? null) };
}

/** A guaranteed share of the hour is owed and takes no turn of the others. */
const isOwedShare = (plan: Plan, item: PlayItem) =>
  plan.lines.some(
    ({ id, class: of, sov_s_per_h }) =>
      id === item.line?.id && of === 'guaranteed' && sov_s_per_h !== undefined,
  );

/** One more under its lease; of those that are not held any more nothing is kept. */
function spentAfter({ leases = [] }: Plan, { spent = {} }: PlayoutState, { line }: PlayItem) {
  const held = Object.entries(spent).filter(([id]) => leases.some(one => one.id === id));
  const id = line?.lease_id;
  if (id === undefined && held.length === 0) return { spent: undefined };
  return {
    spent: {
      ...Object.fromEntries(held),
      ...(id !== undefined && { [id]: usedOf(spent, id) + 1 }),
    },
  };
}

function linesAfter({ lines }: Plan, state: PlayoutState, line: WeighedLine, duration_ms: number) {
  const ids = new Set(lines.map(({ id }) => id));
  /** One that was begun though the weather keeps it back by now takes its turn as ever. */
  const weight = Math.max(1, line.plays_per_h ?? 1) * (line.factor || 1);
  const after = afterTurn(state.lines, line.id, duration_ms / weight);
  return withServed(after, state.lines, line.id, id => ids.has(id));
}

/** What may not come again too soon. */
const separatedBy = (line: DocumentLine | undefined) =>
  line ? [line.separation, ...(line.categories ?? [])] : [];

export function afterPlay(planned: Plan, state: PlayoutState, played: Played): PlayoutState {
  const { item, moment } = played;
  const plan = inWeather(planned, moment);
  const pacing = pacingOf(plan);
  const at = moment.at;
  const line = plan.lines.find(({ id }) => id === item.line?.id);
  /** By which it came, as `decide` divides the time. */
  const { key, weight } = item.line
    ? lineChannel(plan, moment, { class: line?.class, programmatic: item.line.programmatic })
    : loopChannel(plan, moment, sourceOf(item));
  const turned = {
    ...state,
    sources: isOwedShare(plan, item)
      ? state.sources
      : afterTurn(state.sources, key, item.duration_ms / (weight || 1)),
    positions: positionsAfter(plan, state, item),
    ...spentAfter(plan, state, item),
    recent: [item.creative_id, ...state.recent].slice(0, MAX_RECENT),
    ...(line && {
      lines: linesAfter(plan, state, line, item.duration_ms),
      items: {
        ...Object.fromEntries(
          plan.lines.flatMap(({ id }) => (state.items[id] ? [[id, state.items[id]]] : [])),
        ),
        [line.id]: afterTurn(state.items[line.id] ?? NO_TURNS, item.id, 1 / (item.weight ?? 1)),
      },
    }),
  };
  /** Without a clock nothing can be counted by the hour, and no line has a right. */
  if (at === null) return turned;
  const window = Math.floor(at / (pacing.loop_s * 1_000));
  const before = state.load.window === window ? state.load.ad_ms : 0;
  const isAd = line !== undefined && line.class !== 'house';
  const ended = at + item.duration_ms;
  return {
    ...turned,
    accounts: accountsAfter(plan, state, played, at),
    campaigns: campaignsAfter(state.campaigns ?? {}, item.line?.campaign_id, {
      ...{ at, day: dayOf(at, moment.tz), ride: moment.ride_id },
    }),
    load: { window, ad_ms: before + (isAd ? item.duration_ms : 0) },
    separations: {
      ...separationsAt(state.separations, at),
      ...Object.fromEntries(separatedBy(line).map(key => [key, ended])),
    },
  };
}
