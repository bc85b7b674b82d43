/** A screen shows a code, a person claims it: from then on its key speaks for a device. */
import { and, eq, gt, isNull, lt, ne } from 'drizzle-orm';
import type { Body, Answer } from '../../shared/contract/endpoint.ts';
import { AppError } from '../../shared/contract/errors.ts';
import {
  CODE_LENGTH,
  CODE_SIGNS,
  shownCode,
  type pairingState,
  type startPairing,
} from '../../shared/contract/pairing.ts';
import { dateOf } from '../../shared/clock.ts';
import { randomInt, uuid7 } from '../../shared/random.ts';
import type { Db } from '../db/database.ts';
import { found, notFound } from '../db/rows.ts';
import { deviceKeys, devices, pairings, tenants } from '../db/schema.ts';
import type { NewDeviceCaller } from '../http/caller.ts';
import type { Server } from '../server.ts';
import { changing } from './changes.ts';
import { refreshDevices } from './heads.ts';
import type { Network } from './network.ts';
import { isTimeZone } from './zones.ts';

const CODE_MS = 10 * 60_000;
/** A spent pairing still answers its screen this long. */
const KEPT_MS = 24 * 60 * 60_000;
const CODE_TRIES = 5;

const newCode = () =>
  Array.from({ length: CODE_LENGTH }, () => CODE_SIGNS[randomInt(CODE_SIGNS.length)]).join('');

type Pairing = typeof pairings.$inferSelect;

/** The same key asks again: the same code, while it lasts. */
export async function askCode(
  server: Server,
  caller: NewDeviceCaller,
  facts: Body<typeof startPairing>['facts'],
): Promise<Pairing> {
  const { db } = server;
  const now = dateOf(server.clock.now());
  const device_id = await deviceOfKey(db, caller.key_id);
  const [open] = await db
    .select()
    .from(pairings)
    .where(
      and(
        eq(pairings.key_id, caller.key_id),
        gt(pairings.expires_at, now),
        device_id === null ? isNull(pairings.device_id) : eq(pairings.device_id, device_id),
      ),
    );
  if (open) return open;
  await db.delete(pairings).where(lt(pairings.expires_at, dateOf(server.clock.now() - KEPT_MS)));
  const row = {
    key_id: caller.key_id,
    jwk: caller.jwk,
    facts,
    device_id,
    expires_at: dateOf(server.clock.now() + CODE_MS),
    created_at: now,
  };
  for (let n = 0; n < CODE_TRIES; n++) {
    const id = uuid7(server.clock.now());
    const [made] = await db
      .insert(pairings)
      .values({ ...row, id, code: newCode() })
      .onConflictDoNothing()
      .returning();
    if (made) return made;
  }
  throw new AppError('UNAVAILABLE', 'No free pairing code was found.');
}

/** A screen that lost its number but kept its key is still the device it was. */
async function deviceOfKey(db: Db, key_id: string): Promise<string | null> {
  const [row] = await db
    .select({ device_id: deviceKeys.device_id, key: deviceKeys.state, device: devices.state })
    .from(deviceKeys)
    .innerJoin(devices, eq(devices.id, deviceKeys.device_id))
    .where(eq(deviceKeys.key_id, key_id));
  if (!row) return null;
  if (row.key !== 'active' || row.device === 'retired')
    throw new AppError('DEVICE_REVOKED', 'This key was taken out of service; a screen pairs with a new one.');
  return row.device_id;
}

export async function stateOf(
  server: Server,
  caller: NewDeviceCaller,
  id: string,
): Promise<Answer<typeof pairingState>> {
  const [row] = await server.db
    .select({ pairing: pairings, tenant: tenants.name })
    .from(pairings)
    .leftJoin(devices, eq(devices.id, pairings.device_id))
    .leftJoin(tenants, eq(tenants.id, devices.tenant_id))
    .where(and(eq(pairings.id, id), eq(pairings.key_id, caller.key_id)));
  const { pairing, tenant } = found(row, 'pairing');
  if (pairing.device_id !== null)
    return {
      state: 'claimed',
      device_id: pairing.device_id,
      key_id: pairing.key_id,
      tenant: { name: tenant ?? '' },
      server_key: server.keys.manifest.jwk,
    };
  if (pairing.expires_at.getTime() <= server.clock.now()) return { state: 'expired' };
  return { state: 'issued', code: pairing.code, expires_at: pairing.expires_at.toISOString() };
}

export interface Claimed {
  /** One of the two names the screen. */
  pairing_id?: string | undefined;
  code?: string | undefined;
  tenant_id: string;
  name?: string | undefined;
  by: string | null;
  /** A lost screen of this tenant, whose name, playlist and history this one takes over. */
  replaces?: string | undefined;
}

export const claim = (server: Server, network: Network, asked: Claimed): Promise<string> =>
  changing(server, network, async (tx, touched) => {
    const pairing = await openPairing(tx, asked, dateOf(server.clock.now()));
    const device_id =
      asked.replaces === undefined
        ? await addDevice(server, tx, pairing, asked)
        : await takeOver(server, tx, asked.replaces, asked);
    await tx.insert(deviceKeys).values({
      key_id: pairing.key_id,
      device_id,
      jwk: pairing.jwk,
      created_at: dateOf(server.clock.now()),
    });
    await tx.update(pairings).set({ device_id }).where(eq(pairings.id, pairing.id));
    await refreshDevices(server, tx, [device_id]);
    touched.add(device_id);
    return device_id;
  });

/** Locked: a code has one use, also when two people type it at once. */
async function openPairing(tx: Db, asked: Claimed, now: Date): Promise<Pairing> {
  const named = asked.pairing_id === undefined ? eq(pairings.code, asked.code ?? '') : eq(pairings.id, asked.pairing_id);
  const [row] = await tx
    .select()
    .from(pairings)
    .where(and(named, isNull(pairings.device_id), gt(pairings.expires_at, now)))
    .for('update');
  if (row) return row;
  throw new AppError('NOT_FOUND', 'This code is unknown or no longer good.', {
    code: ['This code is unknown or no longer good.'],
  });
}

async function addDevice(server: Server, tx: Db, pairing: Pairing, asked: Claimed): Promise<string> {
  const now = server.clock.now();
  const id = uuid7(now);
  const tz = pairing.facts['tz'] ?? '';
  await tx.insert(devices).values({
    id,
    tenant_id: asked.tenant_id,
    name: asked.name ?? shownCode(pairing.code),
    state: 'paired',
    tz: isTimeZone(tz) ? tz : 'UTC',
    manifest_version: 0,
    created_by: asked.by,
    created_at: dateOf(now),
    updated_at: dateOf(now),
  });
  return id;
}

async function takeOver(server: Server, tx: Db, device_id: string, asked: Claimed): Promise<string> {
  const now = dateOf(server.clock.now());
  const [lost] = await tx
    .select()
    .from(devices)
    .where(and(eq(devices.id, device_id), eq(devices.tenant_id, asked.tenant_id), ne(devices.state, 'retired')))
    .for('update');
  if (!lost) throw notFound('device');
  await revokeKeys(tx, device_id, now);
  await tx
    .update(devices)
    .set({ name: asked.name ?? lost.name, version: lost.version + 1, updated_at: now })
    .where(eq(devices.id, device_id));
  return device_id;
}

export const revokeKeys = (tx: Db, device_id: string, now: Date) =>
  tx
    .update(deviceKeys)
    .set({ state: 'revoked', revoked_at: now })
    .where(and(eq(deviceKeys.device_id, device_id), ne(deviceKeys.state, 'revoked')));
