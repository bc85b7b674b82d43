/**
 * Warm-up at start: runs the pairing of a first screen a few times and rolls it back, because code and query plans are
 * several times slower on first use.
 */
import { withLookUp } from '../db/tenantTransactions.ts';
import { defaultTenant } from '../identity/firstRun.ts';
import { keyId, newPair } from '../identity/keys/serverKeys.ts';
import type { Server } from '../context/server.ts';
import { inTenant, type TransactionContext } from '../transaction/context.ts';
import { findOrCreateCode } from '../fleet/pairing/codes.ts';
import { planOf } from '../playout/heads.ts';
import { claimPairing } from '../fleet/pairing/pairing.ts';

const TIMES = 3;
const FACTS = { app_version: '', resolution: '', user_agent: '', tz: 'UTC' };

class Rollback extends Error {}

async function pairOnce(ctx: TransactionContext): Promise<never> {
  const { tx, tenant_id, now } = ctx;
  const { jwk } = newPair();
  const pairing = await withLookUp(tx, 'pairing', () =>
    findOrCreateCode(tx, now, { jwk, key_id: keyId(jwk) }, FACTS),
  );
  const device_id = await claimPairing(ctx, { pairing_id: pairing.id });
  await planOf(tx, tenant_id, device_id);
  throw new Rollback();
}

/** Every transaction is rolled back. A failure is logged and does not stop the server from starting. */
export async function warmUp(server: Server): Promise<void> {
  try {
    const tenant_id = await defaultTenant(server.tenantTransactions);
    for (let n = 0; n < TIMES; n++)
      await inTenant(server, { tenant_id, user_id: null }, pairOnce).catch((error: unknown) => {
        if (!(error instanceof Rollback)) throw error;
      });
  } catch (error) {
    process.stderr.write(`The warm-up of a pairing failed: ${String(error)}\n`);
  }
}
