// @vitest-environment jsdom
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { Player } from '../../../player/app/player.ts';
import { createStatus } from '../../../player/app/status.ts';
import { isInDepot, measureDownloads, watchLink } from '../../../player/link/link.ts';
import type { ConfigDocument } from '../../../shared/contract/playout/manifest.ts';
import type { DeviceClient, Reply } from '../../../shared/device/call.ts';
import type { Monitor } from '../../../shared/net/quality/monitor.ts';
import { manualClock } from '../../support/clock.ts';

afterEach(() => vi.unstubAllGlobals());

describe('the hours of the depot', () => {
  const config = { tz: 'Asia/Shanghai', depot: { from: '23:00', to: '04:30' } } as ConfigDocument;
  it.each([
    ['2026-01-05T14:59:59Z', false],
    ['2026-01-05T15:00:00Z', true],
    ['2026-01-05T20:29:59Z', true],
    ['2026-01-05T20:30:00Z', false],
  ])('go by the clocks of its zone: at %s %s', (at, isIn) => {
    expect(isInDepot(config, Date.parse(at))).toBe(isIn);
  });

  it('are none where none are set, or nothing is known yet', () => {
    const noon = Date.parse('2026-01-05T15:00:00Z');
    expect(isInDepot({ tz: 'Asia/Shanghai' } as ConfigDocument, noon)).toBe(false);
    expect(isInDepot(null, noon)).toBe(false);
    expect(isInDepot(undefined, noon)).toBe(false);
  });
});

describe('the link of a screen', () => {
  /** What the monitor of a screen makes of its configuration. */
  function isMetered(config: Partial<ConfigDocument> | null, isKiosk: boolean, now = 0): boolean {
    vi.stubGlobal('fetch', () => new Promise(() => undefined));
    const status = createStatus();
    status.set({ isKiosk });
    const content = { active: () => (config ? { config } : null) };
    const player = { content, status, time: { now: () => now } } as unknown as Player;
    return watchLink(player).metered();
  }

  it.each([
    ['nothing is known yet, on a kiosk', null, true, true],
    ['nothing is known yet', null, false, false],
    ['it is set to auto, on a kiosk', { metered: 'auto' }, true, true],
    ['it is set to auto', { metered: 'auto' }, false, false],
    ['it is set to metered', { metered: 'metered' }, false, true],
    ['it is set to unmetered, on a kiosk', { metered: 'unmetered' }, true, false],
  ] as const)('OPEN-NET-02 where %s it is metered: %s', (_what, config, isKiosk, is) => {
    expect(isMetered(config, isKiosk)).toBe(is);
  });

  it('OPEN-NET-02 in the hours of its depot it is not metered, by the time of the server', () => {
    const config = { metered: 'auto', tz: 'Asia/Shanghai', depot: { from: '23:00', to: '04:30' } } as const;
    const at = (time: string) => isMetered(config, true, Date.parse(`2026-01-05T${time}Z`));
    expect([at('14:59:59'), at('15:00:00'), at('20:30:00')]).toEqual([true, false, true]);
  });

  it.each([
    ['of ours', { 'X-Server-Time': '1' }, [[true, { bytes: 3_000, ms: 250 }]]],
    ['of a portal', {}, []],
  ])('OPEN-NET-02 learns its throughput from a download that is %s: %j', async (_whose, headers, told) => {
    const clock = manualClock();
    const recordCall = vi.fn();
    const caller = {
      async send() {
        await new Promise<void>(done => void clock.after(250, done));
        return { headers: new Headers(headers), bytes: new Uint8Array(3_000) } as unknown as Reply;
      },
    } as unknown as DeviceClient;
    const sent = measureDownloads(caller, { recordCall } as unknown as Monitor, clock).send({} as never);
    await clock.advance(250);
    await sent;
    expect(recordCall.mock.calls).toEqual(told);
  });
});
