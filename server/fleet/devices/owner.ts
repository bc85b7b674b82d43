/** The rule `own` of the owner portal: an owner sees his devices and their money, an administrator those of all owners. */
import { and, asc, eq, gte, inArray, isNotNull, isNull, ne, sql } from 'drizzle-orm';
import { equals } from '../../db/lists.ts';
import { dateOf } from '../../../shared/clock.ts';
import { presence } from '../../../shared/contract/fleet/device.ts';
import { UNRESOLVED } from '../../../shared/contract/trust/ticket.ts';
import { periodOf } from '../../../shared/sales/earnings.ts';
import { requireFound } from '../../db/rows.ts';
import { devices, earnings, payouts, plays, tenants, tickets } from '../../db/schema.ts';
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
    ...(await moneyOf(ctx)),
    tickets: await ticketsOf(ctx),
  };
}

/** In the currency of the tenant, in which payouts are made. */
async function moneyOf({ tx, tenant_id, user_id, rule, now }: TransactionContext) {
  const { tz, earlier_zones, currency } = tenants;
  const [found] = await tx
    .select({ tz, earlier_zones, currency })
    .from(tenants)
    .where(eq(tenants.id, tenant_id));
  const tenant = requireFound(found, 'tenant');
  const period = periodOf(now, tenant.tz, tenant.earlier_zones);
  const isIn = (table: typeof earnings | typeof payouts) =>
    and(
      ...[eq(table.tenant_id, tenant_id), eq(table.currency, tenant.currency)],
      rule === 'own' ? equals(table.owner_user_id, user_id) : undefined,
    );
  const sumOf = (column: typeof earnings.net_minor) =>
    sql<number>`coalesce(sum(${column}), 0)::float8`.mapWith(Number);
  const [month] = await tx
    .select({ gross_minor: sumOf(earnings.gross_minor), net_minor: sumOf(earnings.net_minor) })
    .from(earnings)
    .where(and(isIn(earnings), eq(earnings.period, period)));
  const [made] = await tx
    .select({
      state: sql<'pending' | 'processing'>`${payouts.state}`,
      ...{ currency: payouts.currency, amount_minor: payouts.amount_minor },
    })
    .from(payouts)
    .where(and(isIn(payouts), inArray(payouts.state, ['pending', 'processing'])))
    .orderBy(asc(payouts.created_at), asc(payouts.id))
    .limit(1);
  const [approved] = await tx
    .select({ amount_minor: sumOf(earnings.net_minor) })
    .from(earnings)
    .where(and(isIn(earnings), eq(earnings.state, 'approved'), isNull(earnings.payout_id)));
  const waiting = {
    state: 'approved' as const,
    currency: tenant.currency,
    amount_minor: approved?.amount_minor ?? 0,
  };
  return {
    month: { period, currency: tenant.currency, gross_minor: 0, net_minor: 0, ...month },
    next_payout: made ?? (waiting.amount_minor > 0 ? waiting : null),
  };
}

async function ticketsOf({ tx, tenant_id, user_id }: TransactionContext) {
  const rows = await tx
    .select({ state: tickets.state })
    .from(tickets)
    .where(
      and(
        ...[eq(tickets.tenant_id, tenant_id), equals(tickets.requester_id, user_id)],
        inArray(tickets.state, [...UNRESOLVED]),
      ),
    );
  return { open: rows.length, waiting: rows.filter(({ state }) => state === 'pending_customer').length };
}
