/** HTTP calls signed by the device key. They never carry a cookie or a bearer token. */
import { sha256Hex, toBase64Url, utf8 } from '../contract/wire/bytes.ts';
import { EMPTY_SHA256, ES256, SIGNATURE_TTL_S, signedText } from '../contract/wire/canonical.ts';
import {
  address,
  type Answer,
  type BodyInput,
  type Endpoint,
  type Params,
} from '../contract/wire/endpoint.ts';
import type { ErrorCode } from '../contract/wire/errors.ts';
import type { Clock } from '../clock.ts';
import type { ServerTime } from './time.ts';
import * as z from 'zod/mini';

/** network: no answer; foreign: the answer is not from our server (a captive portal); refused: our server returned an error. */
export type FailureKind = 'network' | 'foreign' | 'refused';
export class CallFailure extends Error {
  readonly kind: FailureKind;
  readonly status: number;
  readonly code: ErrorCode | null;
  readonly details: Record<string, unknown>;
  /** From Retry-After, ms. */
  readonly retryAfter: number | null;
  constructor(
    kind: FailureKind,
    message: string,
    facts: Partial<Omit<CallFailure, keyof Error | 'kind'>> = {},
    cause?: unknown,
  ) {
    super(message, { cause });
    this.name = 'CallFailure';
    this.kind = kind;
    this.status = facts.status ?? 0;
    this.code = facts.code ?? null;
    this.details = facts.details ?? {};
    this.retryAfter = facts.retryAfter ?? null;
  }
}

export interface Signer {
  /** `<device_id>.<key_id>` or `pairing.<key_id>`. */
  device: string;
  key: CryptoKey;
}
interface Ports {
  fetch: typeof fetch;
  clock: Clock;
  time: ServerTime;
  origin: string;
  signer: () => Signer | null;
}
interface DeviceRequest {
  method: string;
  target: string;
  /** Exactly the bytes on the wire, because the signature covers them. */
  body?: string | Uint8Array<ArrayBuffer>;
  headers?: Record<string, string>;
  timeoutMs?: number;
  /** Another key than that of this screen now. */
  signer?: Signer;
  /** Maximum size of the answer, bytes. An answer that announces more is not read. */
  limit?: number;
}
export interface Reply {
  status: number;
  headers: Headers;
  bytes: ArrayBuffer;
}
interface Signature {
  time: string;
  signature: string;
  expiresAt: number;
}

const SERVER_TIME = 'X-Server-Time';
const TIMEOUT_MS = 15_000;
const LIMIT_BYTES = 8_388_608;
/** A signature is not reused in its last minute, because the request may be slow. */
const MARGIN_MS = 60_000;
const MAX_WAIT_MS = 3_600_000;

const errorBody = z.object({
  error: z.string(),
  message: z.string(),
  details: z.record(z.string(), z.unknown()),
});

const NO_USER = { credentials: 'omit', redirect: 'error', cache: 'no-store' } as const;
const signedHeaders = (signer: Signer, { time, signature }: Signature) => ({
  'X-Device': signer.device,
  'X-Device-Time': time,
  'X-Device-Signature': signature,
});

