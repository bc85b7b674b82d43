/** Authenticates players by their signatures. Devices are cached; notifications keep the caches of all nodes coherent. */
import { and, eq, sql } from 'drizzle-orm';
import type { FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { instant } from '../../../shared/clock.ts';
import type { Tombstone } from '../../../shared/contract/fleet/tombstone.ts';
import { sendPlays } from '../../../shared/contract/proof/play.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { publicJwk, type PublicJwk } from '../../../shared/contract/fleet/jwk.ts';
import { id as uuid } from '../../../shared/contract/wire/wire.ts';
import type { Db } from '../../db/database.ts';
import type { TenantTransactions } from '../../db/tenantTransactions.ts';
import { deviceKeys, devices, pairings } from '../../db/schema.ts';
import type { DevicePrincipal, NewDevicePrincipal } from '../../http/principal.ts';
import { keyId, signDocument } from '../../identity/keys/serverKeys.ts';
import type { Server } from '../../context/server.ts';
import { networkOf } from '../../transaction/limits.ts';
import { DEVICE_CHANNEL, parseNotice } from '../../transaction/notices.ts';
import { pendingFor } from '../commands/deliver.ts';
import { createDeviceCache, rememberSignature, type CachedDevice } from './deviceCache.ts';
import { openSightings, type Sightings } from './sightings.ts';
import {
  isValidSignature,
  originOf,
  publicKeyOf,
  readClaim,
  readSigner,
  requireValidSignature,
  type SignatureClaim,
  type SignedParts,
} from './signature.ts';

export interface Network {
  authenticateDevice(request: FastifyRequest): Promise<DevicePrincipal>;
  authenticateNewDevice(request: FastifyRequest): Promise<NewDevicePrincipal>;
  /** Throws unless the head of a call names a screen and a key of ours: before its body is there the signature proves nothing. */
  requireKnown(request: FastifyRequest): Promise<void>;
  /** The screen that the head of a call names, where it and its key are in memory and in service. */
  inMemory(request: Pick<SignedParts, 'headers'>): CachedDevice | null;
  /**
   * Whose call it is, from memory alone: of a read only where he has signed it before. null: nobody who is known so,
   * whatever the reason. Throws as `authenticateDevice` where the signature cannot be read.
   */
  recognise(request: SignedParts, origin: string): RecognisedDevice | null;
  /** Awaited before a pairing code is answered. */
  onPairing: ((request: FastifyRequest, pairing_id: string) => Promise<void>) | null;
  /** From the cache where possible. */
  cachedDevice(device_id: string): Promise<CachedDevice | null>;
  /** Something of these devices has changed, here or on another node. */
  onChanged(listener: (device_ids: Iterable<string>) => void): void;
  /** Changes may have gone by unheard. */
  onMissed(listener: () => void): void;
  sightings: Sightings;
  close(): Promise<void>;
}

export interface RecognisedDevice {
  principal: DevicePrincipal;
  device: CachedDevice;
}

export async function openNetwork(server: Server): Promise<Network> {
  const { tenantTransactions, clock, config } = server;
  const deviceCache = createDeviceCache(clock, device_id =>
    tenantTransactions.lookUp('device', tx => loadDevice(tx, device_id, clock.now())),
  );
  const sightings = openSightings(server);
  const listeners = new Set<(device_ids: Iterable<string>) => void>();
  const missedListeners = new Set<() => void>();
  function onDevicesChanged(device_ids: Iterable<string>) {
    const ids = [...device_ids];
    deviceCache.invalidate(ids);
    for (const listener of listeners) listener(ids);
  }
  server.devices.listen(onDevicesChanged);
  await server.listen(DEVICE_CHANNEL, {
    heard: notice => onDevicesChanged(parseNotice(notice)),
    lost: () => deviceCache.setNotices(false),
    missed() {
      deviceCache.clear();
      deviceCache.setNotices(true);
      for (const listener of missedListeners) listener();
    },
  });

  /** Counted by the caller's network, and refused before the next look-up. */
  async function unknown(request: FastifyRequest, refusal: AppError): Promise<never> {
    await server.limits.take('unknown_devices', [networkOf(request.ip)]);
    throw refusal;
  }
  const refuseStrangers = (request: FastifyRequest) =>
    server.limits.refuseKnown('unknown_devices', [networkOf(request.ip)]);

  async function knownKey(request: FastifyRequest, { id, key_id }: Pick<SignatureClaim, 'id' | 'key_id'>) {
    if (!deviceCache.has(id)) refuseStrangers(request);
    const device = id === 'pairing' ? null : await deviceCache.get(id);
    const key = device?.keys.get(key_id);
    if (device && key) return { device, key };
    return unknown(request, new AppError('DEVICE_UNKNOWN', 'This screen or its key is not known here.'));
  }

  /** In service. */
  function inMemory({ id, key_id }: Pick<SignatureClaim, 'id' | 'key_id'>) {
    const device = deviceCache.peek(id);
    const key = device?.keys.get(key_id);
    return device && device.state !== 'retired' && key?.revoked_at === null ? { device, key } : null;
  }

  return {
    async requireKnown(request) {
      await knownKey(request, readSigner(request));
    },
    async authenticateDevice(request) {
      const origin = originOf(config, request);
      const claim = readClaim(request, origin, clock.now());
      const { device, key } = await knownKey(request, claim);
      const isEnded = key.revoked_at !== null || device.state === 'retired';
      /** What was played while the key was in service is still taken. */
      if (isEnded && request.routeOptions.url !== sendPlays.path)
        throw new AppError('DEVICE_REVOKED', 'This screen was taken out of service.', {
          tombstone: (key.tombstone ??= tombstoneOf(server, claim)),
        });
      if (key.verified.get(claim.signature)?.text !== claim.text) {
        requireValidSignature(key.publicKey, claim, origin);
        if (claim.isRead) rememberSignature(key, claim, clock.now());
      }
      const principal = { device_id: claim.id, key_id: claim.key_id, tenant_id: device.tenant_id };
      if (!isEnded) sightings.recordContact(principal);
      return { kind: 'device', ...principal };
    },
    inMemory: request => inMemory(readSigner(request))?.device ?? null,
    recognise(request, origin) {
      const claim = readClaim(request, origin, clock.now());
      const found = inMemory(claim);
      if (!found) return null;
      const isSigned = claim.isRead
        ? found.key.verified.get(claim.signature)?.text === claim.text
        : isValidSignature(found.key.publicKey, claim.text, claim.signature);
      if (!isSigned) return null;
      const { device } = found;
      const principal = { device_id: claim.id, key_id: claim.key_id, tenant_id: device.tenant_id };
      sightings.recordContact(principal);
      return { principal: { kind: 'device', ...principal }, device };
    },
    async authenticateNewDevice(request) {
      const origin = originOf(config, request);
      const claim = readClaim(request, origin, clock.now());
      refuseStrangers(request);
      const jwk = await newKey(tenantTransactions, request, claim.key_id);
      if (!jwk) return unknown(request, new AppError('NOT_FOUND', 'There is no such pairing.'));
      if (claim.id !== 'pairing' || keyId(jwk) !== claim.key_id)
        throw new AppError('DEVICE_UNKNOWN', 'The key is not the one of this pairing.');
      requireValidSignature(publicKeyOf(jwk), claim, origin);
      return { kind: 'new_device', key_id: claim.key_id, jwk };
    },
    onPairing: null,
    cachedDevice: async device_id => deviceCache.get(device_id),
    onChanged: listener => void listeners.add(listener),
    onMissed: listener => void missedListeners.add(listener),
    sightings,
    close: () => sightings.close(),
  };
}

/** Signed by the key the screen has pinned, so that no other server can make it forget itself. */
function tombstoneOf({ clock, keys }: Server, { id, key_id }: SignatureClaim): Tombstone {
  const unsigned = {
    kind: 'tombstone' as const,
    device_id: id,
    key_id,
    issued_at: instant(clock.now()),
    signed_by: keys.manifest.key_id,
  };
  return { ...unsigned, sig: signDocument(keys.manifest, unsigned) };
}

async function loadDevice(db: Db, device_id: string, now: number): Promise<CachedDevice | null> {
  const rows = await db
    .select({
      tenant_id: devices.tenant_id,
      state: devices.state,
      manifest_version: devices.manifest_version,
      paired_at: devices.created_at,
      key_id: deviceKeys.key_id,
      jwk: deviceKeys.jwk,
      key_state: deviceKeys.state,
      key_since: deviceKeys.created_at,
      revoked_at: deviceKeys.revoked_at,
      is_asked: sql<boolean>`exists (select from device_commands where ${pendingFor(device_id, now)})`,
    })
    .from(devices)
    .innerJoin(deviceKeys, eq(deviceKeys.device_id, devices.id))
    .where(eq(devices.id, device_id));
  const [first] = rows;
  if (!first) return null;
  const keys = rows.map(row => {
    const key = {
      publicKey: publicKeyOf(row.jwk),
      since: row.key_since.getTime(),
      revoked_at: row.key_state === 'active' ? null : (row.revoked_at?.getTime() ?? 0),
      verified: new Map(),
    };
    return [row.key_id, key] as const;
  });
  const { tenant_id, state, manifest_version, paired_at, is_asked: hasPendingCommands } = first;
  return {
    tenant_id,
    state,
    manifest_version,
    paired_at: paired_at.getTime(),
    hasPendingCommands,
    keys: new Map(keys),
  };
}

/** The key from the body, or from the pairing in the path; null where the pairing is missing or of another key. */
async function newKey(
  tenantTransactions: TenantTransactions,
  request: FastifyRequest,
  key_id: string,
): Promise<PublicJwk | null> {
  const params = z.safeParse(z.object({ id: uuid }), request.params);
  if (params.success) {
    const [row] = await tenantTransactions.lookUp('pairing', tx =>
      tx
        .select({ jwk: pairings.jwk })
        .from(pairings)
        .where(and(eq(pairings.id, params.data.id), eq(pairings.key_id, key_id))),
    );
    return row?.jwk ?? null;
  }
  const sent = z.safeParse(z.object({ jwk: publicJwk }), request.body);
  if (!sent.success) throw new AppError('VALIDATION', 'A P-256 key is needed.', { jwk: ['Invalid input'] });
  return sent.data.jwk;
}
