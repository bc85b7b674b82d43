/** The link as the monitor sees it, which hears of every call that is made anyway. */
import type { Clock } from '../../shared/clock.ts';
import type { ConfigDocument } from '../../shared/contract/playout/manifest.ts';
import type { DeviceClient } from '../../shared/device/call.ts';
import { isWithinHours } from '../../shared/i18n/hours.ts';
import { createMonitor, type Monitor } from '../../shared/net/quality/monitor.ts';
import { pageMonitorPorts } from '../../shared/net/quality/pagePorts.ts';
import type { Player } from '../app/player.ts';

/** Bytes with this address, without their headers. */
type OnTraffic = (target: string, bytes: number) => void;

/** Every answer of ours carries its time; a portal's does not. */
const isOurs = (headers: Headers) => headers.has('X-Server-Time');

/** By the server's time: a tablet's own clock may be off by hours. */
export function isInDepot(config: ConfigDocument | null | undefined, now: number): boolean {
  return isWithinHours(now, config?.depot ? { ...config.depot, tz: config.tz } : null);
}

export function watchLink({ content, status, time }: Pick<Player, 'content' | 'status' | 'time'>): Monitor {
  const monitor = createMonitor({
    ...pageMonitorPorts(),
    isKiosk: () => status.get().isKiosk,
    meteredSetting: () => content.active()?.config?.metered ?? 'auto',
    isInDepot: () => isInDepot(content.active()?.config, time.now()),
  });
  monitor.store.subscribe(({ status: link, lastChecked }) => {
    const isKnown = lastChecked !== null || link === 'offline';
    if (isKnown && status.get().link !== link) status.set({ link });
  });
  monitor.start();
  return monitor;
}

const sizeOf = (body: unknown) =>
  typeof body === 'string' ? body.length : body instanceof Uint8Array ? body.byteLength : 0;

/** Tells the monitor whether each call was answered, and after how long; `carried` hears what went over the link. */
export const measureCalls =
  (
    send: typeof fetch,
    monitor: Monitor,
    clock: Clock,
    onTraffic: OnTraffic,
    onHeaders: (headers: Headers) => void,
  ): typeof fetch =>
  async (input, init) => {
    const started = clock.mono();
    try {
      const response = await send(input, init);
      const received = Number(response.headers.get('Content-Length') ?? 0);
      onTraffic(typeof input === 'string' ? input : '', sizeOf(init?.body) + received);
      monitor.recordCall(isOurs(response.headers), { rtt: clock.mono() - started });
      onHeaders(response.headers);
      return response;
    } catch (error) {
      monitor.recordCall(false);
      throw error;
    }
  };

/** Tells it how fast the bytes of a download came. */
export const measureDownloads = (caller: DeviceClient, monitor: Monitor, clock: Clock): DeviceClient => ({
  ...caller,
  async send(sent) {
    const started = clock.mono();
    const reply = await caller.send(sent);
    const bytes = reply.bytes.byteLength;
    if (isOurs(reply.headers)) monitor.recordCall(true, { bytes, ms: clock.mono() - started });
    return reply;
  },
});
