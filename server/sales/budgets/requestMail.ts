/** E-mails about a request for more: to who decides that one waits, and to who asked what was decided. */
import type { BudgetRequest } from '../../../shared/contract/sales/budgetRequest.ts';
import { queueMail } from '../../mail/queue.ts';
import { mailTexts } from '../../mail/texts.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { moneyText } from '../money.ts';
import { askerOf, changersOf } from './people.ts';

const textsIn = mailTexts('budgetEmails');

export async function mailRequest(
  ctx: TransactionContext,
  { state, amount_minor, currency, reason, decision_reason, created_by, ...request }: BudgetRequest,
): Promise<void> {
  const people = await (state === 'requested' ? changersOf(ctx) : askerOf(ctx, created_by));
  const origin = ctx.server.config.publicUrl;
  for (const { email, locale } of people) {
    const t = textsIn(locale);
    const amount = moneyText(amount_minor, currency, locale);
    const values = { amount, name: request.budget_name ?? '', asker: request.asker ?? '' };
    const why = state === 'requested' ? reason : decision_reason;
    const lines = [
      t(`${state}.text`, values),
      ...(request.budget_name === null ? [] : [t('budget', values)]),
      ...(why === null ? [] : [why]),
      ...(origin === null ? [] : [`${origin}/business/budget`]),
      t('notRead'),
    ];
    await queueMail(ctx, {
      to: email,
      subject: t(`${state}.subject`, values),
      text: `${lines.join('\n\n')}\n`,
    });
  }
}
