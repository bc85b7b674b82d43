/** The two probes of the link monitor. A nonce ensures that no cache, worker or captive portal answers for the server. */
import type { Clock } from '../../clock.ts';
import { HEALTH } from '../../constants.ts';
import { toBase64Url } from '../../contract/wire/bytes.ts';
import { health } from '../../contract/wire/health.ts';
import { randomBytes } from '../../random.ts';

const NONCE = 'X-Health';
const NONCE_BYTES = 9;

interface Ports {
  fetch: typeof fetch;
  clock: Clock;
}

async function requestHealth(
  { fetch }: Ports,
  init: { method: string; query?: string; signal: AbortSignal },
) {
  const nonce = toBase64Url(randomBytes(NONCE_BYTES));
  const response = await fetch(`${health.path}${init.query ?? ''}`, {
    method: init.method,
    headers: { [NONCE]: nonce },
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    signal: init.signal,
  });
  return { response, isOurs: response.ok && response.headers.get(NONCE) === nonce };
}

/** Round trip in ms; null if our server did not answer in time. */
export async function checkHealth(ports: Ports, stop: AbortController): Promise<number | null> {
  const started = ports.clock.mono();
  const cancel = ports.clock.after(HEALTH.timeoutMs, () => stop.abort());
  try {
    const { isOurs } = await requestHealth(ports, { method: 'HEAD', signal: stop.signal });
    return isOurs ? ports.clock.mono() - started : null;
  } catch {
    return null;
  } finally {
    cancel();
  }
}

export interface Transfer {
  bytes: number;
  ms: number;
}
/** Bits per ms in one Mbit/s. */
const BITS_PER_MS = 1_000;
export const mbpsOf = ({ bytes, ms }: Transfer) => (bytes * 8) / ms / BITS_PER_MS;

/** Downloads the test file. A stopped test counts the bytes received so far. */
export async function testSpeed(ports: Ports, stop: AbortController): Promise<Transfer> {
  const started = ports.clock.mono();
  let bytes = 0;
  const transferred = () => ({ bytes, ms: ports.clock.mono() - started });
  try {
    const query = `?size=${HEALTH.speedTestBytes}`;
    const { response, isOurs } = await requestHealth(ports, { method: 'GET', query, signal: stop.signal });
    if (!isOurs) {
      await response.body?.cancel();
      return transferred();
    }
    const reader = response.body?.getReader();
    for (let piece = await reader?.read(); piece && !piece.done; piece = await reader?.read())
      bytes += piece.value.length;
    return transferred();
  } catch {
    return transferred();
  }
}
