/** A page, a link and a server for the monitor, all by hand. */
import { createMonitor } from '../../../../shared/net/quality/monitor.ts';
import type { NetworkInformation } from '../../../../shared/net/quality/link.ts';
import { manualClock } from '../../../support/clock.ts';

export interface Asked {
  at: number;
  url: string;
  init: RequestInit;
}
/** How the server answers; `hang` never does, and only an abort ends it. */
export type Answer = (asked: Asked) => Promise<Response> | Response;

/** Echoes the nonce, with as many bytes as were asked for. */
export const ours: Answer = ({ url, init }) => {
  const size = Number(new URLSearchParams(url.split('?')[1]).get('size') ?? 0);
  const body = init.method === 'HEAD' ? null : new Uint8Array(size);
  return new Response(body, { headers: { 'X-Health': new Headers(init.headers).get('X-Health') ?? '' } });
};
export const hang: Answer = ({ init }) =>
  new Promise((_done, fail) => {
    init.signal?.addEventListener('abort', () => fail(new DOMException('aborted', 'AbortError')));
  });
export const refused: Answer = () => Promise.reject(new TypeError('Failed to fetch'));

class Page extends EventTarget {
  hidden = false;
}
class Told extends EventTarget implements NetworkInformation {
  type?: string;
  saveData?: boolean;
}

interface Given {
  kiosk?: boolean;
  connection?: NetworkInformation;
  isInDepot?: () => boolean;
}
export function world({ kiosk = false, connection, isInDepot = () => false }: Given = {}) {
  const clock = manualClock();
  const page = new Page();
  const browser = new EventTarget();
  const told = Object.assign(new Told(), connection);
  const navigator = { onLine: true, connection: told };
  const asked: Asked[] = [];
  let server: Answer = ours;
  let delayMs = 0;
  const begun = clock.mono();
  const monitor = createMonitor({
    clock,
    page,
    browser,
    navigator,
    isKiosk: () => kiosk,
    meteredSetting: () => 'auto',
    isInDepot,
    async fetch(input, init = {}) {
      const call = { at: clock.mono() - begun, url: input as string, init };
      asked.push(call);
      if (delayMs > 0) await new Promise<void>(done => void clock.after(delayMs, done));
      return server(call);
    },
  });
  const seconds = (calls: Asked[]) => calls.map(call => Math.round(call.at / 1000));
  return {
    clock,
    monitor,
    asked,
    told,
    heads: () => seconds(asked.filter(({ init }) => init.method === 'HEAD')),
    tests: () => seconds(asked.filter(({ init }) => init.method === 'GET')),
    quality: () => monitor.store.getState(),
    answers(next: Answer, ms = 0) {
      server = next;
      delayMs = ms;
    },
    hide(hidden: boolean) {
      page.hidden = hidden;
      page.dispatchEvent(new Event('visibilitychange'));
    },
    browserSays(onLine: boolean) {
      navigator.onLine = onLine;
      browser.dispatchEvent(new Event(onLine ? 'online' : 'offline'));
    },
  };
}
