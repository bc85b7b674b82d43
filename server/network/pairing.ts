/** A person claims the code a screen shows: from then on the screen's key speaks for a device. */
import { and, eq, gt, isNull, ne } from 'drizzle-orm';
import { AppError } from '../../shared/contract/errors.ts';
import { shownCode } from '../../shared/contract/pairing.ts';
import { dateOf } from '../../shared/clock.ts';
import { uuid7 } from '../../shared/random.ts';
import type { Db } from '../db/database.ts';
import { notFound } from '../db/rows.ts';
import { deviceKeys, devices, pairings } from '../db/schema.ts';
import type { Server } from '../server.ts';
import { changing } from './changes.ts';
import type { Pairing } from './codes.ts';
import { refreshDevices } from './heads.ts';
import type { Network } from './network.ts';
import { isTimeZone } from './zones.ts';

export interface Claimed {
  /** One of the two names the screen. */
  pairing_id?: string | undefined;
  code?: string | undefined;
  tenant_id: string;
  name?: string | undefined;
  /** What a new screen plays from the start. */
  playlist_id?: string | undefined;
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
    /** All codes of this key: a second tab of the screen learns it too. */
    await tx.update(pairings).set({ device_id }).where(eq(pairings.key_id, pairing.key_id));
    await refreshDevices(server, tx, [device_id]);
    touched.add(device_id);
    return device_id;
  });

/** Locked: a code has one use, also when two people type it at once. */
async function openPairing(tx: Db, asked: Claimed, now: Date): Promise<Pairing> {
  const named =
    asked.pairing_id === undefined ? eq(pairings.code, asked.code ?? '') : eq(pairings.id, asked.pairing_id);
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
    playlist_id: asked.playlist_id ?? null,
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
    .where(
      and(eq(devices.id, device_id), eq(devices.tenant_id, asked.tenant_id), ne(devices.state, 'retired')),
    )
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
