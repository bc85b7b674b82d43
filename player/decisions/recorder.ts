/** Records what this screen decides and hands it in, as many times as somebody asked. It ends with the page. */
import { every } from '../../shared/clock.ts';
import {
  MAX_RECORDED_A_CALL,
  sendRecording,
  type RecordedDecision,
} from '../../shared/contract/proof/recording.ts';
import { CallFailure, type DeviceClient } from '../../shared/device/call.ts';
import { readValue } from '../../shared/device/storage.ts';
import { uuid7 } from '../../shared/random.ts';
import { chosenOf } from '../../shared/playout/recording/chosen.ts';
import type { HeldLease } from '../../shared/playout/leases/held.ts';
import { onFault } from '../app/faults.ts';
import type { Player } from '../app/player.ts';
import type { ExplainedChoice } from '../library/choice.ts';

type RecordedPlayer = Pick<Player, 'clock' | 'db' | 'decisions' | 'time'>;

const SEND_EVERY_MS = 15_000;
/** Many calls that no server took: nobody waits for them any more. */
const MAX_WAITING = 500;
/** The server will never say anything else. */
const FINAL: readonly number[] = [400, 404, 409, 413, 422];

/** One that is closed lets nothing play, which a decision that is made again has to know. */
const leaseOf = ({
  id,
  campaign_id,
  line_id,
  max_plays,
  window_start,
  window_end,
  play_deadline,
  closed,
}: HeldLease) => ({
  ...{ id, campaign_id, line_id, max_plays, window_start, window_end, play_deadline },
  ...(closed && { closed }),
});
function recordOf(n: number, choice: ExplainedChoice): RecordedDecision {
  const { inputs, item, missing, passed, reasons, unready } = choice;
  const { moment, plan, state, position, lastLoop, content } = inputs;
  const { playlist = null, config = null, flights, schedule, scheduled } = content?.plan ?? {};
  const { place } = moment;
  return {
    ...{ n, at: moment.at, weather: moment.weather && { ...moment.weather } },
    ...(moment.ride && { ride: moment.ride }),
    ...(moment.ride_id !== undefined && { ride_id: moment.ride_id }),
    place: place && {
      ...{ lat: place.lat, lng: place.lng, acc_m: place.acc_m, age_ms: place.age_ms },
      ...(place.entered && { entered: [...place.entered] }),
    },
    documents: {
      ...{ playlist, config, flights: flights ?? null, schedule: schedule ?? null },
      scheduled: [...(scheduled ?? [])],
    },
    state: state as RecordedDecision['state'],
    position: position as RecordedDecision['position'],
    loop: lastLoop,
    leases: (plan.leases ?? []).map(leaseOf),
    ...{ passed, missing: [...missing] },
    unready: [...unready].map(([line_id, reason]) => ({ line_id, reason })),
    chosen: chosenOf(item),
    reasons: reasons.map(({ line, reason }) => ({ line_id: line.id, reason })),
  };
}

class PlaceKeptError extends Error {
  constructor() {
    super('This screen may not report its place, and its decisions would.');
  }
}

/** What ends the recording of each screen that is recorded. */
const running = new WeakMap<RecordedPlayer['decisions'], () => void>();

/**
 * A recording takes the place of one that runs. Each decision carries the place of the screen: where the screen may not
 * report it, nothing is recorded.
 */
export async function startRecording(
  { clock, db, decisions, time }: RecordedPlayer,
  caller: Pick<DeviceClient, 'call'>,
  count: number,
): Promise<void> {
  async function requireConsent() {
    const [mayKnow, mayTell] = await Promise.all([
      readValue(db, 'place_allowed'),
      readValue(db, 'place_reported'),
    ]);
    if (mayKnow && !mayTell) throw new PlaceKeptError();
  }
  await requireConsent();
  running.get(decisions)?.();
  running.set(decisions, stop);
  const recording_id = uuid7(time.now());
  let waiting: RecordedDecision[] = [];
  const texts = new Map<string, Promise<string | undefined>>();
  const sent = new Set<string>();
  let recorded = 0;
  const textOf = async (sha256: string) => (await (await db()).get('documents', sha256))?.text;
  const documentsOf = ({ documents: { scheduled, ...named } }: RecordedDecision) =>
    [...Object.values(named), ...scheduled].filter(sha256 => sha256 !== null);

  let isOver = false;
  /** Once: another recording may have taken its place since. */
  function stop() {
    if (isOver) return;
    isOver = true;
    decisions.tell(null);
    endSending();
  }
  async function send(): Promise<void> {
    const batch = waiting.slice(0, MAX_RECORDED_A_CALL);
    const isLast = recorded >= count;
    if (batch.length === 0 || (batch.length < MAX_RECORDED_A_CALL && !isLast)) return;
    const fresh = [...new Set(batch.flatMap(documentsOf))].filter(sha256 => !sent.has(sha256));
    const found = await Promise.all(fresh.map(async sha256 => ({ sha256, text: await texts.get(sha256) })));
    const documents = found.flatMap(({ sha256, text }) => (text === undefined ? [] : [{ sha256, text }]));
    // Consent that is withdrawn while a recording runs counts for what was recorded before it, too.
    await requireConsent();
    if (isOver) return;
    await caller.call(sendRecording, { body: { recording_id, decisions: batch, documents } });
    for (const { sha256 } of documents) sent.add(sha256);
    waiting = waiting.slice(batch.length);
    if (waiting.length === 0 && isLast) return stop();
    return send();
  }
  let sending: Promise<void> | null = null;
  const attempt = () =>
    void (sending ??= send()
      .catch((error: unknown) => {
        if (error instanceof PlaceKeptError) stop();
        else if (!(error instanceof CallFailure)) onFault(error);
        else if (FINAL.includes(error.status)) stop();
      })
      .finally(() => (sending = null)));
  const endSending = every(clock, SEND_EVERY_MS, attempt);
  decisions.tell(choice => {
    if (recorded >= count) return;
    if (waiting.length >= MAX_WAITING) return stop();
    const record = recordOf(recorded++, choice);
    waiting.push(record);
    for (const sha256 of documentsOf(record)) if (!texts.has(sha256)) texts.set(sha256, textOf(sha256));
    if (waiting.length >= MAX_RECORDED_A_CALL || recorded >= count) attempt();
  });
}
