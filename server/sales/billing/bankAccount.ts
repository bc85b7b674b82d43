/** The account that the tenant's invoices ask to be paid to. */
import { eq } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type {
  BankAccount,
  changeSellerAccount,
  sellerAccount,
} from '../../../shared/contract/sales/billing/bankAccount.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { requireFound, requireVersion } from '../../db/rows.ts';
import { bankAccounts } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type * as z from 'zod/mini';

type SellerAccount = z.infer<typeof sellerAccount>;
type Row = typeof bankAccounts.$inferSelect;
const NONE: SellerAccount = { version: 0, holder: null, number: null, bank: null };
const toAccount = ({ version, holder, number, bank }: Row): SellerAccount => ({
  ...{ version, holder, number, bank },
});

async function find({ tx, tenant_id }: Pick<TransactionContext, 'tx' | 'tenant_id'>, lock = false) {
  const query = tx.select().from(bankAccounts).where(eq(bankAccounts.tenant_id, tenant_id));
  const [row] = await (lock ? query.for('update') : query);
  return row;
}
/** As it stands now, for an invoice; null: none is named. */
export async function bankAccountOf(ctx: TransactionContext): Promise<BankAccount | null> {
  const row = await find(ctx);
  return row ? { holder: row.holder, number: row.number, bank: row.bank } : null;
}
export async function readSellerAccount(ctx: TransactionContext): Promise<SellerAccount> {
  const row = await find(ctx);
  return row ? toAccount(row) : NONE;
}

export async function writeSellerAccount(
  ctx: TransactionContext,
  expected: number,
  account: Body<typeof changeSellerAccount>,
): Promise<SellerAccount> {
  const { tx, tenant_id, user_id, now } = ctx;
  const before = await find(ctx, true);
  requireVersion(before ? toAccount(before) : NONE, expected);
  const set = { ...account, updated_by: user_id, updated_at: dateOf(now), version: expected + 1 };
  const [row] = await tx
    .insert(bankAccounts)
    .values({ tenant_id, ...set })
    .onConflictDoUpdate({ target: bankAccounts.tenant_id, set, setWhere: eq(bankAccounts.version, expected) })
    .returning();
  /** Another one was first meanwhile. */
  if (!row) requireVersion(await readSellerAccount(ctx), expected);
  ctx.auditNote.before = before ? toAccount(before) : {};
  ctx.auditNote.after = account;
  ctx.auditNote.target_name = account.holder;
  return toAccount(requireFound(row, 'bank account'));
}
