/** Decisions of a screen that is asked to record them: all that each rests on, so that anybody can make it again. */
import * as z from 'zod/mini';
import { endpoint } from '../wire/endpoint.ts';
import { byId, id, instant, int, MAX_INT, sha256, text } from '../wire/wire.ts';
import { MAX_RECORDED } from '../fleet/command.ts';
import { DECISION_REASONS, UNREADY_REASONS } from '../playout/decisions.ts';
import { RIDE_STATES } from '../playout/schedule.ts';

export const MAX_RECORDED_A_CALL = 25;
/** Of lines, and of what stands for each of them. */
const MAX_LINES = 2_000;
const MAX_DOCUMENTS = 50;
const MAX_DOCUMENT_CHARS = 1_000_000;
/** A call is larger than others: it may carry a document of a thousand items. */
export const RECORDED_BODY_LIMIT = 2_097_152;

const ids = z.array(id).check(z.maxLength(MAX_LINES));
/** What the code of the screen's own build keeps, read by the same code: its shape is that code's own. */
const opaque = z.record(z.string(), z.unknown());
const number = z.number();

export const recordedDecision = z.strictObject({
  n: int(0, MAX_RECORDED - 1),
  /** Wall clock, ms; null: not known. */
  at: z.nullable(number),
  weather: z.nullable(opaque),
  place: z.nullable(
    z.strictObject({
      ...{ lat: number, lng: number, acc_m: number, age_ms: number },
      entered: z.optional(ids),
    }),
  ),
  /** Left out: not known. */
  ride: z.optional(z.enum(RIDE_STATES)),
  /** Random, of one ride alone. */
  ride_id: z.optional(id),
  documents: z.strictObject({
    ...{ playlist: z.nullable(sha256), config: z.nullable(sha256) },
    ...{ flights: z.nullable(sha256), schedule: z.nullable(sha256) },
    scheduled: z.array(sha256).check(z.maxLength(MAX_DOCUMENTS)),
  }),
  /** null: nothing but a loop has ever played. */
  state: z.nullable(opaque),
  /** The item of the loop shown last, and its playlist where that is known. */
  position: z.nullable(opaque),
  loop: z.nullable(z.string()),
  leases: z.array(opaque).check(z.maxLength(MAX_LINES)),
  /**
   * How many candidates came before the one that was chosen and could not be shown. They are counted, because an item may
   * stand in several lines and playlists; older builds named them by id.
   */
  passed: z.union([int(0, MAX_INT), z.array(z.string()).check(z.maxLength(MAX_LINES))]),
  /** Lines of which no file was there, and those of which none could be shown for another reason. */
  missing: ids,
  /** Of older builds. */
  failed: z.optional(ids),
  unready: z.optional(
    z.array(z.strictObject({ line_id: id, reason: z.enum(UNREADY_REASONS) })).check(z.maxLength(MAX_LINES)),
  ),
  /** What was decided. */
  chosen: z.nullable(
    z.strictObject({ item_id: z.string(), line_id: z.nullable(id), lease_id: z.nullable(id) }),
  ),
  reasons: z
    .array(z.strictObject({ line_id: id, reason: z.enum(DECISION_REASONS) }))
    .check(z.maxLength(MAX_LINES)),
});
export type RecordedDecision = z.infer<typeof recordedDecision>;

const documentText = z.strictObject({ sha256, text: text(2, MAX_DOCUMENT_CHARS) });
const batch = {
  recording_id: id,
  decisions: z.array(recordedDecision).check(z.minLength(1), z.maxLength(MAX_RECORDED_A_CALL)),
  /** Those that these decisions are the first of the recording to name. */
  documents: z.array(documentText).check(z.maxLength(MAX_DOCUMENTS)),
};

/** A call of its own and outside what a day of a data plan allows: whoever asks for a recording pays for it. */
export const sendRecording = endpoint({
  method: 'POST',
  path: '/api/player/decisions/recorded',
  access: { who: 'device' },
  summary: 'Decisions with all they rest on, while somebody asked for them',
  bodyLimit: RECORDED_BODY_LIMIT,
  body: z.strictObject(batch),
  answer: z.object({ ok: z.literal(true) }),
});
export const readRecording = endpoint({
  method: 'GET',
  path: '/api/devices/:id/recorded-decisions',
  access: { who: 'user', area: 'monitor', level: 'R' },
  summary: 'The last recording of a screen: its decisions in order, and the documents they name',
  params: byId,
  query: z.object({
    after: z._default(z.coerce.number().check(z.int(), z.minimum(-1), z.maximum(MAX_INT)), -1),
  }),
  answer: z.object({
    recording_id: z.nullable(id),
    received_at: z.nullable(instant),
    decisions: z.array(recordedDecision),
    documents: z.array(documentText),
    /** Asked for with `after`; null: that was all there is. */
    next: z.nullable(z.number()),
  }),
});
