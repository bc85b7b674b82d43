import { describe, expect, it } from 'vitest';
import {
  linkReducer,
  qualityAt,
  initialLinkState,
  type LinkEvent,
  type Status,
} from '../../../../shared/net/quality/assess.ts';
import { readLinkInfo, type NetworkInformation } from '../../../../shared/net/quality/link.ts';

const NOW = Date.UTC(2026, 0, 5, 8);
const MINUTE_MS = 60_000;
const fail: LinkEvent = { on: 'failed', now: NOW };
const answer = (rtt: number | null, at = 0): LinkEvent => ({ on: 'answered', rtt, at, now: NOW });
const measured = (mbps: number, at = 0): LinkEvent => ({ on: 'measured', mbps, at });
const browser = (online: boolean): LinkEvent => ({ on: 'browser', online });
const link = (connection: NetworkInformation): LinkEvent => ({ on: 'link', link: readLinkInfo(connection) });

const after = (events: readonly LinkEvent[], connection: NetworkInformation = {}) =>
  events.reduce(linkReducer, initialLinkState(readLinkInfo(connection), true));
const quality = (events: readonly LinkEvent[], connection?: NetworkInformation, at = 0) =>
  qualityAt(after(events, connection), at);
const statuses = (events: readonly LinkEvent[], connection?: NetworkInformation) =>
  events.map((_event, i) => quality(events.slice(0, i + 1), connection).status);
const times = (n: number, event: LinkEvent) => Array.from({ length: n }, () => event);

