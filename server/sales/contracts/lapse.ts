/** What time does to contracts: their end is announced, they expire, or they go on by themselves. */
import { and, asc, eq, isNotNull, isNull, lte, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { uuid7 } from '../../../shared/random.ts';
import { dayOf } from '../../../shared/playout/rights.ts';
import type { Server } from '../../context/server.ts';
import type { Db } from '../../db/database.ts';
import { contracts, signatures, tenants, users } from '../../db/schema.ts';
import { copySealed } from '../../trust/compliance/sealed.ts';
import { mailContract } from './contractMail.ts';
import { nextNumber } from '../numbers.ts';
import type { ContractRow } from './contracts.ts';
import { nextTerm, plusDays } from './term.ts';

const DAY_MS = 86_400_000;

// The last day is over somewhere, or will be within the longest notice.
const mayBeDue = (now: number) =>
  and(
    eq(contracts.state, 'active'),
    isNull(contracts.deleted_at),
    isNotNull(contracts.ends),
    lte(sql`${contracts.ends}::date - ${contracts.notice_d}`, sql`${dateOf(now + DAY_MS)}::date`),
  );

/** A contract holds on its last day, in the tenant's zone. Each on its own: one that fails holds up no other. */
export async function lapseContracts(server: Server, onFault: (error: unknown) => void): Promise<void> {
  const now = server.clock.now();
  const { tenantTransactions } = server;
  const due = await tenantTransactions.acrossTenants(tx =>
    tx.select({ id: contracts.id }).from(contracts).where(mayBeDue(now)).orderBy(asc(contracts.id)),
  );
  for (const { id } of due)
    try {
      await tenantTransactions.acrossTenants(tx => lapseIfDue(server, tx, { id, now }));
    } catch (error) {
      onFault(error);
    }
}

async function lapseIfDue(server: Server, tx: Db, { id, now }: { id: string; now: number }): Promise<void> {
  const [row] = await tx
    .select({ contract: contracts, tz: tenants.tz })
    .from(contracts)
    .innerJoin(tenants, eq(tenants.id, contracts.tenant_id))
    .where(and(eq(contracts.id, id), mayBeDue(now)))
    .for('update', { of: contracts });
  if (!row) return;
  const { contract, tz } = row;
  const today = dayOf(now, tz);
  const last = contract.ends ?? today;
  if (today > last) await lapse(tx, contract, now);
  else if (contract.noticed_at === null && today >= plusDays(last, -contract.notice_d))
    await announce(server, tx, contract, now);
}

async function lapse(tx: Db, row: ContractRow, now: number): Promise<void> {
  const state = row.renew === 'auto' ? 'renewed' : 'expired';
  await tx
    .update(contracts)
    .set({ state, version: row.version + 1, updated_at: dateOf(now) })
    .where(eq(contracts.id, row.id));
  if (state === 'renewed') await renew(tx, row, now);
}

/** The same text and signatures for a term of the same length, under a number of its own. */
async function renew(tx: Db, row: ContractRow, now: number): Promise<void> {
  const { starts, ends } = row;
  const next = { id: uuid7(now), ...nextTerm({ starts, ends: ends ?? starts }) };
  await tx.insert(contracts).values({
    ...row,
    ...next,
    ...{ number: await nextNumber(tx, 'contract', { ...row, now }) },
    ...{ state: 'active', version: 1, noticed_at: null, created_at: dateOf(now), updated_at: dateOf(now) },
  });
  await copySealed(tx, { from: row.id, to: next.id, ends: next.ends }, now);
  const signed = await tx.select().from(signatures).where(eq(signatures.contract_id, row.id));
  if (signed.length > 0)
    await tx.insert(signatures).values(signed.map(one => ({ ...one, id: uuid7(now), contract_id: next.id })));
}

async function announce(server: Server, tx: Db, row: ContractRow, now: number): Promise<void> {
  await tx
    .update(contracts)
    .set({ noticed_at: dateOf(now) })
    .where(eq(contracts.id, row.id));
  const ids = new Set(
    [...row.parties.map(({ user_id }) => user_id), row.created_by].filter(id => id !== null),
  );
  for (const id of ids) {
    const [person] = await tx
      .select()
      .from(users)
      .where(and(eq(users.id, id), eq(users.status, 'active'), isNull(users.deleted_at)));
    if (person)
      await mailContract({ server, tx, tenant_id: row.tenant_id }, 'ends', row, {
        ...{ email: person.email, locale: person.locale, name: person.first_name ?? person.email },
      });
  }
}
