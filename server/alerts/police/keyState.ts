/** What state a key is in: what somebody did to it, and the clock. */
import { sql, type SQL } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { EXPIRING_DAYS, type KeyState } from '../../../shared/contract/alerts/policeKey.ts';
import { policeKeys } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

const DAY_MS = 86_400_000;
type Watched = Pick<typeof policeKeys.$inferSelect, 'state' | 'expires_at'>;

export function keyStateAt({ state, expires_at }: Watched, now: number): KeyState {
  if (state === 'revoked') return 'revoked';
  const left = expires_at.getTime() - now;
  if (left <= 0 || state === 'expired') return 'expired';
  if (state === 'rotating') return 'rotating';
  return left <= EXPIRING_DAYS * DAY_MS ? 'expiring' : 'active';
}

/** The same for the database, which filters and counts by it. */
export function keyStateColumn({ now }: Pick<TransactionContext, 'now'>): SQL {
  const { state, expires_at } = policeKeys;
  const soon = instant(now + EXPIRING_DAYS * DAY_MS);
  return sql`case when ${state} = 'revoked' then 'revoked'
    when ${expires_at} <= ${instant(now)}::timestamptz then 'expired'
    when ${state} = 'rotating' then 'rotating'
    when ${expires_at} <= ${soon}::timestamptz then 'expiring' else 'active' end`;
}
