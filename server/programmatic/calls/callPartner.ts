/**
 * The only way to the servers of programmatic partners (S7): public addresses alone, resolved and pinned, no redirects,
 * connections kept open, so many bytes and so much time. Whoever is slow holds up nobody else.
 */
import { lookup } from 'node:dns/promises';
import { promisify } from 'node:util';
import { gunzip, gzip } from 'node:zlib';
import ipaddr from 'ipaddr.js';
import { Agent, request, type Dispatcher } from 'undici';
import { systemClock, type Clock } from '../../../shared/clock.ts';
import { isPublicAddress, type OutboundPorts } from '../../net/outbound.ts';

export const CALL_FAULTS = [
  'url',
  'unresolved',
  'private',
  'unreachable',
  'timeout',
  'size',
  'encoding',
] as const;
export type CallFault = (typeof CALL_FAULTS)[number];
export class PartnerCallError extends Error {
  readonly fault: CallFault;
  constructor(fault: CallFault, text: string, options?: ErrorOptions) {
    super(text, options);
    this.name = 'PartnerCallError';
    this.fault = fault;
  }
}

export interface PartnerCall {
  /** Whose connections it takes: two partners behind one address do not wait for each other. */
  partner_id: string;
  url: string;
  method: 'GET' | 'POST';
  headers?: Record<string, string>;
  body?: string;
  /** By agreement with the partner. */
  gzip?: { request: boolean; accept: boolean };
  /** From the first look-up to the last byte. */
  timeout_ms: number;
  /** Of the answer, once unpacked. */
  maxBytes: number;
  /** The mock partner of this machine; every other address stays public. */
  isMock: boolean;
}
export interface PartnerAnswer {
  status: number;
  headers: Dispatcher.ResponseData['headers'];
  bytes: Buffer;
  latency_ms: number;
  /** Over a connection that was open before. */
  isReused: boolean;
}
export interface PartnerCalls {
  /** Throws PartnerCallError. Any status is an answer, redirects too: they are not followed. */
  call: (request: PartnerCall) => Promise<PartnerAnswer>;
  close: () => Promise<void>;
}

interface Ports extends OutboundPorts {
  clock: Pick<Clock, 'mono' | 'after'>;
}
const SYSTEM: Ports = {
  resolve: async host => (await lookup(host, { all: true })).map(({ address }) => address),
  isAllowed: isPublicAddress,
  clock: systemClock,
};
const isLoopback = (address: string) => ipaddr.process(address).range() === 'loopback';

/** ms; a name that moves is followed within this time. */
const RESOLVED_MS = 60_000;
/** Longer than the time between two auctions of a small fleet. */
const KEEP_ALIVE_MS = 30_000;
const MAX_CONNECTIONS = 64;
const MAX_AGENTS = 200;

interface OpenAgent {
  agent: Agent;
  /** Connections that were opened and that no call was counted for yet. */
  fresh: number;
}

