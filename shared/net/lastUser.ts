/** The user of the last answer of the server: the console starts with it when the server is unreachable. */
import type * as contract from '../contract/identity/auth.ts';
import type { User } from '../contract/identity/auth.ts';
import type { Answer } from '../contract/wire/endpoint.ts';
import type { SessionStore } from './sessionStore.ts';

export const LAST_USER = 'last_user';
export const LAST_USER_MAX_AGE_MS = 24 * 60 * 60_000;

export interface LastUser {
  /** As the server returned it; `tenant_id` is the user's home tenant. */
  user: User;
  tenants: Answer<typeof contract.me>['tenants'];
  /** When the server answered, ms since 1970. */
  at: number;
}

export const saveLastUser = (beside: SessionStore, last: LastUser) => beside.put(LAST_USER, last, 'strict');

/** Null if there is no record or it is older than a day. A record from the future (clock set back) expires too. */
export async function readLastUser(beside: SessionStore, now: number): Promise<LastUser | null> {
  const last = (await beside.get(LAST_USER)) as LastUser | null;
  return last && Math.abs(now - last.at) <= LAST_USER_MAX_AGE_MS ? last : null;
}
