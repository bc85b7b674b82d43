/** A person claims the code a screen shows: from then on the screen's key speaks for a device. */
import { and, eq, gt, isNull, ne } from 'drizzle-orm';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { shownCode } from '../../../shared/contract/fleet/pairing.ts';
import { dateOf } from '../../../shared/clock.ts';
import { uuid7 } from '../../../shared/random.ts';
import { lookingUp } from '../../db/doors.ts';
import { notFound } from '../../db/rows.ts';
import { deviceKeys, devices, pairings } from '../../db/schema.ts';
import type { Work } from '../../transaction/work.ts';
import type { Pairing } from './codes.ts';
import { refreshDevices } from '../../playout/heads.ts';
import { machineOf } from '../devices/machine.ts';
import { isTimeZone } from '../../../shared/i18n/format.ts';

export interface Claimed {
  /** One of the two names the screen. */
  pairing_id?: string | undefined;
  code?: string | undefined;
  name?: string | undefined;
  group_id?: string | undefined;
  location_id?: string | undefined;
  /** What a new screen plays from the start. */
  playlist_id?: string | undefined;
  /** A lost screen of this tenant, whose name, playlist and history this one takes over. */
  replaces?: string | undefined;
}

export async function claim(work: Work, asked: Claimed): Promise<string> {
  const { tx, tenant_id, now } = work;
  const pairing = await lookingUp(tx, 'pairing', () => openPairing(work, asked));
  const device_id =
    asked.replaces === undefined
      ? await addDevice(work, pairing, asked)
      : await takeOver(work, pairing, { ...asked, replaces: asked.replaces });
  const { key_id, jwk } = pairing;
  await tx.insert(deviceKeys).values({ tenant_id, key_id, device_id, jwk, created_at: dateOf(now) });
  /** All codes of this key: a second tab of the screen learns it too. */
  await lookingUp(tx, 'pairing', () =>
    tx.update(pairings).set({ tenant_id, device_id }).where(eq(pairings.key_id, key_id)),
  );
  await refreshDevices(work, [device_id]);
  work.noted.target_id = device_id;
  return device_id;
}

/** Locked: a code has one use, also when two people type it at once. */
export async function openPairing(
  { tx, now }: Work,
  asked: Pick<Claimed, 'pairing_id' | 'code'>,
): Promise<Pairing> {
  const named =
    asked.pairing_id === undefined ? eq(pairings.code, asked.code ?? '') : eq(pairings.id, asked.pairing_id);
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

async function addDevice(work: Work, pairing: Pairing, asked: Claimed): Promise<string> {
  const { tx, tenant_id, by, now } = work;
  const id = uuid7(now);
  const tz = pairing.facts['tz'] ?? '';
  await tx.insert(devices).values({
    id,
    tenant_id,
    name: asked.name ?? shownCode(pairing.code),
    state: 'paired',
    tz: isTimeZone(tz) ? tz : 'UTC',
    machine: machineOf(pairing.facts),
    manifest_version: 0,
    playlist_id: asked.playlist_id ?? null,
    group_id: asked.group_id ?? null,
    location_id: asked.location_id ?? null,
    created_by: by,
    created_at: dateOf(now),
    updated_at: dateOf(now),
  });
  return id;
}

async function takeOver(
  work: Work,
  { facts }: Pairing,
  asked: Claimed & { replaces: string },
): Promise<string> {
  const { replaces: device_id } = asked;
  const { tx, tenant_id, now } = work;
  const [lost] = await tx
    .select()
    .from(devices)
    .where(and(eq(devices.id, device_id), eq(devices.tenant_id, tenant_id), ne(devices.state, 'retired')))
    .for('update');
  if (!lost) throw notFound('device');
  await revokeKeys(work, device_id);
  await tx
    .update(devices)
    .set({
      name: asked.name ?? lost.name,
      machine: machineOf(facts),
      group_id: asked.group_id ?? lost.group_id,
      location_id: asked.location_id ?? lost.location_id,
      ...(lost.state === 'unpaired' ? { state: 'paired' } : {}),
      version: lost.version + 1,
      updated_at: dateOf(now),
    })
    .where(and(eq(devices.tenant_id, tenant_id), eq(devices.id, device_id)));
  return device_id;
}

export const revokeKeys = ({ tx, tenant_id, now }: Work, device_id: string) =>
  tx
    .update(deviceKeys)
    .set({ state: 'revoked', revoked_at: dateOf(now) })
    .where(
      and(
        eq(deviceKeys.tenant_id, tenant_id),
        eq(deviceKeys.device_id, device_id),
        ne(deviceKeys.state, 'revoked'),
      ),
    );
