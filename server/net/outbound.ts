/** The only way to addresses that users name (S7): public ones alone, whatever their names say later. */
import { lookup } from 'node:dns/promises';
import ipaddr from 'ipaddr.js';
import { Agent, fetch, type Response } from 'undici';
import type { OUTBOUND_FAULTS } from '../../shared/contract/wire/wire.ts';

const TIMEOUT_MS = 10_000;
const MAX_REDIRECTS = 5;
const REDIRECTS = [301, 302, 303, 307, 308];
const NOT_MODIFIED = 304;

export type OutboundFault = (typeof OUTBOUND_FAULTS)[number];
export class OutboundError extends Error {
  readonly fault: OutboundFault;
  constructor(fault: OutboundFault, text: string, options?: ErrorOptions) {
    super(text, options);
    this.name = 'OutboundError';
    this.fault = fault;
  }
}

export interface OutboundRequest {
  url: string;
  /** Media types that are taken. */
  types: RegExp;
  maxBytes: number;
  headers?: Record<string, string>;
}
export interface OutboundAnswer {
  /** False: what was read before still stands (304). */
  isModified: boolean;
  bytes: Buffer;
  etag: string | null;
  last_modified: string | null;
}
export type Outbound = (request: OutboundRequest) => Promise<OutboundAnswer>;
/** The world outside, replaced by tests, which stay on this machine. */
export interface OutboundPorts {
  resolve: (host: string) => Promise<readonly string[]>;
  isAllowed: (address: string) => boolean;
}

/** `::127.0.0.1`, which an address bar writes as `::7f00:1`: deprecated (RFC 4291 §2.5.5.1), and reached by some systems. */
const V4_COMPATIBLE = ipaddr.IPv6.parseCIDR('::/96');
/** Neither of this machine nor of its network, nor of a translation into one of these. */
export function isPublicAddress(address: string): boolean {
  if (!ipaddr.isValid(address)) return false;
  const parsed = ipaddr.process(address);
  if (parsed instanceof ipaddr.IPv6 && parsed.match(V4_COMPATIBLE)) return false;
  return parsed.range() === 'unicast';
}
const SYSTEM: OutboundPorts = {
  resolve: async host => (await lookup(host, { all: true })).map(({ address }) => address),
  isAllowed: isPublicAddress,
};

export function openOutbound({ resolve, isAllowed }: OutboundPorts = SYSTEM): Outbound {
  /** A name with one address that may not be reached is refused whole. */
  async function addressOf({ hostname }: URL): Promise<string> {
    const host = hostname.replace(/^\[|\]$/g, '');
    const found = ipaddr.isValid(host)
      ? [host]
      : await resolve(host).catch((cause: unknown) => {
          throw new OutboundError('unresolved', `${host} is not known.`, { cause });
        });
    const [first] = found;
    if (first === undefined) throw new OutboundError('unresolved', `${host} has no address.`);
    if (!found.every(isAllowed)) throw new OutboundError('private', `${host} is no public address.`);
    return first;
  }

  /** One request, to the address that was checked; the caller ends the agent when the body was read. */
  async function ask(
    url: URL,
    agent: Agent,
    request: OutboundRequest,
    signal: AbortSignal,
  ): Promise<Response> {
    const headers = { 'user-agent': 'Wayside', accept: '*/*', ...request.headers };
    return fetch(url, { dispatcher: agent, redirect: 'manual', headers, signal }).catch((cause: unknown) => {
      throw new OutboundError('unreachable', `${url.host} did not answer.`, { cause });
    });
  }

  return async request => {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    let url = parseUrl(request.url);
    for (let hops = 0; hops <= MAX_REDIRECTS; hops++) {
      const agent = pinnedAgent(await addressOf(url));
      try {
        const response = await ask(url, agent, request, signal);
        const next = REDIRECTS.includes(response.status) ? response.headers.get('location') : null;
        if (next === null) return await answerOf(response, request);
        url = parseUrl(next, url);
      } finally {
        await agent.destroy();
      }
    }
    throw new OutboundError('redirects', `More than ${MAX_REDIRECTS} redirects.`);
  };
}

function parseUrl(text: string, base?: URL): URL {
  const url = URL.canParse(text, base?.href) ? new URL(text, base) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username !== '' || url.password !== '')
    throw new OutboundError('url', 'Only http and https addresses without a password are read.');
  return url;
}

/** Connects to this address whatever the name means by then; the certificate is still that of the name. */
function pinnedAgent(address: string): Agent {
  const family = ipaddr.parse(address).kind() === 'ipv6' ? 6 : 4;
  return new Agent({
    connect: {
      timeout: TIMEOUT_MS,
      lookup: (_host, options, found) =>
        options.all ? found(null, [{ address, family }]) : found(null, address, family),
    },
  });
}

async function answerOf(response: Response, { types, maxBytes }: OutboundRequest): Promise<OutboundAnswer> {
  const { headers, status } = response;
  const validators = { etag: headers.get('etag'), last_modified: headers.get('last-modified') };
  if (status === NOT_MODIFIED) return { ...validators, isModified: false, bytes: Buffer.alloc(0) };
  if (!response.ok) throw new OutboundError('status', `The answer was ${status}.`);
  const type = headers.get('content-type') ?? '';
  if (!types.test(type))
    throw new OutboundError('type', `The answer is of the type ${type.slice(0, 80) || 'none'}.`);
  return { ...validators, isModified: true, bytes: await bytesOf(response, maxBytes) };
}

/** Counted once unpacked, so that a small answer cannot become a large one. */
async function bytesOf(response: Response, maxBytes: number): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const part of response.body ?? []) {
      size += (part as Uint8Array).byteLength;
      if (size > maxBytes) throw new OutboundError('size', `The answer is larger than ${maxBytes} bytes.`);
      parts.push(part as Uint8Array);
    }
  } catch (cause) {
    if (cause instanceof OutboundError) throw cause;
    throw new OutboundError('unreachable', 'The answer broke off.', { cause });
  }
  return Buffer.concat(parts);
}
