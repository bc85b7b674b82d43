/** Asks the server once for an answer and for some bytes, because a hand wants to know. */
import type { Clock } from '../../shared/clock.ts';
import { checkHealth, mbpsOf, testSpeed } from '../../shared/net/quality/probe.ts';
import type { Say } from '../screens/texts.ts';

export async function testLink(clock: Clock, say: Say): Promise<string> {
  const ports = { clock, fetch: (input: RequestInfo | URL, init?: RequestInit) => fetch(input, init) };
  const rtt = await checkHealth(ports, new AbortController());
  if (rtt === null) return say('service.noAnswer');
  const transfer = await testSpeed(ports, new AbortController());
  return say('service.answered', { ms: Math.round(rtt), mbps: mbpsOf(transfer).toFixed(1) });
}