export function openPartnerCalls(ports: Partial<Ports> = {}): PartnerCalls {
  const { resolve, isAllowed, clock } = { ...SYSTEM, ...ports };
  const resolved = new Map<string, { address: Promise<string>; until: number }>();
  const agents = new Map<string, OpenAgent>();

  /** A name with one address that may not be reached is refused whole. */
  async function resolvedAddress(host: string, isMock: boolean): Promise<string> {
    const found = ipaddr.isValid(host) ? [host] : await resolve(host).catch(unresolved(host));
    const [address] = found;
    if (address === undefined) throw new PartnerCallError('unresolved', `${host} has no address.`);
    const mayReach = (one: string) => isAllowed(one) || (isMock && ipaddr.isValid(one) && isLoopback(one));
    if (!found.every(mayReach)) throw new PartnerCallError('private', `${host} is no public address.`);
    return address;
  }
  /** All calls to a name share one look-up: the system has few threads for them, and a slow name would take them all. */
  function addressOf({ hostname }: URL, isMock: boolean): Promise<string> {
    const host = hostname.replace(/^\[|\]$/g, '');
    const key = `${isMock} ${host}`;
    const known = resolved.get(key);
    if (known && known.until > clock.mono()) return known.address;
    if (resolved.size >= MAX_AGENTS) resolved.clear();
    const entry = { address: resolvedAddress(host, isMock), until: Infinity };
    resolved.set(key, entry);
    entry.address.then(
      () => (entry.until = clock.mono() + RESOLVED_MS),
      /** What failed is looked up again by the next call. */
      () => resolved.get(key) === entry && resolved.delete(key),
    );
    return entry.address;
  }

  /** The one used last is closed last. */
  function agentFor(partner_id: string, origin: string, address: string): OpenAgent {
    const key = `${partner_id} ${origin} ${address}`;
    const known = agents.get(key);
    if (known) {
      agents.delete(key);
      agents.set(key, known);
      return known;
    }
    const made: OpenAgent = { agent: pinnedAgent(address), fresh: 0 };
    made.agent.on('connect', () => (made.fresh += 1));
    if (agents.size >= MAX_AGENTS) closeUnused();
    agents.set(key, made);
    return made;
  }
  /** What is under way over it still ends. */
  function closeUnused() {
    const [oldest] = agents;
    if (!oldest) return;
    agents.delete(oldest[0]);
    void oldest[1].agent.close();
  }

  async function exchange(
    wanted: PartnerCall,
    signal: AbortSignal,
  ): Promise<Omit<PartnerAnswer, 'latency_ms'>> {
    const url = parsed(wanted.url);
    const open = agentFor(wanted.partner_id, url.origin, await addressOf(url, wanted.isMock));
    const body =
      wanted.body !== undefined && wanted.gzip?.request
        ? await promisify(gzip)(wanted.body)
        : (wanted.body ?? null);
    const headers = {
      'user-agent': 'Wayside',
      'accept-encoding': wanted.gzip?.accept ? 'gzip' : 'identity',
      ...(Buffer.isBuffer(body) && { 'content-encoding': 'gzip' }),
      ...wanted.headers,
    };
    try {
      const answer = await request(url, {
        ...{ method: wanted.method, headers, body, signal, dispatcher: open.agent },
      });
      const packed = await bytesOf(answer.body, wanted.maxBytes);
      const bytes = await unpacked(packed, answer.headers['content-encoding'], wanted.maxBytes);
      return { status: answer.statusCode, headers: answer.headers, bytes, isReused: open.fresh === 0 };
    } finally {
      open.fresh = Math.max(0, open.fresh - 1);
    }
  }

  return {
    async call(wanted) {
      const begun = clock.mono();
      const over = new AbortController();
      let cancel = () => {};
      /** Rejected before what is under way is broken off, so that the caller waits for nothing of that. */
      const timeout = new Promise<never>((_, reject) => {
        cancel = clock.after(wanted.timeout_ms, () => {
          reject(new PartnerCallError('timeout', 'No answer in time.'));
          over.abort();
        });
      });
      try {
        const answer = await Promise.race([exchange(wanted, over.signal), timeout]);
        return { ...answer, latency_ms: clock.mono() - begun };
      } catch (cause) {
        if (cause instanceof PartnerCallError) throw cause;
        throw new PartnerCallError('unreachable', 'The partner did not answer.', { cause });
      } finally {
        cancel();
      }
    },
    async close() {
      await Promise.all([...agents.values()].map(({ agent }) => agent.destroy()));
      agents.clear();
    },
  };
}

const unresolved = (host: string) => (cause: unknown) => {
  throw new PartnerCallError('unresolved', `${host} is not known.`, { cause });
};

function parsed(text: string): URL {
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new PartnerCallError('url', 'Only http and https addresses without a password are called.');
  return url;
}

/** Connects to this address whatever the name means by then; the certificate is still that of the name. */
function pinnedAgent(address: string): Agent {
  const family = ipaddr.parse(address).kind() === 'ipv6' ? 6 : 4;
  return new Agent({
    keepAliveTimeout: KEEP_ALIVE_MS,
    connections: MAX_CONNECTIONS,
    connect: {
      lookup: (_host, options, found) =>
        options.all ? found(null, [{ address, family }]) : found(null, address, family),
    },
  });
}

const tooLarge = (maxBytes: number) =>
  new PartnerCallError('size', `The answer is larger than ${maxBytes} bytes.`);

async function bytesOf(body: AsyncIterable<unknown>, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  for await (const part of body) {
    size += (part as Uint8Array).byteLength;
    if (size > maxBytes) throw tooLarge(maxBytes);
    parts.push(part as Uint8Array);
  }
  return Buffer.concat(parts);
}

/** A small answer cannot become a large one. */
async function unpacked(packed: Buffer, encoding: unknown, maxBytes: number): Promise<Buffer> {
  if (encoding === undefined || encoding === 'identity' || packed.length === 0) return packed;
  if (encoding !== 'gzip') throw new PartnerCallError('encoding', 'The encoding of the answer is not known.');
  return promisify(gunzip)(packed, { maxOutputLength: maxBytes }).catch((cause: unknown) => {
    if ((cause as NodeJS.ErrnoException).code === 'ERR_BUFFER_TOO_LARGE') throw tooLarge(maxBytes);
    throw new PartnerCallError('encoding', 'The answer cannot be unpacked.', { cause });
  });
}
