/** Who was signed in when the server last said so: what a console opens with that cannot reach it. */
import type * as contract from '../contract/identity/auth.ts';
import type { User } from '../contract/identity/auth.ts';
import type { Answer } from '../contract/wire/endpoint.ts';
import type { Beside } from './beside.ts';

export const LAST_USER = 'last_user';
export const LAST_USER_MAX_AGE_MS = 24 * 60 * 60_000;

export interface LastUser {
  /** As the server named him: `tenant_id` is the one he belongs to. */
  user: User;
  tenants: Answer<typeof contract.me>['tenants'];
  /** When the server said so, ms since 1970. */
  at: number;
}

export const keepLastUser = (beside: Beside, last: LastUser) => beside.put(LAST_USER, last, 'strict');

/** Null where nobody is known, or for longer than a day; a clock that was set back makes nobody younger. */
export async function readLastUser(beside: Beside, now: number): Promise<LastUser | null> {
  const last = (await beside.get(LAST_USER)) as LastUser | null;
  return last && Math.abs(now - last.at) <= LAST_USER_MAX_AGE_MS ? last : null;
}
