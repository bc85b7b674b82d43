/** What a screen holds, what it gives back, and what it is given: one transaction at a time for each campaign. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import type { FlightsDocument } from '../../../shared/contract/playout/flights.ts';
import type { PulledLeases, pullLeases, SpentLease } from '../../../shared/contract/playout/lease.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { requireFound } from '../../db/rows.ts';
import { devices, documents, leases, tenants } from '../../db/schema.ts';
import { lockCaps, type LockedCaps } from '../budgets/used.ts';
import { signDocument } from '../../identity/keys/serverKeys.ts';
import { spotsReturned } from '../../programmatic/spots/spots.ts';
import { noteSpotLeases } from '../../programmatic/spots/progress.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { ASK_AGAIN_MS } from '../../../shared/sales/leaseGrant.ts';
import { grantLeases, type LeaseRequest, type LeaseRow } from './grant.ts';
import { historyOf } from '../../proof/analytics/history.ts';

export async function pull(
  ctx: TransactionContext,
  device_id: string,
  { held, returned }: Body<typeof pullLeases>,
): Promise<PulledLeases> {
  await noteHeld(ctx, device_id, held);
  await takeBack(ctx, device_id, returned);
  const named = new Set([...held, ...returned].map(({ id }) => id));
  const screen = await screenOf(ctx, device_id);
  const lines = screen.lines.filter(({ leased }) => leased);
  const fresh: LeaseRow[] = [];
  let isInVain = false;
  if (lines.length > 0) {
    const history = await historyOf(ctx, device_id);
    const own = await openLeases(ctx, device_id);
    const used = new Map([...held, ...returned].map(one => [one.id, one.used]));
    const ids = [...new Set(lines.map(line => line.campaign_id))].sort();
    let locked: Promise<LockedCaps> | null = null;
    const caps = () => (locked ??= lockCaps(ctx, ids));
    const request: LeaseRequest = { device_id, tz: screen.tz, version: screen.version, history, used, caps };
    /** In one order, so that two screens that wait for the same campaigns do not wait for each other. */
    for (const campaign_id of ids) {
      const granted = await grantLeases(ctx, request, {
        campaign_id,
        lines: lines.filter(line => line.campaign_id === campaign_id),
        own: own.filter(row => row.campaign_id === campaign_id),
      });
      fresh.push(...granted.rows);
      isInVain ||= granted.isInVain === true;
    }
    /** An answer that got lost is given again: what a screen has once named as its own never is. */
    fresh.push(
      ...own.filter(
        row => row.held_at === null && !named.has(row.id) && lines.some(line => line.id === row.line_id),
      ),
    );
  }
  await noteSpotLeases(ctx, { sent: fresh.map(({ id }) => id), held: held.map(({ id }) => id) });
  return signed(ctx, device_id, { rows: fresh, ask_again_at: isInVain ? ctx.now + ASK_AGAIN_MS : null });
}

function signed(
  { server, now }: TransactionContext,
  device_id: string,
  { rows, ask_again_at }: { rows: readonly LeaseRow[]; ask_again_at: number | null },
) {
  const key = server.keys.manifest;
  const unsigned = {
    device_id,
    leases: rows.map(row => ({
      ...{ id: row.id, campaign_id: row.campaign_id, line_id: row.line_id, max_plays: row.max_plays },
      window_start: row.window_start.toISOString(),
      window_end: row.window_end.toISOString(),
      play_deadline: row.play_deadline.toISOString(),
    })),
    ask_again_at: ask_again_at === null ? null : instant(ask_again_at),
    issued_at: instant(now),
    key_id: key.key_id,
  };
  return { ...unsigned, sig: signDocument(key, unsigned) };
}

const ofDevice = ({ tenant_id }: TransactionContext, device_id: string, ids: readonly string[]) =>
  and(eq(leases.tenant_id, tenant_id), eq(leases.device_id, device_id), inArray(leases.id, [...ids]));

async function noteHeld(ctx: TransactionContext, device_id: string, held: readonly SpentLease[]) {
  if (held.length === 0) return;
  const ids = held.map(({ id }) => id);
  await lockLeases(ctx, device_id, ids);
  await ctx.tx
    .update(leases)
    .set({ held_at: dateOf(ctx.now) })
    .where(and(ofDevice(ctx, device_id, ids), isNull(leases.held_at)));
}

/** What it has not used is free at once; what it has used is waited for until it is reported. */
async function takeBack(ctx: TransactionContext, device_id: string, returned: readonly SpentLease[]) {
  if (returned.length === 0) return;
  const ids = returned.map(({ id }) => id);
  await lockLeases(ctx, device_id, ids);
  await ctx.tx.execute(sql`
    update leases l set held_at = coalesce(l.held_at, ${instant(ctx.now)}::timestamptz),
      returned_at = ${instant(ctx.now)}::timestamptz,
      returned = l.max_plays - least(l.max_plays, greatest(l.reported, x.used))
    from jsonb_to_recordset(${JSON.stringify(returned)}::jsonb) as x(id uuid, used int)
    where l.id = x.id and l.tenant_id = ${ctx.tenant_id} and l.device_id = ${device_id} and l.returned_at is null`);
  const own = await ctx.tx
    .select({ id: leases.id })
    .from(leases)
    .where(ofDevice(ctx, device_id, ids));
  const unused = new Set(returned.filter(({ used }) => used === 0).map(({ id }) => id));
  await spotsReturned(
    ctx,
    own.map(({ id }) => id).filter(id => unused.has(id)),
  );
}

/** In the order of their ids, as plays that are handed in do. */
const lockLeases = (ctx: TransactionContext, device_id: string, ids: readonly string[]) =>
  ctx.tx
    .select({ id: leases.id })
    .from(leases)
    .where(ofDevice(ctx, device_id, ids))
    .orderBy(leases.id)
    .for('update');

/** The very lines that the screen was given. */
async function screenOf({ tx, tenant_id }: TransactionContext, device_id: string) {
  const [row] = await tx
    .select({
      ...{ tz: devices.tz, version: devices.manifest_version, state: devices.state },
      ...{ body: documents.body, tenant: tenants.status },
    })
    .from(devices)
    .innerJoin(tenants, eq(tenants.id, devices.tenant_id))
    .leftJoin(
      documents,
      and(eq(documents.tenant_id, devices.tenant_id), eq(documents.sha256, devices.flights_sha256)),
    )
    .where(and(eq(devices.tenant_id, tenant_id), eq(devices.id, device_id)));
  const { tz, version, state, body, tenant } = requireFound(row, 'device');
  const isOff = body === null || state === 'suspended' || tenant !== 'active';
  return { tz, version, lines: isOff ? [] : (JSON.parse(body) as FlightsDocument).lines };
}

/** What it may still play by the server's books. */
export const openLeases = (
  { tx, tenant_id, now }: TransactionContext,
  device_id: string,
): Promise<LeaseRow[]> =>
  tx
    .select()
    .from(leases)
    .where(
      and(
        ...[eq(leases.tenant_id, tenant_id), eq(leases.device_id, device_id), isNull(leases.released_at)],
        ...[sql`${leases.play_deadline} > ${instant(now)}::timestamptz`, isNull(leases.returned_at)],
      ),
    )
    .orderBy(leases.id);
