/** Every few minutes: budgets that are used up or free again, and people who are told at 50, 80 and 100 percent. */
import { and, eq, ne } from 'drizzle-orm';
import type { Server } from '../../context/server.ts';
import { budgets } from '../../db/schema.ts';
import { queueMail } from '../../mail/queue.ts';
import { mailTexts } from '../../mail/texts.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import { moneyText } from '../money.ts';
import { alertsOf, figuresOf } from './budgets.ts';
import { changersOf } from './people.ts';
import type { BudgetRow } from './used.ts';

const PAUSE_MS = 300_000;
const textsIn = mailTexts('budgetEmails');

async function tell(ctx: TransactionContext, row: BudgetRow, share: number, spent_minor: number) {
  const people = await changersOf(ctx);
  const origin = ctx.server.config.publicUrl;
  for (const { email, locale } of people) {
    const t = textsIn(locale);
    const values = {
      ...{ name: row.name, share: String(share), spent: moneyText(spent_minor, row.currency, locale) },
      amount: moneyText(row.amount_minor, row.currency, locale),
    };
    const isCapped = share >= 100 && row.hard_cap;
    const lines = [t('reached.text', values), ...(isCapped ? [t('capped', values)] : [])];
    await queueMail(ctx, {
      to: email,
      subject: t('reached.subject', values),
      text: `${[...lines, ...(origin === null ? [] : [`${origin}/business/budget`]), t('notRead')].join('\n\n')}\n`,
    });
  }
}

async function watchTenant(ctx: TransactionContext): Promise<void> {
  const rows = await ctx.tx
    .select()
    .from(budgets)
    .where(and(eq(budgets.tenant_id, ctx.tenant_id), ne(budgets.state, 'closed')))
    .orderBy(budgets.id)
    .for('update');
  const figures = await figuresOf(ctx, rows);
  for (const row of rows) {
    const { state, from, spent_minor } = figures(row);
    const { sent, due } = alertsOf(row, { from, spent_minor });
    /** Of another time, or no longer reached. */
    const isOutdated =
      row.alerted !== null && (row.alerted.from !== from || sent.length < row.alerted.shares.length);
    const isNew = due.length > 0 || isOutdated;
    if (state === row.state && !isNew) continue;
    const alerted = isNew ? { from, shares: [...sent, ...due] } : row.alerted;
    await ctx.tx.update(budgets).set({ state, alerted }).where(eq(budgets.id, row.id));
    /** Of several that were reached at once, the last says it all. */
    const share = due.at(-1);
    if (share !== undefined) await tell(ctx, row, share, spent_minor);
  }
}

type OnFault = (error: unknown) => void;
/** Of all tenants; what fails in one holds up no other. */
export async function watchBudgets(server: Server, onFault: OnFault): Promise<void> {
  const due = await server.tenantTransactions.acrossTenants(tx =>
    tx.selectDistinct({ id: budgets.tenant_id }).from(budgets).where(ne(budgets.state, 'closed')),
  );
  for (const { id } of due)
    await inTenant(server, { tenant_id: id, user_id: null }, watchTenant).catch(onFault);
}

/** Returns what ends it. */
export const startBudgets = (server: Server, onFault: OnFault): (() => void) =>
  server.periodic.start('budgets', PAUSE_MS, report => watchBudgets(server, report), onFault);
