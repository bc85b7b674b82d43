/** A decision made again from what its screen recorded of it, by the code that made it there. Pure. */
import type { DecisionReason, UnreadyReason } from '../../contract/playout/decisions.ts';
import type { Lease } from '../../contract/playout/lease.ts';
import type { RecordedDecision } from '../../contract/proof/recording.ts';
import { chosenOf } from './chosen.ts';
import { decide, NOTHING_PLAYED, type PlayItem, type PlayoutState } from '../decide.ts';
import { positionIn } from '../loopStanding.ts';
import { upcoming, type LoopPosition } from '../order.ts';
import { plansOf, zoneOfDocuments, type Documents } from '../plans.ts';
import { reasonsOf } from './reason.ts';
import type { Moment } from '../rights.ts';
import { createSimulation, firstAllowed, type Standing } from '../simulate.ts';

export type Remade = Pick<RecordedDecision, 'chosen'> & {
  reasons: { line_id: string; reason: DecisionReason }[];
};

/** Of candidates that are asked for in their order, each once: those that came before the chosen one could not be shown. */
function comesAfter(passed: RecordedDecision['passed']): (item: PlayItem) => boolean {
  if (typeof passed !== 'number') return ({ id }) => !passed.includes(id);
  let n = 0;
  return () => n++ >= passed;
}
const unreadyIn = ({ failed = [], unready = [] }: RecordedDecision) =>
  new Map<string, UnreadyReason>([
    ...failed.map(id => [id, 'failed'] as const),
    ...unready.map(({ line_id, reason }) => [line_id, reason] as const),
  ]);

/** `textOf`: a document by the hash of its bytes. */
function inputsOf(record: RecordedDecision, textOf: (sha256: string) => string) {
  const read = <T>(sha256: string | null) => (sha256 === null ? null : (JSON.parse(textOf(sha256)) as T));
  const { playlist, config, flights, schedule, scheduled } = record.documents;
  const documents = {
    ...{ playlist: read(playlist), config: read(config), flights: read(flights), schedule: read(schedule) },
    scheduled: scheduled.map(sha256 => read(sha256)),
  } as Documents;
  const { at, place, ride, ride_id } = record;
  const weather = record.weather as Moment['weather'];
  const moment: Moment = {
    ...{ at, weather, ride, ride_id, tz: zoneOfDocuments(documents) },
    place: place && {
      ...{ lat: place.lat, lng: place.lng, acc_m: place.acc_m, age_ms: place.age_ms },
      ...(place.entered && { entered: new Set(place.entered) }),
    },
  };
  const standing: Standing = {
    state: (record.state as PlayoutState | null) ?? NOTHING_PLAYED,
    position: record.position as LoopPosition | null,
    lastLoop: record.loop,
  };
  return {
    ...{ moment, standing, planAt: plansOf(documents, record.leases as unknown as Lease[]) },
    isReady: comesAfter(record.passed),
  };
}

export function remake(record: RecordedDecision, textOf: (sha256: string) => string): Remade {
  const { moment, standing: begin, planAt, isReady } = inputsOf(record, textOf);
  const { plan, standing } = planAt(moment.at);
  const { candidates, refused } = decide(plan, begin.state, moment, positionIn(begin, plan.loop));
  const item =
    firstAllowed(candidates, moment, isReady) ??
    (standing && firstAllowed(upcoming(standing, positionIn(begin, standing)), moment, isReady));
  const reasons = reasonsOf({
    ...{ lines: plan.lines, refused, chosen: item?.line?.id ?? null },
    ...{ missing: new Set(record.missing), unready: unreadyIn(record) },
  });
  return {
    chosen: chosenOf(item),
    reasons: reasons.map(({ line, reason }) => ({ line_id: line.id, reason })),
  };
}

/** What the simulator shows from there on, and which lines it says were refused; null where the clock was not known. */
export function simulateFrom(record: RecordedDecision, textOf: (sha256: string) => string) {
  const { moment, standing, planAt, isReady } = inputsOf(record, textOf);
  if (moment.at === null) return null;
  const simulation = createSimulation(planAt, () => moment, moment.at, standing, isReady);
  const { shows, refusals } = simulation.until(moment.at + 1);
  return {
    chosen: chosenOf(shows[0]?.item ?? null),
    refused: [...refusals].map(([line_id, reasons]) => ({ line_id, reason: [...reasons.keys()][0] })),
  };
}
