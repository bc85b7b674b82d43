/** Makes the signed roots: once a night for each tenant, over the plays of its ended days that no root holds yet. */
import { and, desc, eq, gte, isNull, lt, max, min, sql } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import { FIRST_PREV_HASH } from '../../../shared/contract/proof/chain.ts';
import type { SignedRoot } from '../../../shared/contract/proof/proof.ts';
import { canonical } from '../../../shared/contract/wire/canonical.ts';
import { dayOf, dayStart, isoDate } from '../../../shared/i18n/format.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Server } from '../../context/server.ts';
import { playRoots, plays, tenants } from '../../db/schema.ts';
import { signDocument } from '../../identity/keys/serverKeys.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import { leafOf, packLeaves, rootOfLeaves, sha256Text, type JudgedRow } from './leaves.ts';

/** After midnight: screens hand in the last plays of the day first. */
const GRACE_MS = 3_600_000;

export async function makeRoots(server: Server): Promise<void> {
  const now = dateOf(server.clock.now());
  const waiting = await server.tenantTransactions.acrossTenants(tx =>
    tx
      .select({ tenant_id: tenants.id, tz: tenants.tz })
      .from(tenants)
      .where(
        sql`exists (select from ${plays} where ${plays.tenant_id} = ${tenants.id}
          and ${plays.root_id} is null and ${plays.started_at} < ${now})`,
      ),
  );
  for (const { tenant_id, tz } of waiting)
    await inTenant(server, { tenant_id, user_id: null }, ctx => rootTenant(ctx, tz));
}

async function rootTenant(ctx: TransactionContext, tz: string): Promise<void> {
  const { tx, tenant_id, now } = ctx;
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`roots ${tenant_id}`}, 0))`);
  const today = dayStart(isoDate(now - GRACE_MS, tz), tz);
  const [last] = await tx
    .select({ document: playRoots.document, made_at: playRoots.made_at })
    .from(playRoots)
    .where(eq(playRoots.tenant_id, tenant_id))
    .orderBy(desc(playRoots.position))
    .limit(1);
  if (last && last.made_at.getTime() >= Date.parse(today) + GRACE_MS) return;
  let before = last?.document ?? null;
  for (;;) {
    const [first] = await tx
      .select({ started_at: min(plays.started_at) })
      .from(plays)
      .where(
        and(
          eq(plays.tenant_id, tenant_id),
          isNull(plays.root_id),
          lt(plays.started_at, dateOf(Date.parse(today))),
        ),
      );
    if (!first?.started_at) return;
    before = await rootDay(ctx, { day: dayOf(first.started_at.toISOString(), tz), tz, before });
  }
}

interface OneDay {
  day: string;
  tz: string;
  before: SignedRoot | null;
}
export async function rootDay(ctx: TransactionContext, { day, tz, before }: OneDay): Promise<SignedRoot> {
  const { server, tx, tenant_id, now } = ctx;
  const id = uuid7(now);
  const from = dayStart(day, tz);
  const to = dayStart(day, tz, 1);
  const rows = await takePlays(ctx, { id, from, to });
  const leaves = rows.map(leafOf);
  const key = server.keys.manifest;
  const unsigned = {
    tenant_id,
    position: (before?.position ?? 0) + 1,
    previous: before ? sha256Text(canonical(before)) : FIRST_PREV_HASH,
    ...{ day, number: await nextNumber(ctx, day), from, to },
    plays: leaves.length,
    root: rootOfLeaves(leaves),
    made_at: instant(now),
    key_id: key.key_id,
  };
  const document = { ...unsigned, sig: signDocument(key, unsigned) };
  const { position, number, root } = document;
  await tx.insert(playRoots).values({
    ...{ id, tenant_id, position, day, number, root, document },
    leaves: packLeaves(leaves),
    made_at: dateOf(now),
  });
  return document;
}

type Ledgered = JudgedRow & { device_id: string; epoch: string; seq: number };
const byLedger = (a: Ledgered, b: Ledgered) => {
  const [left, right] = [`${a.device_id} ${a.epoch}`, `${b.device_id} ${b.epoch}`];
  return left === right ? a.seq - b.seq : left < right ? -1 : 1;
};

/** One statement finds and marks them, so that a play which comes meanwhile waits for the next number. */
async function takePlays(
  { tx, tenant_id }: TransactionContext,
  { id, from, to }: { id: string; from: string; to: string },
): Promise<Ledgered[]> {
  const { device_id, epoch, seq, record_hash, reasons, started_at } = plays;
  const { uncertainty_ms, clock_grade, received_at } = plays;
  const rows = await tx
    .update(plays)
    .set({ root_id: id })
    .where(
      and(
        ...[eq(plays.tenant_id, tenant_id), isNull(plays.root_id)],
        gte(started_at, dateOf(Date.parse(from))),
        lt(started_at, dateOf(Date.parse(to))),
      ),
    )
    .returning({
      ...{ device_id, epoch, seq, record_hash, reasons, started_at },
      ...{ uncertainty_ms, clock_grade, received_at },
    });
  return rows.sort(byLedger);
}

async function nextNumber({ tx, tenant_id }: TransactionContext, day: string): Promise<number> {
  const [row] = await tx
    .select({ number: max(playRoots.number) })
    .from(playRoots)
    .where(and(eq(playRoots.tenant_id, tenant_id), eq(playRoots.day, day)));
  return (row?.number ?? 0) + 1;
}
