/** What the server knows of a device that a ticket is about. */
import { and, asc, desc, eq, isNull, ne, type SQL } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import { isHeard, presence } from '../../../shared/contract/fleet/device.ts';
import type { Diagnostics } from '../../../shared/contract/trust/ticket.ts';
import { allows } from '../../../shared/contract/wire/access.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { devices, incidentNotes, incidents } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import type { TransactionContext } from '../../transaction/context.ts';

const MB = 1_000_000;
const MAX_DEVICES = 500;
const LAST_INCIDENTS = 5;
type DeviceRow = typeof devices.$inferSelect;

/** Whoever may read devices chooses among those of the tenant, anybody else among his own. */
const inReach = ({ tenant_id }: TransactionContext, { role, user_id }: UserPrincipal): SQL | undefined =>
  and(
    eq(devices.tenant_id, tenant_id),
    ne(devices.state, 'retired'),
    isNull(devices.deleted_at),
    allows(role, 'devices', 'R') ? undefined : eq(devices.owner_user_id, user_id),
  );

export const devicesInReach = (ctx: TransactionContext, principal: UserPrincipal) =>
  ctx.tx
    .select({ id: devices.id, name: devices.name })
    .from(devices)
    .where(inReach(ctx, principal))
    .orderBy(asc(devices.name), asc(devices.id))
    .limit(MAX_DEVICES);

export async function findDevice(
  ctx: TransactionContext,
  principal: UserPrincipal,
  id: string,
): Promise<DeviceRow> {
  const [row] = await ctx.tx
    .select()
    .from(devices)
    .where(and(inReach(ctx, principal), eq(devices.id, id)));
  if (row) return row;
  const text = 'There is no such device.';
  throw new AppError('VALIDATION', text, { device_id: [text] });
}

export async function diagnosticsOf(
  { tx, tenant_id, now }: TransactionContext,
  { id, name, last_seen_at, reported }: DeviceRow,
): Promise<Diagnostics> {
  const found = await tx
    .select({ kind: incidents.kind, opened_at: incidents.opened_at, state: incidents.state })
    .from(incidents)
    .innerJoin(incidentNotes, eq(incidentNotes.incident_id, incidents.id))
    .where(and(eq(incidents.tenant_id, tenant_id), eq(incidentNotes.device_id, id)))
    .groupBy(incidents.id)
    .orderBy(desc(incidents.opened_at))
    .limit(LAST_INCIDENTS);
  const seen = last_seen_at?.toISOString() ?? null;
  return {
    ...{ device_id: id, name, taken_at: instant(now), last_seen_at: seen },
    is_online: isHeard(presence(seen, now)),
    version: reported?.app_version ?? null,
    free_mb: reported ? Math.round((reported.storage.quota - reported.storage.used) / MB) : null,
    incidents: found.map(({ kind, opened_at, state }) => ({
      ...{ kind, opened_at: opened_at.toISOString() },
      is_open: state !== 'closed',
    })),
  };
}