describe('the quality of the link', () => {
  it('NET-02 NET-04 NET-05 NET-06 NET-07 is told with all its fields, those of the browser copied', () => {
    const connection = { type: 'wifi', effectiveType: '3g', downlink: 1.5, rtt: 150, saveData: true };
    expect(quality([], connection)).toEqual({
      status: 'online',
      isOnline: true,
      connectionType: 'wifi',
      effectiveType: '3g',
      downlink: 1.5,
      rtt: 150,
      saveData: true,
      lastChecked: null,
      consecutiveFailures: 0,
    });
  });

  it.each<[string, Status, LinkEvent[]]>([
    ['nothing', 'online', []],
    ['a fast check', 'online', [answer(20)]],
    ['the browser saying no', 'offline', [answer(20), browser(false)]],
    ['three failures', 'offline', times(3, fail)],
    ['two failures', 'degraded', times(2, fail)],
    ['one failure', 'online', [fail]],
    ['a long round trip', 'degraded', [answer(501)]],
    ['three slow checks', 'slow', times(3, answer(301))],
    ['slow checks, then one too long', 'degraded', [...times(3, answer(301)), answer(501)]],
    ['slow checks, then two failures', 'degraded', [...times(3, answer(301)), fail, fail]],
    ['too long a check, then three failures', 'offline', [answer(501), ...times(3, fail)]],
    ['everything at once', 'offline', [...times(3, answer(501)), ...times(3, fail), browser(false)]],
  ])('NET-01 NET-18 AMBIG-NET-01 after %s it is %s', (_what, status, events) => {
    expect(quality(events).status).toBe(status);
  });

  it('AMBIG-NET-05 is online in every state but offline', () => {
    const events = [...times(3, answer(301)), fail, fail, fail, answer(20), answer(501), browser(false)];
    const seen = new Set<Status>();
    for (const [i, status] of statuses(events).entries()) {
      seen.add(status);
      expect(quality(events.slice(0, i + 1)).isOnline).toBe(status !== 'offline');
    }
    expect([...seen].sort()).toEqual(['degraded', 'offline', 'online', 'slow']);
  });

  it('NET-08 NET-09 counts failed checks in a row and notes when each was', () => {
    const counts = [fail, fail, answer(20), fail].map((_event, i, all) => {
      const { consecutiveFailures, lastChecked } = quality(all.slice(0, i + 1));
      return [consecutiveFailures, lastChecked];
    });
    expect(counts).toEqual([
      [1, NOW],
      [2, NOW],
      [0, NOW],
      [1, NOW],
    ]);
  });

  it('NET-10 is offline as soon as the browser says so, and no longer once it says the contrary', () => {
    expect(statuses([answer(20), browser(false), browser(true)])).toEqual(['online', 'offline', 'online']);
  });

  it('NET-11 NET-12 is degraded after two failed checks and offline after three, whatever the browser says', () => {
    expect(statuses(times(4, fail))).toEqual(['online', 'degraded', 'offline', 'offline']);
    expect(statuses([...times(3, fail), browser(true)]).at(-1)).toBe('offline');
    expect(statuses([...times(3, fail), answer(20)]).at(-1)).toBe('online');
  });

  it.each<[number, Status]>([
    [500, 'online'],
    [501, 'degraded'],
  ])('NET-13 a round trip of %i ms makes it %s at once', (rtt, status) => {
    expect(statuses([answer(20), answer(rtt)]).at(-1)).toBe(status);
  });

  it('NET-14 is slow after three slow checks in a row', () => {
    expect(statuses(times(3, answer(301)))).toEqual(['online', 'online', 'slow']);
    expect(statuses([answer(301), answer(301), answer(20), answer(301)]).at(-1)).toBe('online');
    expect(statuses([...times(3, answer(301)), answer(20)]).at(-1)).toBe('online');
  });

  it.each<[number, Status]>([
    [300, 'online'],
    [301, 'slow'],
  ])('NET-15 three checks of %i ms: %s', (rtt, status) => {
    expect(quality(times(3, answer(rtt))).status).toBe(status);
  });

  it.each<[string, Status]>([
    ['2g', 'slow'],
    ['slow-2g', 'slow'],
    ['3g', 'online'],
  ])('NET-16 three checks over %s: %s', (effectiveType, status) => {
    expect(quality(times(3, answer(20)), { effectiveType }).status).toBe(status);
  });

  it.each<[number | undefined, Status]>([
    [0.99, 'slow'],
    [1, 'online'],
    [undefined, 'online'],
  ])('NET-17 three checks with %s Mbit/s: %s', (downlink, status) => {
    expect(quality(times(3, answer(20)), downlink === undefined ? {} : { downlink }).status).toBe(status);
  });

  it('AMBIG-NET-02 goes by the measured round trip, and by the one of the browser until there is one', () => {
    expect(quality([], { rtt: 501 })).toMatchObject({ status: 'degraded', rtt: 501 });
    expect(quality([answer(20)], { rtt: 501 })).toMatchObject({ status: 'online', rtt: 20 });
    expect(quality([answer(20), link({ rtt: 501 })])).toMatchObject({ status: 'online', rtt: 20 });
    expect(quality(times(3, answer(20)), { rtt: 301 }).status).toBe('online');
  });

  it('AMBIG-NET-03 goes by the measured downlink while it is younger than 60 s', () => {
    const says = { downlink: 10 };
    expect(quality([measured(0.5)], says, MINUTE_MS - 1).downlink).toBe(0.5);
    expect(quality([measured(0.5)], says, MINUTE_MS).downlink).toBe(10);
    expect(quality([measured(0.5), ...times(3, answer(20, 1))], says).status).toBe('slow');
    expect(quality([measured(5), ...times(3, answer(20, 1))], { downlink: 0.5 }).status).toBe('online');
    expect(quality([measured(0.5), ...times(3, answer(20, MINUTE_MS))], says).status).toBe('online');
  });

  it('AMBIG-NET-03 takes health checks alone as slow ones', () => {
    const events = [...times(2, answer(301)), measured(0.1), link({ effectiveType: '2g' }), answer(null)];
    expect(quality(events).status).toBe('online');
    expect(quality([...events, answer(20)]).status).toBe('slow');
  });

  it('AMBIG-NET-06 a degraded check is a slow one too: degraded wins, and slow is left when it ends', () => {
    expect(statuses([...times(3, answer(501)), answer(400)])).toEqual([
      'degraded',
      'degraded',
      'degraded',
      'slow',
    ]);
  });
});
