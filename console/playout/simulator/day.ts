/** A day of a screen as the simulator tells it: what played when, each campaign's share, and what kept the others. Pure. */
import { instant } from '../../../shared/clock.ts';
import type { ScreenLeases } from '../../../shared/contract/playout/simulation.ts';
import { NOTHING_PLAYED, type Refused } from '../../../shared/playout/decide.ts';
import { LEASES_MS } from '../../../shared/playout/leases/interval.ts';
import { plansOf, zoneOfDocuments, type Documents } from '../../../shared/playout/plans.ts';
import type { Moment } from '../../../shared/playout/rights.ts';
import type { Weights } from '../../../shared/contract/playout/playerValues.ts';
import {
  createSimulation,
  type Example,
  type Show,
  type SimulatedStretch,
} from '../../../shared/playout/simulate.ts';
import { createSimulatedLeases } from '../../../shared/sales/simulatedLeases.ts';
import { rideAt, type RideSpan } from './rides.ts';
import { EXACT_M, followTrack, type Track } from './track.ts';

export interface Day {
  from: number;
  to: number;
  /** Where the screen stands while it is on no track; null: it does not know. */
  place: { lat: number; lng: number } | null;
  track: Track | null;
  /** Who is in the car; at all other times it is not known. */
  rides: readonly RideSpan[];
  /** A mix to try instead of the one that is set; null: the one that is set. */
  weights: Weights | null;
}
const HOUR_MS = 3_600_000;

/** With what its leases are granted by; without it what needs one plays as if it needed none. */
export interface SimulatedDocuments extends Documents {
  leases?: ScreenLeases | null;
}
export interface HourOfPlay {
  at: number;
  /** By campaign; the loop's own under `loop`, sold spots under `spots`. */
  shares: Map<string, number>;
  shows: Show[];
}
export interface SimulatedDay {
  hours: HourOfPlay[];
  /** ms and plays by the same. */
  totals: Map<string, { ms: number; plays: number; names: Set<string> }>;
  /** By campaign: how many decisions each reason kept it from. */
  kept: Map<string, Map<Refused['reason'], number>>;
  /** The numbers of the first time that each of them did. */
  figures: Map<string, Map<Refused['reason'], Example>>;
  decisions: number;
}
export const LOOP = 'loop';
/** Of all spots that were sold by auction: each is a line for a single moment, and of no campaign. */
export const SPOTS = 'spots';
/** Under which what was shown counts. */
export const keyOf = ({ line }: Show['item']) => (line?.programmatic ? SPOTS : (line?.campaign_id ?? LOOP));

/** Hour by hour, so that the page can draw what is there and be left meanwhile. */
export function* simulateDay(
  documents: SimulatedDocuments,
  { from, to, place, track, rides, weights }: Day,
): Generator<SimulatedDay> {
  const { config, flights } = documents;
  const tz = zoneOfDocuments(documents);
  const onTrack = track ? followTrack(track, flights?.lines ?? []) : () => null;
  const stands = place && { ...place, acc_m: EXACT_M, age_ms: 0 };
  const rideOf = (at: number): Pick<Moment, 'ride' | 'ride_id'> => {
    const span = rideAt(rides, at, tz);
    if (!span) return {};
    return { ride: span.ride, ...(span.ride === 'riding' && { ride_id: String(rides.indexOf(span)) }) };
  };
  const momentAt = (at: number): Moment => ({
    at,
    tz,
    weather: config?.weather ? { ...config.weather, at: instant(at) } : null,
    place: onTrack(at) ?? stands,
    ...rideOf(at),
  });
  const planAt = plansOf(documents);
  const leases = documents.leases
    ? createSimulatedLeases({
        ...{ leases: documents.leases, lines: flights?.lines ?? [], tz, from },
        every_ms: LEASES_MS[config?.metered === 'metered' ? 'metered' : 'free'],
      })
    : undefined;
  const planWith = (at: number) => {
    const found = planAt(at);
    return weights ? { ...found, plan: { ...found.plan, weights } } : found;
  };
  const simulation = createSimulation(
    ...([planWith, momentAt, from] as const),
    leases && { state: { ...NOTHING_PLAYED, spent: leases.spent }, position: null, lastLoop: null },
    undefined,
    leases,
  );
  const campaignOf = new Map(
    (flights?.lines ?? []).filter(line => !line.programmatic).map(({ id, campaign_id }) => [id, campaign_id]),
  );
  const day: SimulatedDay = {
    ...{ hours: [], totals: new Map(), kept: new Map(), figures: new Map() },
    decisions: 0,
  };
  for (let at = from; at < to; at += HOUR_MS) {
    add(day, at, simulation.until(Math.min(to, at + HOUR_MS)), campaignOf);
    yield day;
  }
}

function add(
  day: SimulatedDay,
  at: number,
  stretch: SimulatedStretch,
  campaignOf: ReadonlyMap<string, string>,
): void {
  const shares = new Map<string, number>();
  for (const { item } of stretch.shows) {
    const key = keyOf(item);
    shares.set(key, (shares.get(key) ?? 0) + item.duration_ms);
    const total = day.totals.get(key) ?? { ms: 0, plays: 0, names: new Set<string>() };
    total.ms += item.duration_ms;
    total.plays++;
    total.names.add(item.name);
    day.totals.set(key, total);
  }
  day.hours.push({ at, shares, shows: stretch.shows });
  day.decisions += stretch.decisions;
  for (const [line, reasons] of stretch.refusals) {
    const campaign = campaignOf.get(line);
    if (campaign === undefined) continue;
    const of = day.kept.get(campaign) ?? new Map<Refused['reason'], number>();
    for (const [reason, n] of reasons) of.set(reason, (of.get(reason) ?? 0) + n);
    day.kept.set(campaign, of);
  }
  for (const [line, examples] of stretch.figures) {
    const campaign = campaignOf.get(line);
    if (campaign === undefined) continue;
    const before = day.figures.get(campaign);
    day.figures.set(campaign, new Map([...examples, ...(before ?? [])]));
  }
}
