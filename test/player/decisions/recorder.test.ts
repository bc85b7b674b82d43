import 'fake-indexeddb/auto';
import { expect, it } from 'vitest';
import { createDecisionCounts } from '../../../shared/playout/recording/counts.ts';
import type { ExplainedChoice } from '../../../player/library/choice.ts';
import { startRecording } from '../../../player/decisions/recorder.ts';
import { connect, writeValues } from '../../../shared/device/storage.ts';
import { decide, NOTHING_PLAYED } from '../../../shared/playout/decide.ts';
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
  const caller = {
    call: (_endpoint: unknown, { body }: { body: { decisions: unknown[] } }) => {
      sent.push(body.decisions.length);
      return Promise.resolve({ ok: true });
    },
  };
  const time = { now: () => clock.now() } as never;
  const start = () => startRecording({ clock, db, decisions, time }, caller as never, 4 * DECISIONS_A_CALL);
  const decideSome = async () => {
    const { refused } = decide(plan, NOTHING_PLAYED, moment, null);
    const inputs = { content: null, plan, state: null, moment, position: null, lastLoop: null };
    const none = { chosen: null, item: null, missing: new Set<string>(), unready: new Map(), passed: 0 };
    for (let n = 0; n < DECISIONS_A_CALL; n++)
      decisions.count({ lines: plan.lines, refused, inputs, ...none });
    for (let turn = 0; turn < 50; turn++) await new Promise(done => setImmediate(done));
  };
  return { db, sent, start, decideSome };
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

it('where the place may not be reported no recording begins', async () => {
  const { db, sent, start, decideSome } = await begin('recorder-2');
  await writeValues(db, { place_reported: null });
  await expect(start()).rejects.toThrow('may not report its place');
  await decideSome();
  expect(sent).toEqual([]);
});
