/** Which writes may be queued, and the draft that is stored. Pure. */
import { QUEUE } from '../constants.ts';
import type { Area } from '../contract/wire/access.ts';
import { isKeyless, type Endpoint } from '../contract/wire/endpoint.ts';
import { ACTION_BUDGET } from '../net/retry.ts';
import { METHODS, type Draft, type Method } from './entry.ts';

/** Areas whose writes would do harm if they arrived late (roles, keys, alarms, the platform, what binds, money): they fail at once. A signature has an outbox of its own. */
const NEVER_QUEUED: readonly Area[] = [
  'users',
  'pending_users',
  'tenants',
  'police_keys',
  'alerts',
  'system',
  'contracts',
  'sign',
  'billing',
  'budget',
  'compliance',
  'earnings',
  'migration',
  'white_label',
  'tester',
];
/** Decided on what is seen at that moment: later a filter matches other rows, screens play something else, and what was removed does not come back; an edit may have been edited again. A preview is looked at at once, a report shows what is there when it is asked for, and so is the next of the first steps. What partners may buy is decided at once: an auction does not wait. What is asked of all that a filter matches goes to those of this moment, and whoever ends all his sessions is signed out here as well, so that nobody would be left to send it. */
const NEVER_QUEUED_PATH =
  /^\/api\/(demo|onboarding|device-commands|sessions|programmatic\/.*|own-privacy-requests.*|settings\/retention|(devices|media|listings)\/changes|.+\/(bulk|attachments.*)|reports\/[pr].*|owner\/e.*|media\/folders\/rename|(content-items|locations)\/import|campaigns\/(forecast|:id\/(approve|(approve|drop|reject)-change))|playlists\/:id\/(assign|copy|preview))$/;
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
  !NEVER_QUEUED.includes(access.area) &&
  !NEVER_QUEUED_PATH.test(path) &&
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
