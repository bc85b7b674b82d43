/** The server as the contract has it, over a network that lies: what it did is what counts. */
import type { Dice } from './dice.ts';

export type Weather = 'fair' | 'down' | 'portal' | 'lossy' | 'busy' | 'absurd';
export interface Sent {
  op: string;
  /** What the write is refused for, each time. */
  poison?: true;
}
interface Stored {
  op: string;
  answer: Response;
}

const json = (status: number, body: object, headers: Record<string, string> = {}) =>
  new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json', ...headers } });
const no = (status: number, error: string, headers: Record<string, string> = {}) =>
  json(status, { error, message: error, details: {} }, headers);

export function createOracle(dice: Dice) {
  const known = new Map<string, Stored>();
  const effects: string[] = [];
  let weather: Weather = 'fair';
  let requests = 0;

  /** S4: the same key is done once. */
  function take(key: string | null, { op, poison }: Sent): Response {
    const before = key === null ? undefined : known.get(key);
    if (before) return before.op === op ? before.answer.clone() : no(422, 'IDEMPOTENCY_MISMATCH');
    if (poison) return no(422, 'RULE');
    effects.push(op);
    const answer = json(200, { op }, key === null ? {} : { 'idempotency-key': key });
    if (key !== null) known.set(key, { op, answer: answer.clone() });
    return answer;
  }

  function answer(init: RequestInit): Response {
    requests += 1;
    const key = new Headers(init.headers).get('idempotency-key');
    const sent = JSON.parse(init.body as string) as Sent;
    switch (weather) {
      case 'fair':
        return take(key, sent);
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
        if (dice.chance(0.25)) throw new TypeError('the request was lost');
        const said = take(key, sent);
        if (dice.chance(0.15)) take(key, sent);
        if (dice.chance(0.25)) throw new TypeError('the answer was lost');
        return said;
      }
    }
  }

  return {
    effects: effects as readonly string[],
    requests: () => requests,
    weather: (now: Weather) => void (weather = now),
    answer,
  };
}
export type Oracle = ReturnType<typeof createOracle>;
