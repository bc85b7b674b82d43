/** A user claims the code a screen shows: from then on the screen's key authenticates a device. */
import { and, eq, gt, inArray, isNull, ne } from 'drizzle-orm';
import { equals } from '../../db/lists.ts';
import { refreshSets } from '../../alerts/screens/versions.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { formatPairingCode } from '../../../shared/contract/fleet/pairing.ts';
import { dateOf } from '../../../shared/clock.ts';
import { uuid7 } from '../../../shared/random.ts';
import { withLookUp } from '../../db/tenantTransactions.ts';
import { notFound, requireVersion } from '../../db/rows.ts';
import { deviceKeys, devices, pairings } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { Pairing } from './codes.ts';
import { requireWithinPlan } from '../../identity/tenants/plan.ts';
import { lockGroups, settlePlaylists } from '../../playout/settle.ts';
import { machineOf } from '../devices/machine.ts';
import { isTimeZone } from '../../../shared/contract/wire/wire.ts';

export interface ClaimOptions {
  /** Either this or `code` names the pairing. */
  pairing_id?: string | undefined;
  code?: string | undefined;
  name?: string | undefined;
  group_id?: string | undefined;
  location_id?: string | undefined;
  /** The playlist a new screen plays from the start. */
  playlist_id?: string | undefined;
  /** Whose a new screen is. */
  owner_user_id?: string | undefined;
  /** A lost device of this tenant; the screen takes over its name, playlist and history. */
  replaces?: string | undefined;
  /** Its version when it was chosen. */
  replaces_version?: number | undefined;
}

export async function claimPairing(ctx: TransactionContext, options: ClaimOptions): Promise<string> {
  const { tx, tenant_id, now } = ctx;
  await lockGroups(ctx, 'screen');
  const pairing = await withLookUp(tx, 'pairing', () => lockOpenPairing(ctx, options));
  const device_id =
    options.replaces === undefined
      ? await addDevice(ctx, pairing, options)
      : await replaceDevice(ctx, pairing, { ...options, replaces: options.replaces });
  const { key_id, jwk } = pairing;
  await tx.insert(deviceKeys).values({ tenant_id, key_id, device_id, jwk, created_at: dateOf(now) });
  /** Updates all pairings of this key, so that a second tab of the screen is paired too. */
  await withLookUp(tx, 'pairing', () =>
    tx.update(pairings).set({ tenant_id, device_id }).where(eq(pairings.key_id, key_id)),
  );
  await settlePlaylists(ctx, [device_id], [device_id]);
  ctx.auditNote.target_id = device_id;
  return device_id;
}

/** Locks the pairing, so that a code works once even if two users enter it at the same time. */
export async function lockOpenPairing(
  { tx, now }: TransactionContext,
  options: Pick<ClaimOptions, 'pairing_id' | 'code'>,
): Promise<Pairing> {
  const named =
    options.pairing_id === undefined
      ? equals(pairings.code, options.code)
      : eq(pairings.id, options.pairing_id);
  const [row] = await tx
    .select()
    .from(pairings)
    .where(and(named, isNull(pairings.device_id), gt(pairings.expires_at, dateOf(now))))
    .for('update');
  if (row) return row;
  throw new AppError('NOT_FOUND', 'This code is unknown or no longer good.', {
    code: ['This code is unknown or no longer good.'],
  });
}

async function addDevice(ctx: TransactionContext, pairing: Pairing, options: ClaimOptions): Promise<string> {
  const { tx, tenant_id, user_id, now } = ctx;
  const id = uuid7(now);
  const tz = pairing.facts['tz'] ?? '';
  await tx.insert(devices).values({
    id,
    tenant_id,
    name: options.name ?? formatPairingCode(pairing.code),
    state: 'paired',
    tz: isTimeZone(tz) ? tz : 'UTC',
    machine: machineOf(pairing.facts),
    manifest_version: 0,
    playlist_id: options.playlist_id ?? null,
    group_ids: options.group_id === undefined ? [] : [options.group_id],
    location_id: options.location_id ?? null,
    owner_user_id: options.owner_user_id ?? null,
    created_by: user_id,
    created_at: dateOf(now),
    updated_at: dateOf(now),
  });
  await requireWithinPlan(ctx, 'devices');
  return id;
}

async function replaceDevice(
  ctx: TransactionContext,
  { facts }: Pairing,
  options: ClaimOptions & { replaces: string },
): Promise<string> {
  const { replaces: device_id, replaces_version } = options;
  const { tx, tenant_id, now } = ctx;
  const [replaced] = await tx
    .select()
    .from(devices)
    .where(and(eq(devices.id, device_id), eq(devices.tenant_id, tenant_id), ne(devices.state, 'retired')))
    .for('update');
  if (!replaced) throw notFound('device');
  if (replaces_version !== undefined) requireVersion({ version: replaced.version }, replaces_version);
  await revokeKeys(ctx, device_id);
  await tx
    .update(devices)
    .set({
      name: options.name ?? replaced.name,
      machine: machineOf(facts),
      ...(options.group_id === undefined
        ? {}
        : { group_ids: [options.group_id, ...replaced.group_ids.filter(id => id !== options.group_id)] }),
      location_id: options.location_id ?? replaced.location_id,
      ...(replaced.state === 'unpaired' ? { state: 'paired' } : {}),
      version: replaced.version + 1,
      updated_at: dateOf(now),
    })
    .where(and(eq(devices.tenant_id, tenant_id), eq(devices.id, device_id)));
  if (options.location_id !== undefined) await refreshSets(ctx);
  return device_id;
}

export const revokeKeys = ({ tx, tenant_id, now }: TransactionContext, ...device_ids: string[]) =>
  tx
    .update(deviceKeys)
    .set({ state: 'revoked', revoked_at: dateOf(now) })
    .where(
      and(
        eq(deviceKeys.tenant_id, tenant_id),
        inArray(deviceKeys.device_id, device_ids),
        ne(deviceKeys.state, 'revoked'),
      ),
    );
