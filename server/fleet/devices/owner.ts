/** The rule `own` of the owner portal: an owner sees his devices, an administrator those of all owners. */
import { and, eq, gte, isNotNull, ne, sql } from 'drizzle-orm';
import { equals } from '../../db/lists.ts';
import { dateOf } from '../../../shared/clock.ts';
import { presence } from '../../../shared/contract/fleet/device.ts';
import { devices, plays } from '../../db/schema.ts';
import { nowPlayingOf } from './nowPlaying.ts';
import type { TransactionContext } from '../../transaction/context.ts';

export const ownedDevices = ({ tenant_id, user_id, rule }: TransactionContext) =>
  and(
    eq(devices.tenant_id, tenant_id),
    rule === 'own' ? equals(devices.owner_user_id, user_id) : isNotNull(devices.owner_user_id),
  );

export async function ownerSummaryOf(ctx: TransactionContext, from: string) {
  const { tx, tenant_id, now } = ctx;
  const isOwned = and(ownedDevices(ctx), ne(devices.state, 'retired'));
  const rows = await tx.select().from(devices).where(isOwned).orderBy(devices.name, devices.id);
  const [played] = await tx
    .select({
      plays: sql<number>`count(*)::float8`.mapWith(Number),
      playing_ms: sql<number>`coalesce(sum(${plays.duration_ms}), 0)::float8`.mapWith(Number),
    })
    .from(plays)
    .innerJoin(devices, eq(devices.id, plays.device_id))
    .where(
      and(
        isOwned,
        eq(plays.tenant_id, tenant_id),
        ne(plays.result, 'not_shown'),
        gte(plays.started_at, dateOf(Date.parse(from))),
      ),
    );
  return {
    devices: rows.map(row => {
      const last_seen_at = row.last_seen_at?.toISOString() ?? null;
      const at = presence(last_seen_at, now);
      return {
        id: row.id,
        name: row.name,
        vehicle: row.vehicle,
        presence: at,
        now_playing: nowPlayingOf({ presence: at, reported: row.reported }),
        last_seen_at,
      };
    }),
    plays: played?.plays ?? 0,
    playing_ms: played?.playing_ms ?? 0,
  };
}
