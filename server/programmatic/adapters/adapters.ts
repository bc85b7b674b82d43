/** The breaker of each partner as all nodes share it, and what has changed it. */
import { and, desc, eq, ne, sql } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import type {
  Adapter,
  AdapterEvent,
  BreakerMode,
  listAdapterEvents,
  setBreaker,
} from '../../../shared/contract/programmatic/adapter.ts';
import type { CallOutcome } from '../../../shared/contract/programmatic/bid.ts';
import type { Body, Query } from '../../../shared/contract/wire/endpoint.ts';
import { uuid7 } from '../../../shared/random.ts';
import { requireFound } from '../../db/rows.ts';
import { adapterEvents, adapters, auctionCalls, partners, users } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { olderThan, pageOf } from '../auctions/cursor.ts';
import { dropOf, eventOf, hasFailed, nextUnhealth, stateOf } from './breaker.ts';
import { healthOf } from './health.ts';

type AdapterRow = typeof adapters.$inferSelect;
const NEW = { mode: 'auto', state: 'closed', unhealth: 0 } as const;

const breakerOf = (row: AdapterRow | null): Adapter['breaker'] => {
  const { mode, state, unhealth } = row ?? NEW;
  return {
    mode,
    state,
    unhealth,
    drop: dropOf(mode, unhealth),
    changed_at: row?.changed_at.toISOString() ?? null,
  };
};

const readPartners = ({ tx, tenant_id }: TransactionContext, partner_id?: string) =>
  tx
    .select({ id: partners.id, name: partners.name, state: partners.state, row: adapters })
    .from(partners)
    .leftJoin(adapters, and(eq(adapters.partner_id, partners.id), eq(adapters.tenant_id, partners.tenant_id)))
    .where(
      and(
        ...[eq(partners.tenant_id, tenant_id), sql`${partners.deleted_at} is null`],
        partner_id === undefined ? sql`${partners.state} <> 'archived'` : eq(partners.id, partner_id),
      ),
    )
    .orderBy(partners.name, partners.id);
type Found = Awaited<ReturnType<typeof readPartners>>[number];

/** Connections that were tried by hand are no calls. */
async function lastCallOf({ tx, tenant_id }: TransactionContext, partner_id: string) {
  const [last] = await tx
    .select({ at: auctionCalls.at })
    .from(auctionCalls)
    .where(
      and(
        ...[eq(auctionCalls.tenant_id, tenant_id), eq(auctionCalls.partner_id, partner_id)],
        ne(auctionCalls.outcome, 'skipped'),
      ),
    )
    .orderBy(desc(auctionCalls.at))
    .limit(1);
  return last?.at.toISOString() ?? null;
}

const toAdapter = async (ctx: TransactionContext, { id, name, state, row }: Found): Promise<Adapter> => ({
  ...{ partner_id: id, partner_name: name, partner_state: state, breaker: breakerOf(row) },
  last_call_at: await lastCallOf(ctx, id),
  health: await healthOf(ctx, id, '5m'),
});

export async function allAdapters(ctx: TransactionContext) {
  const items: Adapter[] = [];
  for (const found of await readPartners(ctx)) items.push(await toAdapter(ctx, found));
  return { as_of: instant(ctx.now), items };
}
export async function requirePartner(ctx: TransactionContext, partner_id: string): Promise<Found> {
  const [found] = await readPartners(ctx, partner_id);
  return requireFound(found, 'partner');
}

/** The row, locked; made where there is none yet. */
async function lockAdapter(
  { tx, tenant_id, now }: TransactionContext,
  partner_id: string,
): Promise<AdapterRow> {
  const at = dateOf(now);
  await tx
    .insert(adapters)
    .values({ id: uuid7(now), tenant_id, partner_id, changed_at: at, updated_at: at })
    .onConflictDoNothing();
  const [row] = await tx
    .select()
    .from(adapters)
    .where(and(eq(adapters.tenant_id, tenant_id), eq(adapters.partner_id, partner_id)))
    .for('update');
  return requireFound(row, 'adapter');
}

async function change(
  ctx: TransactionContext,
  row: AdapterRow,
  next: { mode: BreakerMode; unhealth: number },
) {
  const { tx, tenant_id, user_id, now } = ctx;
  const { mode, unhealth } = next;
  const state = stateOf(mode, unhealth);
  const kind = eventOf(row, { mode, state });
  const at = dateOf(now);
  await tx
    .update(adapters)
    .set({ mode, unhealth, state, updated_at: at, ...(kind !== null && { changed_at: at }) })
    .where(eq(adapters.id, row.id));
  if (kind === null) return;
  const { partner_id } = row;
  await tx
    .insert(adapterEvents)
    .values({ id: uuid7(now), tenant_id, partner_id, at, kind, state, mode, unhealth, user_id });
}

/** Each call that went out, in the order of their ends; what was left out says nothing of a partner. */
export async function noteOutcomes(
  ctx: TransactionContext,
  partner_id: string,
  outcomes: readonly CallOutcome[],
): Promise<void> {
  const sent = outcomes.filter(outcome => outcome !== 'skipped');
  if (sent.length === 0) return;
  const row = await lockAdapter(ctx, partner_id);
  const unhealth = sent.reduce((before, outcome) => nextUnhealth(before, hasFailed(outcome)), row.unhealth);
  await change(ctx, row, { mode: row.mode, unhealth });
}

const MODES: Record<Body<typeof setBreaker>['action'], BreakerMode> = {
  open: 'open',
  close: 'closed',
  auto: 'auto',
};
export async function forceBreaker(
  ctx: TransactionContext,
  partner_id: string,
  action: Body<typeof setBreaker>['action'],
): Promise<Adapter> {
  const partner = await requirePartner(ctx, partner_id);
  const row = await lockAdapter(ctx, partner_id);
  const mode = MODES[action];
  ctx.auditNote.target_id = partner_id;
  ctx.auditNote.target_name = partner.name;
  ctx.auditNote.before = { mode: row.mode };
  ctx.auditNote.after = { mode };
  await change(ctx, row, { mode, unhealth: row.unhealth });
  return toAdapter(ctx, await requirePartner(ctx, partner_id));
}

export async function pageOfEvents(
  ctx: TransactionContext,
  partner_id: string,
  { cursor, limit, from, to }: Query<typeof listAdapterEvents>,
) {
  await requirePartner(ctx, partner_id);
  const rows = await ctx.tx
    .select({ event: adapterEvents, first: users.first_name, last: users.last_name, email: users.email })
    .from(adapterEvents)
    .leftJoin(users, eq(users.id, adapterEvents.user_id))
    .where(
      and(
        ...[eq(adapterEvents.tenant_id, ctx.tenant_id), eq(adapterEvents.partner_id, partner_id)],
        from === undefined ? undefined : sql`${adapterEvents.at} >= ${from}::timestamptz`,
        to === undefined ? undefined : sql`${adapterEvents.at} < ${to}::timestamptz`,
        olderThan(cursor, adapterEvents.at, adapterEvents.id),
      ),
    )
    .orderBy(desc(adapterEvents.at), desc(adapterEvents.id))
    .limit(limit);
  const items = rows.map(({ event, first, last, email }): AdapterEvent => {
    const { id, at, kind, state, mode, unhealth, user_id } = event;
    const user_name = [first, last].filter(Boolean).join(' ') || email;
    return { id, at: at.toISOString(), kind, state, mode, unhealth, user_id, user_name };
  });
  return pageOf(items, limit, ({ at }) => at);
}
