/** A network that lies, before any server. */
import type { Endpoint } from '../../shared/contract/wire/endpoint.ts';
import type { Draft } from '../../shared/queue/entry.ts';
import type { Dice } from './dice.ts';

export type Weather = 'fair' | 'down' | 'portal' | 'lossy' | 'busy' | 'absurd';
export interface Wish {
  seed: number;
  n: number;
  /** The record it changes; null: it makes one. */
  group: string | null;
  /** The server refuses it, each time. */
  poison: boolean;
}
/** What a schedule writes to: a model of the server, or the real one. */
export interface Server {
  /** What each request carries besides. */
  own: Record<string, string>;
  write: (wish: Wish) => Pick<
    Draft,
    'id' | 'method' | 'url' | 'data' | 'headers' | 'metadata' | 'maxAgeMs'
  > & {
    /** What a page calls it by, where it does not leave all to its lane. Such writes have no order among them. */
    call?: { endpoint: Endpoint; params?: object };
  };
  serve: (url: string, init: RequestInit) => Response | Promise<Response>;
  /** Until it has done all it was asked; a model does it at once. */
  settled?: () => Promise<void>;
  /** Ids of the writes it did, in its order. */
  effects: () => readonly string[] | Promise<readonly string[]>;
}

export const json = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
export const no = (status: number, error: string, headers: Record<string, string> = {}) =>
  json(status, { error, message: error, details: {} }, headers);

/** `late`: requests also arrive long after their sender has stopped waiting, behind others. */
export function createNet(dice: Dice, { serve }: Pick<Server, 'serve'>, late: Dice | null = null) {
  let weather: Weather = 'fair';
  let strays: [url: string, init: RequestInit][] = [];

  function answer(url: string, init: RequestInit): Response | Promise<Response> {
    switch (weather) {
      case 'fair':
        return serve(url, init);
      case 'down':
        throw new TypeError('no network');
      case 'portal':
        return new Response('<html>Sign in to the Wi-Fi</html>', {
          headers: { 'content-type': 'text/html' },
        });
      case 'busy':
        return no(dice.pick([503, 502, 429]), 'UNAVAILABLE', dice.chance(0.5) ? { 'retry-after': '7' } : {});
      case 'absurd':
        return no(429, 'RATE_LIMITED', { 'retry-after': '315360000' });
      case 'lossy': {
        if (late?.chance(0.2)) strays.push([url, init]);
        if (dice.chance(0.25)) throw new TypeError('the request was lost');
        const said = serve(url, init);
        if (dice.chance(0.15)) void serve(url, init);
        if (dice.chance(0.25)) throw new TypeError('the answer was lost');
        return said;
      }
    }
  }
  /** What was under way for long arrives. */
  function arrive() {
    for (const [url, init] of strays) void serve(url, init);
    strays = [];
  }
  return { weather: (now: Weather) => void (weather = now), answer, arrive };
}
export type Net = ReturnType<typeof createNet>;
