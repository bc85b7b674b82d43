/** Challenges for passkeys: random, good once and for five minutes, and only for whom and for what they were made. */
import { and, eq, gt } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { Server } from '../../context/server.ts';
import { passkeyChallenges } from '../../db/schema.ts';
import { defaultTenant } from '../firstRun.ts';
import { hashToken, newToken } from '../session/tokens.ts';

const GOOD_FOR_MS = 5 * 60_000;

/** `id`: hash of the cookie of a browser that signs in, else the session. */
export interface Holder {
  use: 'sign_in' | 'confirm' | 'add';
  id: string;
}
export const challengeHash = ({ use, id }: Holder, challenge: string) =>
  hashToken(`${use} ${id} ${challenge}`);

export async function makeChallenge({ tenantTransactions, clock }: Server, holder: Holder): Promise<string> {
  const challenge = newToken();
  const tenant_id = await defaultTenant(tenantTransactions);
  await tenantTransactions.inTenant(tenant_id, tx =>
    tx.insert(passkeyChallenges).values({
      ...{ hash: challengeHash(holder, challenge), tenant_id },
      expires_at: dateOf(clock.now() + GOOD_FOR_MS),
    }),
  );
  return challenge;
}

/** Whether it was good; from here on it is not. */
export async function spendChallenge(
  { tenantTransactions, clock }: Server,
  holder: Holder,
  challenge: string,
): Promise<boolean> {
  const tenant_id = await defaultTenant(tenantTransactions);
  const spent = await tenantTransactions.inTenant(tenant_id, tx =>
    tx
      .delete(passkeyChallenges)
      .where(
        and(
          eq(passkeyChallenges.tenant_id, tenant_id),
          eq(passkeyChallenges.hash, challengeHash(holder, challenge)),
          gt(passkeyChallenges.expires_at, dateOf(clock.now())),
        ),
      )
      .returning({ hash: passkeyChallenges.hash }),
  );
  return spent.length > 0;
}