export function createDeviceClient(ports: Ports) {
  const { clock, time } = ports;
  const signatureCache = new Map<string, Signature>();

  async function sign(sent: DeviceRequest, signer: Signer): Promise<Signature> {
    const isGet = sent.method === 'GET';
    const cacheKey = `${signer.device} ${sent.target}`;
    const known = isGet ? signatureCache.get(cacheKey) : undefined;
    if (known && clock.mono() < known.expiresAt) return known;
    const ttl = isGet ? SIGNATURE_TTL_S.read : SIGNATURE_TTL_S.write;
    const stamp = `${Math.round(time.now())}.${ttl}`;
    const bodySha256 = sent.body === undefined ? EMPTY_SHA256 : await sha256Hex(sent.body);
    const text = signedText({
      ...sent,
      bodySha256,
      device: signer.device,
      time: stamp,
      origin: ports.origin,
    });
    const bytes = new Uint8Array(await crypto.subtle.sign(ES256, signer.key, utf8(text)));
    const fresh = {
      time: stamp,
      signature: toBase64Url(bytes),
      expiresAt: clock.mono() + ttl * 1000 - MARGIN_MS,
    };
    for (const [name, { expiresAt: until }] of signatureCache)
      if (until <= clock.mono()) signatureCache.delete(name);
    if (isGet) signatureCache.set(cacheKey, fresh);
    return fresh;
  }

  async function sendOnce(sent: DeviceRequest, signer: Signer): Promise<Reply> {
    const proof = await sign(sent, signer);
    const abort = new AbortController();
    const stop = clock.after(sent.timeoutMs ?? TIMEOUT_MS, () => abort.abort());
    const started = clock.mono();
    try {
      const response = await ports.fetch(sent.target, {
        method: sent.method,
        body: sent.body ?? null,
        headers: {
          ...(sent.body === undefined ? {} : { 'Content-Type': 'application/json' }),
          ...sent.headers,
          ...signedHeaders(signer, proof),
        },
        ...NO_USER,
        signal: abort.signal,
      });
      const server = Number(response.headers.get(SERVER_TIME) ?? NaN);
      if (Number.isFinite(server)) time.addSample(server, started, clock.mono());
      if (Number(response.headers.get('Content-Length') ?? 0) > (sent.limit ?? LIMIT_BYTES)) {
        await response.body?.cancel();
        return { status: response.status, headers: response.headers, bytes: new ArrayBuffer(0) };
      }
      return { status: response.status, headers: response.headers, bytes: await response.arrayBuffer() };
    } catch (error) {
      throw new CallFailure('network', `${sent.method} ${sent.target} got no answer`, {}, error);
    } finally {
      stop();
    }
  }

  /** Returns the answer whatever its status. After a CLOCK error it corrects the clock and repeats the call once. */
  async function send(sent: DeviceRequest): Promise<Reply> {
    const signer = sent.signer ?? ports.signer();
    if (!signer) throw new CallFailure('network', 'no device key yet');
    const started = clock.mono();
    const reply = await sendOnce(sent, signer);
    if (reply.status !== 401) return reply;
    const failure = failureOf(reply);
    const serverMs = failure.code === 'CLOCK' ? Number(failure.details['server_ms']) : NaN;
    if (!Number.isFinite(serverMs)) return reply;
    if (!reply.headers.has(SERVER_TIME)) time.addSample(serverMs, started, clock.mono());
    signatureCache.clear();
    return sendOnce(sent, signer);
  }

  /** Reads an answer as it comes, until it ends or the signal does; throws where it is refused. */
  async function stream(target: string, onText: (text: string) => void, signal: AbortSignal): Promise<void> {
    const signer = ports.signer();
    if (!signer) throw new CallFailure('network', 'no device key yet');
    const headers = signedHeaders(signer, await sign({ method: 'GET', target }, signer));
    const response = await ports.fetch(target, { headers, ...NO_USER, signal });
    const isEvents = response.headers.get('Content-Type')?.startsWith('text/event-stream') ?? false;
    const reader = response.ok && isEvents ? response.body?.getReader() : undefined;
    if (!reader) {
      const bytes = await response.arrayBuffer();
      throw failureOf({ status: response.status, headers: response.headers, bytes });
    }
    const decoder = new TextDecoder();
    for (let part = await reader.read(); !part.done; part = await reader.read())
      onText(decoder.decode(part.value, { stream: true }));
  }

  /** Calls a JSON endpoint and validates the answer against the contract. */
  async function call<E extends Endpoint>(
    endpoint: E,
    input: { params?: Params<E>; body?: BodyInput<E>; timeoutMs?: number; signer?: Signer } = {},
  ): Promise<Answer<E>> {
    const reply = await send({
      method: endpoint.method,
      target: address(endpoint.path, input.params ?? {}),
      ...(input.body === undefined ? {} : await encodeBody(endpoint, input.body)),
      ...(input.timeoutMs === undefined ? {} : { timeoutMs: input.timeoutMs }),
      ...(input.signer === undefined ? {} : { signer: input.signer }),
    });
    if (!isOk(reply)) throw failureOf(reply);
    return parseAnswer(endpoint, reply);
  }

  return { send, call, stream, forget: () => signatureCache.clear() };
}
export type DeviceClient = ReturnType<typeof createDeviceClient>;

/** Old browsers lack CompressionStream and send the body uncompressed. */
async function encodeBody(
  { gzip }: Endpoint,
  body: unknown,
): Promise<Pick<DeviceRequest, 'body' | 'headers'>> {
  const text = JSON.stringify(body);
  if (gzip !== true || typeof CompressionStream === 'undefined') return { body: text };
  const packed = new Blob([text]).stream().pipeThrough(new CompressionStream('gzip'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  return { body: bytes, headers: { 'Content-Encoding': 'gzip' } };
}

export const isOk = (reply: Reply) => reply.status >= 200 && reply.status < 300;
const json = (reply: Reply): unknown => JSON.parse(new TextDecoder().decode(reply.bytes));

export function parseAnswer<E extends Endpoint>(endpoint: E, reply: Reply): Answer<E> {
  const { answer } = endpoint;
  if (answer === undefined || typeof answer === 'string') return undefined as Answer<E>;
  try {
    return z.core.parse(answer, json(reply)) as Answer<E>;
  } catch (error) {
    const message = `${endpoint.path} answered what is not ours`;
    throw new CallFailure('foreign', message, { status: reply.status }, error);
  }
}

/** Maps an answer that is not 2xx to a failure. */
export function failureOf(reply: Reply): CallFailure {
  const { status } = reply;
  const body = z.safeParse(errorBody, jsonOrNull(reply));
  if (!body.success) return new CallFailure('foreign', `status ${status} that is not ours`, { status });
  return new CallFailure('refused', body.data.message, {
    status,
    code: body.data.error as ErrorCode,
    details: body.data.details,
    retryAfter: parseRetryAfterMs(reply.headers.get('Retry-After')),
  });
}

function jsonOrNull(reply: Reply): unknown {
  try {
    return json(reply);
  } catch {
    return null;
  }
}

function parseRetryAfterMs(header: string | null): number | null {
  const seconds = Number(header ?? NaN);
  return Number.isFinite(seconds) && seconds >= 0 ? Math.min(seconds * 1000, MAX_WAIT_MS) : null;
}
