/** Who a player is: known in memory, kept coherent over nodes by notices, so that a poll costs a look-up. */
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { publicJwk, type PublicJwk } from '../../../shared/contract/fleet/jwk.ts';
import { id as uuid } from '../../../shared/contract/wire/wire.ts';
import type { Db } from '../../db/database.ts';
import type { Doors } from '../../db/doors.ts';
import { deviceKeys, devices, pairings } from '../../db/schema.ts';
import type { DeviceCaller, NewDeviceCaller } from '../../http/caller.ts';
import { keyId } from '../../identity/keys/serverKeys.ts';
import type { Server } from '../../context/server.ts';
import { CHANNEL, readNotice } from '../../transaction/notices.ts';
import { waitingFor } from '../commands/deliver.ts';
import { createMemory, rememberSignature, type KnownDevice } from './memory.ts';
import { openSightings, type Sightings } from './sightings.ts';
import { originOf, publicKeyOf, readClaim, requireSigned } from './signature.ts';

export interface Network {
  device(request: FastifyRequest): Promise<DeviceCaller>;
  newDevice(request: FastifyRequest): Promise<NewDeviceCaller>;
  /** Awaited before a pairing code is answered. */
  onPairing: ((request: FastifyRequest, pairing_id: string) => Promise<void>) | null;
  /** From memory, where it has called of late. */
  known(device_id: string): Promise<KnownDevice | null>;
  sightings: Sightings;
  close(): Promise<void>;
}

export async function openNetwork(server: Server): Promise<Network> {
  const { doors, clock, config } = server;
  const memory = createMemory(clock, device_id =>
    doors.lookUp('device', tx => loadDevice(tx, device_id, clock.now())),
  );
  const sightings = openSightings(server);
  server.devices.listen(ids => memory.forget(ids));
  await server.listen(CHANNEL, notice => memory.forget(readNotice(notice)));

  return {
    async device(request) {
      const origin = originOf(config, request);
      const claim = readClaim(request, origin, clock.now());
      const known = claim.id === 'pairing' ? null : await memory.get(claim.id);
      const key = known?.keys.get(claim.key_id);
      if (!known || !key) throw new AppError('DEVICE_UNKNOWN', 'This screen or its key is not known here.');
      if (key.revoked || known.state === 'retired')
        throw new AppError('DEVICE_REVOKED', 'This screen was taken out of service.');
      if (key.verified.get(claim.signature) !== claim.text) {
        requireSigned(key.publicKey, claim, origin);
        if (claim.isRead) rememberSignature(key, claim.signature, claim.text);
      }
      const caller = { device_id: claim.id, key_id: claim.key_id, tenant_id: known.tenant_id };
      sightings.saw(caller);
      return { kind: 'device', ...caller };
    },
    async newDevice(request) {
      const origin = originOf(config, request);
      const claim = readClaim(request, origin, clock.now());
      const jwk = await newKey(doors, request, claim.key_id);
      if (claim.id !== 'pairing' || keyId(jwk) !== claim.key_id)
        throw new AppError('DEVICE_UNKNOWN', 'The key is not the one of this pairing.');
      requireSigned(publicKeyOf(jwk), claim, origin);
      return { kind: 'new_device', key_id: claim.key_id, jwk };
    },
    onPairing: null,
    known: async device_id => memory.get(device_id),
    sightings,
    close: () => sightings.close(),
  };
}

async function loadDevice(db: Db, device_id: string, now: number): Promise<KnownDevice | null> {
  const rows = await db
    .select({
      tenant_id: devices.tenant_id,
      state: devices.state,
      manifest_version: devices.manifest_version,
      paired_at: devices.created_at,
      key_id: deviceKeys.key_id,
      jwk: deviceKeys.jwk,
      key_state: deviceKeys.state,
      is_asked: sql<boolean>`exists (select from device_commands where ${waitingFor(device_id, now)})`,
    })
    .from(devices)
    .innerJoin(deviceKeys, eq(deviceKeys.device_id, devices.id))
    .where(eq(devices.id, device_id));
  const [first] = rows;
  if (!first) return null;
  const keys = rows.map(row => {
    const known = {
      publicKey: publicKeyOf(row.jwk),
      revoked: row.key_state !== 'active',
      verified: new Map(),
    };
    return [row.key_id, known] as const;
  });
  const { tenant_id, state, manifest_version, paired_at, is_asked: isAsked } = first;
  return { tenant_id, state, manifest_version, paired_at: paired_at.getTime(), isAsked, keys: new Map(keys) };
}

/** Of the body that asks for a code, or of the pairing that is asked about: another key's looks like none. */
async function newKey(doors: Doors, request: FastifyRequest, key_id: string): Promise<PublicJwk> {
  const asked = z.safeParse(z.object({ id: uuid }), request.params);
  if (asked.success) {
    const [row] = await doors.lookUp('pairing', tx =>
      tx
        .select({ jwk: pairings.jwk })
        .from(pairings)
        .where(and(eq(pairings.id, asked.data.id), eq(pairings.key_id, key_id))),
    );
    if (!row) throw new AppError('NOT_FOUND', 'There is no such pairing.');
    return row.jwk;
  }
  const sent = z.safeParse(z.object({ jwk: publicJwk }), request.body);
  if (!sent.success) throw new AppError('VALIDATION', 'A P-256 key is needed.', { jwk: ['Invalid input'] });
  return sent.data.jwk;
}
