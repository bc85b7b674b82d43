/**
 * Counts of people before the screen, from a sensor that is plugged in and only where that was published for this
 * screen, with its notice shown all the while. No sensor of the browser is asked for: no camera, no picture.
 */
import type { Clock } from '../../shared/clock.ts';
import { MAX_HOURS, sendAudience } from '../../shared/contract/playout/audience.ts';
import type { DeviceClient } from '../../shared/device/call.ts';
import { readValue, writeValues, type CountedHour } from '../../shared/device/storage.ts';
import { onFault } from '../app/faults.ts';
import type { Player } from '../app/player.ts';
import { addSeen, readSeen, reportOf, splitAt } from './hours.ts';
import { showNotice } from './notice.ts';

/** What the app around the browser puts at `globalThis.waysideAudienceSensor`; see docs/run.md. */
export interface AudienceSensor {
  /** Calls with `{ people, groups }` each time somebody was counted; returns how to end it. */
  watch: (onSeen: (said: unknown) => void) => () => void;
}
const ROUND_MS = 60_000;
/** Hours of a screen without a link; the oldest go first. */
const MAX_KEPT = 720;

interface Ports extends Pick<Player, 'content' | 'db' | 'time'> {
  clock: Pick<Clock, 'after'>;
  caller: Pick<DeviceClient, 'call'>;
  sensor: AudienceSensor;
}

export async function startAudience({ clock, content, db, time, caller, sensor }: Ports): Promise<void> {
  let hours: readonly CountedHour[] = (await readValue(db, 'audience')) ?? [];
  let end: (() => void) | null = null;
  /** Nothing is counted without a notice. */
  const rule = () => {
    const audience = content.active()?.config?.audience;
    return audience?.notice ? audience : null;
  };

  function onSeen(said: unknown) {
    const [seen, now] = [readSeen(said), time.knownNow()];
    if (seen && now !== null && rule()) hours = addSeen(hours, seen, now).slice(-MAX_KEPT);
  }
  async function report(now: number) {
    const { over, running } = splitAt(hours, now);
    const allowed = rule();
    const sent = new Set(over.slice(0, MAX_HOURS));
    const due = allowed ? [...sent].flatMap(one => reportOf(one, allowed) ?? []) : [];
    if (due.length > 0) await caller.call(sendAudience, { body: { hours: due } });
    hours = hours.filter(one => !sent.has(one));
    if (!allowed && running.length > 0) hours = [];
  }
  async function round() {
    const allowed = rule();
    const isTold = showNotice(allowed?.notice ?? null);
    if (isTold && !end) end = sensor.watch(onSeen);
    if (!isTold && end) {
      end();
      end = null;
    }
    const now = time.knownNow();
    try {
      if (now !== null) await report(now);
    } finally {
      /** Numbers alone; an ignition that is turned off costs a minute of them. */
      await writeValues(db, { audience: hours });
    }
  }
  function goOn() {
    round()
      .catch(onFault)
      .finally(() => clock.after(ROUND_MS, goOn));
  }
  goOn();
}
