/** Listens to the server where the link is free: what somebody asks of this screen reaches it in a moment. */
import { every, sleep, type Clock } from '../../shared/clock.ts';
import {
  CHANGED_EVENT,
  EVENTS_KEEPALIVE_MS,
  playerEvents,
} from '../../shared/contract/fleet/playerEvents.ts';
import { alertsVersionOf } from '../../shared/contract/alerts/alertSignals.ts';
import type { DeviceClient } from '../../shared/device/call.ts';

const TARGET = `${playerEvents.path}?follow=1`;
const RETRY_FIRST_MS = 2_000;
const RETRY_MAX_MS = 60_000;
/** Silent for longer than two of its signs of life, a stream is dead. */
const SILENT_MS = 2.5 * EVENTS_KEEPALIVE_MS;
const LOOK_MS = 5_000;

interface Ports {
  clock: Clock;
  caller: Pick<DeviceClient, 'stream'>;
  /** On a metered link the heartbeat asks instead. */
  isMetered: () => boolean;
  onChanged: () => void;
  /** This version of the alerts is there. */
  onAlerts: (version: number) => void;
  /** From 0 up to 1: a fleet that lost its server comes back one after the other. */
  random: () => number;
}

export function followEvents({ clock, caller, isMetered, onChanged, onAlerts, random }: Ports): void {
  let pause = RETRY_FIRST_MS;

  async function follow(): Promise<void> {
    const abort = new AbortController();
    let heardAt = clock.mono();
    let rest = '';
    const stop = every(clock, LOOK_MS, () => {
      if (isMetered() || clock.mono() - heardAt > SILENT_MS) abort.abort();
    });
    const onText = (text: string) => {
      heardAt = clock.mono();
      pause = RETRY_FIRST_MS;
      const events = (rest + text).split('\n\n');
      rest = events.pop() ?? '';
      if (events.some(event => `${event}\n\n` === CHANGED_EVENT)) onChanged();
      for (const event of events) {
        const version = alertsVersionOf(event);
        if (version > 0) onAlerts(version);
      }
    };
    await caller.stream(TARGET, onText, abort.signal).finally(stop);
  }

  async function loop(): Promise<never> {
    for (;;) {
      if (!isMetered()) await follow().catch(() => undefined);
      await sleep(clock, pause * (1 + random()));
      pause = Math.min(pause * 2, RETRY_MAX_MS);
    }
  }
  void loop();
}
