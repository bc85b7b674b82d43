/** Which writes may be queued, and the draft that is stored; the contract says which may not wait, and why (contract/immediate.ts). Pure. */
import { QUEUE } from '../constants.ts';
import { isKeyless, type Endpoint } from '../contract/wire/endpoint.ts';
import { IMMEDIATE_AREAS, IMMEDIATE_PATHS } from '../contract/immediate.ts';
import { ACTION_BUDGET } from '../net/retry.ts';
import { METHODS, type Draft, type Method } from './entry.ts';

const IMMEDIATE_PATH = new RegExp(`^/api/(${Object.keys(IMMEDIATE_PATHS).join('|')})$`);
/** The request headers an entry stores. */
const KEPT_HEADERS: readonly string[] = ['accept', 'content-type', 'if-match'];
const KEY_PATH = /\/keys(\/|$)/;
const MAX_BODY_CHARS = 1_000_000;

export interface Write {
  method: Method;
  url: string;
  headers: Headers;
  /** Exactly as it would be sent. */
  body: string | undefined;
}
interface Origin extends Pick<Draft, 'id' | 'owner' | 'metadata' | 'timestamp'> {
  /** Requests its action has made before it was queued (promise Q9). */
  spent: number;
}
const isWrite = (method: string): method is Method => (METHODS as readonly string[]).includes(method);

/** Keeps sign-ins, passwords and secrets off the disk, large files out of the queue, and late decisions from being applied. */
export const isQueueable = (
  { method, path, access, showsSecret }: Endpoint,
  body: string | undefined,
): boolean =>
  isWrite(method) &&
  !isKeyless(path) &&
  access.who === 'user' &&
  access.transactions === undefined &&
  access.reauth_min === undefined &&
  showsSecret !== true &&
  !(access.area in IMMEDIATE_AREAS) &&
  !IMMEDIATE_PATH.test(path) &&
  !KEY_PATH.test(path) &&
  (body?.length ?? 0) <= MAX_BODY_CHARS;

export function draftOf(
  { method, url, headers, body }: Write,
  { id, owner, metadata, timestamp, spent }: Origin,
): Draft {
  return {
    id,
    method,
    url,
    data: body === undefined ? undefined : (JSON.parse(body) as unknown),
    headers: Object.fromEntries([...headers].filter(([name]) => KEPT_HEADERS.includes(name))),
    timestamp,
    retryCount: 0,
    maxRetries: Math.max(0, Math.min(QUEUE.retries, ACTION_BUDGET - spent - 1)),
    priority: QUEUE.priority,
    metadata,
    owner,
  };
}
