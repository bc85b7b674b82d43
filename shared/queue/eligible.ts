/** Which writes may wait, and how they lie on the disk. Pure. */
import { QUEUE } from '../constants.ts';
import type { Area } from '../contract/wire/access.ts';
import { isKeyless, type Endpoint } from '../contract/wire/endpoint.ts';
import { METHODS, type Draft, type Metadata, type Method, type Owner } from './entry.ts';

/** A role, a key or an alarm that came late would do harm: these fail at once. */
const NEVER: readonly Area[] = ['users', 'pending_users', 'police_keys', 'alerts'];
/** All that an entry keeps of its request's headers. */
const KEPT: readonly string[] = ['accept', 'content-type', 'if-match'];
const KEYS = /\/keys(\/|$)/;
const LONGEST_BODY = 1_000_000;

export interface Write {
  method: Method;
  url: string;
  headers: Headers;
  /** As it would be sent. */
  body: string | undefined;
}
const isWrite = (method: string): method is Method => (METHODS as readonly string[]).includes(method);

/** No sign-in, password or secret would lie on the disk, no file fill it, no decision come when nobody expects it. */
export const mayWait = ({ method, path, access, showsSecret }: Endpoint, body: string | undefined): boolean =>
  isWrite(method) &&
  !isKeyless(path) &&
  access.who === 'user' &&
  access.transactions === undefined &&
  access.reauth_min === undefined &&
  showsSecret !== true &&
  !NEVER.includes(access.area) &&
  !KEYS.test(path) &&
  (body?.length ?? 0) <= LONGEST_BODY;

export function draftOf(
  { method, url, headers, body }: Write,
  { id, owner, metadata, timestamp }: { id: string; owner: Owner; metadata: Metadata; timestamp: number },
): Draft {
  return {
    id,
    method,
    url,
    data: body === undefined ? undefined : (JSON.parse(body) as unknown),
    headers: Object.fromEntries([...headers].filter(([name]) => KEPT.includes(name))),
    timestamp,
    retryCount: 0,
    maxRetries: QUEUE.retries,
    priority: QUEUE.priority,
    metadata,
    owner,
  };
}
