/** The queue of notices: a due time and a claim on each, so that every node sees it and a restart goes on by itself. */
import { and, asc, eq, inArray, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import type { Notice } from '../../../shared/contract/programmatic/notice.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { noticeHosts } from '../../../shared/openrtb/auction/noticeHosts.ts';
import { uuid7 } from '../../../shared/random.ts';
import { requireFound } from '../../db/rows.ts';
import { bidNotices, partners } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import { noticeEnded } from '../spots/spots.ts';
import type { NoticeRow } from '../auctions/rows.ts';
import { isTaken, nextNotice } from './retry.ts';

/** A node that was killed loses its notice after this time, which is longer than any call. */
const CLAIM_MS = 60_000;

export interface ClaimedNotice extends NoticeRow {
  claim_id: string;
  isMock: boolean;
  /** That the partner's notices may go to. */
  hosts: string[];
}
export interface Attempt {
  http_status: number | null;
  fault: string | null;
  took_ms: number;
}

interface Wanted {
  kinds: readonly Notice['kind'][];
  limit: number;
  perPartner: number;
  perTenant: number;
  /** By partner. */
  underWay: ReadonlyMap<string, number>;
}
/** Whether any is due, whoever may have claimed it: most looks end here. */
export const isAnyDue = ({ tenantTransactions, clock }: Server): Promise<boolean> =>
  tenantTransactions.acrossTenants(async tx => {
    const isDue = and(isNull(bidNotices.ended_at), lte(bidNotices.due_at, dateOf(clock.now())));
    const found = await tx.select({ id: bidNotices.id }).from(bidNotices).where(isDue).limit(1);
    return found.length > 0;
  });

/** The first of each partner before the second of any, and of each partner no more than it has free. */
export const claimNotices = (
  { tenantTransactions, clock }: Server,
  { kinds, limit, perPartner, perTenant, underWay }: Wanted,
): Promise<ClaimedNotice[]> =>
  tenantTransactions.acrossTenants(async tx => {
    const now = clock.now();
    const isDue = and(
      ...[isNull(bidNotices.ended_at), lte(bidNotices.due_at, dateOf(now))],
      inArray(bidNotices.kind, [...kinds]),
      or(isNull(bidNotices.claimed_until), lt(bidNotices.claimed_until, dateOf(now))),
    );
    const busy = JSON.stringify(Object.fromEntries(underWay));
    const free = sql`${perPartner} - coalesce((${busy}::jsonb ->> ${bidNotices.partner_id}::text)::int, 0)`;
    /** Of many that are due at the same moment, too, each has one place: two orders that differ would leave none. */
    const inOrder = sql`${bidNotices.due_at}, ${bidNotices.id}`;
    const ofPartner = tx
      .select({
        ...{ id: bidNotices.id, tenant_id: bidNotices.tenant_id, due_at: bidNotices.due_at },
        nth: sql<number>`row_number() over (partition by ${bidNotices.partner_id} order by ${inOrder})`.as(
          'nth',
        ),
        free: free.as('free'),
      })
      .from(bidNotices)
      .where(isDue)
      .as('of_partner');
    /** A partner with many that is slow leaves room for the others. */
    const ranked = tx
      .select({
        ...{ id: ofPartner.id, nth: ofPartner.nth },
        of_tenant:
          sql<number>`row_number() over (partition by ${ofPartner.tenant_id} order by ${ofPartner.nth}, ${ofPartner.due_at}, ${ofPartner.id})`.as(
            'of_tenant',
          ),
      })
      .from(ofPartner)
      .where(lte(ofPartner.nth, ofPartner.free))
      .as('ranked');
    const due = await tx
      .select({
        ...{ row: bidNotices, kind: partners.kind },
        ...{ endpoint_url: partners.endpoint_url, notice_hosts: partners.notice_hosts },
      })
      .from(bidNotices)
      .innerJoin(ranked, eq(ranked.id, bidNotices.id))
      .innerJoin(partners, eq(partners.id, bidNotices.partner_id))
      .where(and(isDue, lte(ranked.of_tenant, perTenant)))
      .orderBy(asc(ranked.nth), asc(bidNotices.due_at), asc(bidNotices.id))
      .limit(limit)
      .for('update', { of: bidNotices, skipLocked: true });
    if (due.length === 0) return [];
    const claim_id = uuid7(now);
    const ids = due.map(({ row }) => row.id);
    await tx
      .update(bidNotices)
      .set({ claim_id, claimed_until: dateOf(now + CLAIM_MS), state: 'sent' })
      .where(inArray(bidNotices.id, ids));
    return due.map(({ row, kind, endpoint_url, notice_hosts }) => ({
      ...{ ...row, claim_id, isMock: kind === 'mock' },
      hosts: noticeHosts(endpoint_url, notice_hosts),
    }));
  });

/** Changes nothing where another node holds it by now. */
export const settleNotice = (server: Server, notice: ClaimedNotice, attempt: Attempt): Promise<void> =>
  inTenant(server, { tenant_id: notice.tenant_id, user_id: null }, async ctx => {
    const { now } = ctx;
    const tries = notice.tries + 1;
    const isOk = isTaken(attempt.http_status);
    const isGivenUp = isOk || (notice.kind === 'lurl' && tries >= LOSS_TRIES);
    const next = isGivenUp ? null : nextNotice(tries, now, notice.deadline_at.getTime());
    const state: Notice['state'] = isOk ? 'ok' : next === null ? 'failed' : 'retrying';
    const [row] = await ctx.tx
      .update(bidNotices)
      .set({
        ...{
          state,
          tries,
          attempts: [...notice.attempts, { at: instant(now), ...attempt }].slice(-MOST_KEPT),
        },
        ...{ claim_id: null, claimed_until: null },
        ...(next === null ? { ended_at: dateOf(now) } : { due_at: dateOf(next) }),
      })
      .where(and(eq(bidNotices.id, notice.id), eq(bidNotices.claim_id, notice.claim_id)))
      .returning({ bid_id: bidNotices.bid_id, kind: bidNotices.kind });
    if (row && next === null) await noticeEnded(ctx, { ...row, isOk });
  });
/** Nobody pays for a loss: who does not hear of it twice is not told a third time. */
const LOSS_TRIES = 2;
/** Of each notice; a deadline of days may take more tries than anybody reads. */
const MOST_KEPT = 50;

/** ms; what a person has called again is tried for at least so long. */
const AGAIN_MS = 3_600_000;
/** By hand: at once, whether it waits or was given up. One that was taken is never called again. */
export async function requestRetry(ctx: TransactionContext, id: string): Promise<void> {
  const { tx, tenant_id, now } = ctx;
  const isIt = and(eq(bidNotices.tenant_id, tenant_id), eq(bidNotices.id, id));
  const [found] = await tx.select().from(bidNotices).where(isIt).for('update');
  const row = requireFound(found, 'notice');
  const isUnderWay = row.claimed_until !== null && row.claimed_until.getTime() > now;
  if (row.state === 'ok' || row.state === 'cancelled' || isUnderWay)
    throw new AppError('STATE', 'This notice is not waiting to be called again.', { state: row.state });
  ctx.auditNote.before = { state: row.state };
  ctx.auditNote.after = { state: 'pending' };
  ctx.auditNote.target_name = row.kind;
  const deadline = Math.max(row.deadline_at.getTime(), now + AGAIN_MS);
  await tx
    .update(bidNotices)
    .set({
      ...{ state: 'pending', due_at: dateOf(now), deadline_at: dateOf(deadline), ended_at: null },
      ...{ claim_id: null, claimed_until: null },
    })
    .where(isIt);
}
