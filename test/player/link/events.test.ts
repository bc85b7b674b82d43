import { describe, expect, it } from 'vitest';
import { followEvents } from '../../../player/link/events.ts';
import { alertsEvent } from '../../../shared/contract/alerts/alertSignals.ts';
import { CHANGED_EVENT, EVENTS_KEEPALIVE_MS } from '../../../shared/contract/fleet/playerEvents.ts';
import { manualClock } from '../../support/clock.ts';

const MINUTE_MS = 60_000;

/** A server whose streams the test speaks through. */
function world(isMetered = false) {
  const clock = manualClock();
  const link = { isMetered };
  const streams: { say: (text: string) => void; end: () => void; isOver: boolean }[] = [];
  let changes = 0;
  const versions: number[] = [];
  followEvents({
    clock,
    caller: {
      stream: (_target, say, signal) =>
        new Promise((done, fail) => {
          const own = { say, isOver: false, end: () => over(done) };
          const over = (settle: () => void) => {
            own.isOver = true;
            settle();
          };
          signal.addEventListener('abort', () => over(() => fail(new Error('aborted'))));
          streams.push(own);
        }),
    },
    isMetered: () => link.isMetered,
    onChanged: () => void changes++,
    onAlerts: version => void versions.push(version),
    random: () => 0,
  });
  return { clock, link, streams, last: () => streams.at(-1)!, changes: () => changes, versions };
}

describe('a screen that is online', () => {
  it('hears at once that something waits, however the bytes are cut', () => {
    const { last, changes } = world();
    last().say(': alive\n\n');
    expect(changes()).toBe(0);
    last().say(CHANGED_EVENT);
    expect(changes()).toBe(1);
    for (const sign of CHANGED_EVENT) last().say(sign);
    expect(changes()).toBe(2);
  });

  it('hears of the version of alerts, and of nothing else in the same words', () => {
    const { last, changes, versions } = world();
    for (const byte of alertsEvent(12)) last().say(byte);
    expect(versions).toEqual([12]);
    last().say(`event: alert\ndata: {"version":13}\n\n${CHANGED_EVENT}`);
    expect([versions, changes()]).toEqual([[12], 1]);
  });

  it('listens again where the stream ended or fell silent, ever more seldom while nobody answers', async () => {
    const { clock, streams, last } = world();
    last().say(': alive\n\n');
    last().end();
    await clock.advance(2_000);
    expect(streams).toHaveLength(2);
    await clock.advance(3 * EVENTS_KEEPALIVE_MS);
    expect(streams[1]?.isOver).toBe(true);
    for (let n = 0; n < 30; n++) {
      last().end();
      await clock.advance(MINUTE_MS);
    }
    const before = streams.length;
    await clock.advance(10 * MINUTE_MS);
    expect(streams.length - before).toBeLessThanOrEqual(10);
  });

  it('spares a metered link the stream, and listens once the link is free', async () => {
    const { clock, link, streams } = world(true);
    await clock.advance(60 * MINUTE_MS);
    expect(streams).toEqual([]);
    link.isMetered = false;
    await clock.advance(MINUTE_MS);
    expect(streams).toHaveLength(1);
    link.isMetered = true;
    await clock.advance(5_000);
    expect(streams[0]?.isOver).toBe(true);
  });
});
