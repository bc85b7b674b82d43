/**
 * A start goes a few times through what the first screen will ask, and takes it back: code and plans that were never used
 * are several times as slow as those that were, and somebody is looking at that screen.
 */
import { lookingUp } from '../db/doors.ts';
import { defaultTenant } from '../identity/firstRun.ts';
import { keyId, newPair } from '../identity/keys/serverKeys.ts';
import type { Server } from '../context/server.ts';
import { inTenant, type Work } from '../transaction/work.ts';
import { codeFor } from '../fleet/pairing/codes.ts';
import { planOf } from '../playout/heads.ts';
import { claim } from '../fleet/pairing/pairing.ts';

const TIMES = 3;
const FACTS = { app_version: '', resolution: '', user_agent: '', tz: 'UTC' };

class TakenBack extends Error {}

async function pairOnce(work: Work): Promise<never> {
  const { tx, tenant_id, now } = work;
  const { jwk } = newPair();
  const pairing = await lookingUp(tx, 'pairing', () => codeFor(tx, now, { jwk, key_id: keyId(jwk) }, FACTS));
  const device_id = await claim(work, { pairing_id: pairing.id });
  await planOf(tx, tenant_id, device_id);
  throw new TakenBack();
}

/** Nothing of it stays. Whatever keeps it from going through keeps no server from starting. */
export async function rehearse(server: Server): Promise<void> {
  try {
    const tenant_id = await defaultTenant(server.doors);
    for (let n = 0; n < TIMES; n++)
      await inTenant(server, { tenant_id, by: null }, pairOnce).catch((error: unknown) => {
        if (!(error instanceof TakenBack)) throw error;
      });
  } catch (error) {
    process.stderr.write(`The rehearsal of a pairing did not go through: ${String(error)}\n`);
  }
}
