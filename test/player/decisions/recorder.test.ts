import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { createDecisionCounts } from '../../../shared/playout/recording/counts.ts';
import { byCampaign, reasonsOf } from '../../../shared/playout/recording/reason.ts';
import { instant } from '../../../shared/clock.ts';
import type { RecordedDecision, sendRecording } from '../../../shared/contract/proof/recording.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import type { HeldLease } from '../../../shared/playout/leases/held.ts';
import { remake } from '../../../shared/playout/recording/remake.ts';
import type { ExplainedChoice } from '../../../player/library/choice.ts';
import { startRecording } from '../../../player/decisions/recorder.ts';
import { CallFailure } from '../../../shared/device/call.ts';
import { connect, writeValues } from '../../../shared/device/storage.ts';
import { decide, NOTHING_PLAYED, type Plan } from '../../../shared/playout/decide.ts';
import { lineOf, MONDAY } from '../../shared/playout/lines.ts';
import { manualClock } from '../../support/clock.ts';
import { idOf, picture } from '../items.ts';

const moment = { at: MONDAY, tz: 'UTC', weather: null, place: { lat: 38.7, lng: -9.1, acc_m: 9, age_ms: 0 } };
const plan = { loop: { playlist_id: idOf(9), items: [picture(1)] }, lines: [lineOf(1)] };
const DECISIONS_A_CALL = 25;

async function begin(name: string) {
  const clock = manualClock(MONDAY);
  const db = connect(name);
  await writeValues(db, { place_allowed: true, place_reported: true });
  const decisions = createDecisionCounts<ExplainedChoice>(
    () => clock.now(),
    () => idOf(1),
  );
  const sent: number[] = [];
  const ids: string[] = [];
  const records: RecordedDecision[] = [];
  const link: { answer: Promise<unknown> } = { answer: Promise.resolve({ ok: true }) };
  const caller = {
    call: (
      _endpoint: unknown,
      { body }: { body: Pick<Body<typeof sendRecording>, 'recording_id' | 'decisions'> },
    ) => {
      ids.push(body.recording_id);
      sent.push(body.decisions.length);
      records.push(...body.decisions);
      return link.answer;
    },
  };
  const time = { now: () => clock.now() } as never;
  const start = (count = 4 * DECISIONS_A_CALL) =>
    startRecording({ clock, db, decisions, time }, caller as never, count);
  const decideSome = async (under: Plan = plan) => {
    const { refused } = decide(under, NOTHING_PLAYED, moment, null);
    const inputs = { content: null, plan: under, state: null, moment, position: null, lastLoop: null };
    const why = { lines: under.lines, refused, chosen: null, missing: new Set<string>(), unready: new Map() };
    const choice = { ...why, reasons: reasonsOf(why), inputs, item: null, passed: 0 };
    for (let n = 0; n < DECISIONS_A_CALL; n++) decisions.count(choice, byCampaign(choice.reasons));
    for (let turn = 0; turn < 50; turn++) await new Promise(done => setImmediate(done));
  };
  return { db, ids, sent, records, link, start, decideSome };
}

it('a recording ends with the consent to report the place, and what was not sent by then is not sent', async () => {
  const { db, sent, start, decideSome } = await begin('recorder-1');
  await start();
  await decideSome();
  expect(sent).toEqual([DECISIONS_A_CALL]);
  await writeValues(db, { place_reported: null });
  await decideSome();
  await writeValues(db, { place_reported: true });
  await decideSome();
  expect(sent).toEqual([DECISIONS_A_CALL]);
});

it('a recording takes the place of one that runs, which sends nothing more', async () => {
  const { ids, start, decideSome } = await begin('recorder-4');
  await start();
  await decideSome();
  await start();
  await decideSome();
  await decideSome();
  expect(ids.map(id => ids.indexOf(id))).toEqual([0, 1, 1]);
});

it.each([
  [
    'refused',
    DECISIONS_A_CALL * 4,
    () => Promise.reject(new CallFailure('refused', 'STATE', { status: 409 })),
  ],
  ['taken, its last', DECISIONS_A_CALL, () => Promise.resolve({ ok: true })],
  ['taken, with more to send', DECISIONS_A_CALL * 4, () => Promise.resolve({ ok: true })],
])('one that was replaced while it sent leaves the next alone: its call is %s', async (how, count, end) => {
  const { ids, link, start, decideSome } = await begin(`recorder-5 ${how}`);
  const ok = link.answer;
  let answer: (end: Promise<unknown>) => void = () => {};
  link.answer = new Promise(done => (answer = done));
  await start(count);
  await decideSome();
  if (count > DECISIONS_A_CALL) await decideSome();
  await start();
  link.answer = ok;
  await decideSome();
  answer(end());
  await decideSome();
  await decideSome();
  expect(ids.map(id => ids.indexOf(id))).toEqual([0, 1, 1, 1]);
});

it('where the place may not be reported no recording begins', async () => {
  const { db, sent, start, decideSome } = await begin('recorder-2');
  await writeValues(db, { place_reported: null });
  await expect(start()).rejects.toThrow('may not report its place');
  await decideSome();
  expect(sent).toEqual([]);
});

it('what was decided under a lease that is closed is decided the same when it is made again', async () => {
  const { records, start, decideSome } = await begin('recorder-3');
  await start();
  const line = lineOf(1, { leased: true });
  const closed: HeldLease = {
    ...{ id: idOf(0x7001), campaign_id: line.campaign_id, line_id: line.id, max_plays: 2, closed: true },
    ...{
      window_start: instant(MONDAY),
      window_end: instant(MONDAY),
      play_deadline: instant(MONDAY + 60_000),
    },
  };
  await decideSome({ loop: null, lines: [line], leases: [closed] });
  const [record] = records;
  const flights = { kind: 'flights', lines: [line] };
  const documents = { ...record!.documents, flights: 'f'.repeat(64) };
  const { reasons } = remake({ ...record!, documents }, () => JSON.stringify(flights));
  expect(record!.reasons).toEqual([{ line_id: line.id, reason: 'lease_expired' }]);
  expect(reasons).toEqual(record!.reasons);
});
