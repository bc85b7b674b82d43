/** The screen or group that a listing sells. */
import { and, eq, inArray, ne, sql, type SQL } from 'drizzle-orm';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { equals } from '../../db/lists.ts';
import { deviceGroups, devices } from '../../db/schema.ts';
import { isInGroup } from '../../fleet/devices/members.ts';
import type { TransactionContext } from '../../transaction/context.ts';

export interface SoldPlace {
  device_id: string | null;
  group_id: string | null;
}
const idOf = ({ device_id, group_id }: SoldPlace) => device_id ?? group_id ?? '';

/** Its screens that are in service. */
export const screensOf = (
  { tenant_id }: TransactionContext,
  { device_id, group_id }: SoldPlace,
): SQL | undefined =>
  and(
    eq(devices.tenant_id, tenant_id),
    ne(devices.state, 'retired'),
    group_id === null ? equals(devices.id, device_id) : isInGroup(group_id),
  );

/** The places of these that are out of service; all are locked, so that none is retired or deleted until the commit. */
export async function placesGone(
  { tx, tenant_id }: TransactionContext,
  places: readonly SoldPlace[],
): Promise<ReadonlySet<string>> {
  const ids = (key: keyof SoldPlace) => [...new Set(places.flatMap(place => place[key] ?? []))];
  const screens = await tx
    .select({ id: devices.id, isGone: sql<boolean>`${devices.state} = 'retired'` })
    .from(devices)
    .where(and(eq(devices.tenant_id, tenant_id), inArray(devices.id, ids('device_id'))))
    .orderBy(devices.id)
    .for('key share');
  const groups = await tx
    .select({ id: deviceGroups.id, isGone: sql<boolean>`${deviceGroups.deleted_at} is not null` })
    .from(deviceGroups)
    .where(and(eq(deviceGroups.tenant_id, tenant_id), inArray(deviceGroups.id, ids('group_id'))))
    .orderBy(deviceGroups.id)
    .for('key share');
  const there = new Map([...screens, ...groups].map(({ id, isGone }) => [id, !isGone]));
  return new Set(places.map(idOf).filter(id => there.get(id) !== true));
}
export const isGoneOf = (gone: ReadonlySet<string>, place: SoldPlace) => gone.has(idOf(place));

/** A new listing sells what is there, in this tenant. */
export async function requirePlace(ctx: TransactionContext, place: SoldPlace): Promise<void> {
  if ((await placesGone(ctx, [place])).size === 0) return;
  const [field, what] = place.device_id === null ? ['group_id', 'group'] : ['device_id', 'screen in service'];
  const text = `There is no such ${what}.`;
  throw new AppError('VALIDATION', text, { [field ?? '']: [text] });
}
