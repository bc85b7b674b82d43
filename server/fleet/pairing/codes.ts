/** Pairing codes: a screen shows one until a user claims it. */
import { and, eq, gt, isNull, lt, sql } from 'drizzle-orm';
import type { Answer, Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import {
  CODE_LENGTH,
  CODE_ALPHABET,
  type pairingState,
  type startPairing,
} from '../../../shared/contract/fleet/pairing.ts';
import { dateOf } from '../../../shared/clock.ts';
import { randomInt, uuid7 } from '../../../shared/random.ts';
import type { Db } from '../../db/database.ts';
import { requireFound, toStorable } from '../../db/rows.ts';
import { deviceKeys, devices, pairings, tenants } from '../../db/schema.ts';
import type { NewDevicePrincipal } from '../../http/principal.ts';
import type { Server } from '../../context/server.ts';
import { planOf } from '../../playout/heads.ts';

const CODE_MS = 10 * 60_000;
/** A finished pairing is kept this long, so that its screen can read the result. */
const KEPT_MS = 24 * 60 * 60_000;
const CODE_TRIES = 5;

const newCode = () =>
  Array.from({ length: CODE_LENGTH }, () => CODE_ALPHABET[randomInt(CODE_ALPHABET.length)]).join('');

export type Pairing = typeof pairings.$inferSelect;

type Key = Pick<NewDevicePrincipal, 'key_id' | 'jwk'>;
type Facts = Body<typeof startPairing>['facts'];

export const issueCode = ({ tenantTransactions, clock }: Server, key: Key, facts: Facts): Promise<Pairing> =>
  tenantTransactions.lookUp('pairing', tx => findOrCreateCode(tx, clock.now(), key, facts));

/** The same key gets the same code while it is valid. */
export async function findOrCreateCode(
  tx: Db,
  now: number,
  { key_id, jwk }: Key,
  facts: Facts,
): Promise<Pairing> {
  /** Two calls of one screen at once would each find none. */
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`pairing ${key_id}`}, 0))`);
  const owner = await ownerOfKey(tx, key_id);
  const [open] = await tx
    .select()
    .from(pairings)
    .where(
      and(
        eq(pairings.key_id, key_id),
        gt(pairings.expires_at, dateOf(now)),
        owner === null ? isNull(pairings.device_id) : eq(pairings.device_id, owner.device_id),
      ),
    );
  if (open) return open;
  await tx.delete(pairings).where(lt(pairings.expires_at, dateOf(now - KEPT_MS)));
  const row = {
    key_id,
    jwk,
    facts: toStorable(facts),
    ...owner,
    expires_at: dateOf(now + CODE_MS),
    created_at: dateOf(now),
  };
  for (let n = 0; n < CODE_TRIES; n++) {
    const [made] = await tx
      .insert(pairings)
      .values({ ...row, id: uuid7(now), code: newCode() })
      .onConflictDoNothing()
      .returning();
    if (made) return made;
  }
  throw new AppError('UNAVAILABLE', 'No free pairing code was found.');
}

/** A screen that lost its device id but kept its key is still the same device. */
async function ownerOfKey(db: Db, key_id: string): Promise<{ device_id: string; tenant_id: string } | null> {
  const [row] = await db
    .select({
      device_id: deviceKeys.device_id,
      tenant_id: devices.tenant_id,
      key: deviceKeys.state,
      device: devices.state,
    })
    .from(deviceKeys)
    .innerJoin(devices, eq(devices.id, deviceKeys.device_id))
    .where(eq(deviceKeys.key_id, key_id));
  if (!row) return null;
  if (row.key !== 'active' || row.device === 'retired')
    throw new AppError('DEVICE_REVOKED', 'This key was taken out of service; a screen pairs with a new one.');
  return { device_id: row.device_id, tenant_id: row.tenant_id };
}

export async function pairingStateOf(
  server: Server,
  principal: NewDevicePrincipal,
  id: string,
): Promise<Answer<typeof pairingState>> {
  const [row] = await server.tenantTransactions.lookUp('pairing', tx =>
    tx
      .select({ pairing: pairings, tenant: tenants.name })
      .from(pairings)
      .leftJoin(devices, eq(devices.id, pairings.device_id))
      .leftJoin(tenants, eq(tenants.id, devices.tenant_id))
      .where(and(eq(pairings.id, id), eq(pairings.key_id, principal.key_id))),
  );
  const { pairing, tenant } = requireFound(row, 'pairing');
  const { device_id, tenant_id, key_id } = pairing;
  if (device_id !== null && tenant_id !== null) {
    const plan = await server.tenantTransactions.inTenant(tenant_id, tx => planOf(tx, tenant_id, device_id));
    return {
      state: 'claimed',
      device_id,
      key_id,
      tenant: { name: tenant ?? '' },
      server_key: server.keys.manifest.jwk,
      ...(plan === null ? {} : { plan }),
    };
  }
  if (pairing.expires_at.getTime() <= server.clock.now()) return { state: 'expired' };
  return { state: 'issued', code: pairing.code, expires_at: pairing.expires_at.toISOString() };
}
