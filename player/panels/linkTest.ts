/** Asks the server once for an answer and for some bytes, because a hand wants to know. */
import type { Clock } from '../../shared/clock.ts';
import { checkHealth, mbpsOf, testSpeed } from '../../shared/net/quality/probe.ts';
import type { Translate } from '../screens/texts.ts';

const probePorts = (clock: Clock) => ({
  clock,
  fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(input, init),
});

/** What `act` does with the server, where there is one. */
export async function withServer(clock: Clock, say: Translate, act: (rtt: number) => Promise<string>) {
  const rtt = await checkHealth(probePorts(clock), new AbortController());
  return rtt === null ? say('service.noAnswer') : act(rtt);
}

export async function measure(clock: Clock, say: Translate, rtt: number): Promise<string> {
  const transfer = await testSpeed(probePorts(clock), new AbortController());
  return say('service.answered', { ms: Math.round(rtt), mbps: mbpsOf(transfer).toFixed(1) });
}
