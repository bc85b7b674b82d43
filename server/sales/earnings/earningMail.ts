/** E-mails to owners of screens: another account, and what became of a payout. */
import type { Payout, PayoutAccount } from '../../../shared/contract/sales/payout.ts';
import { queueMail } from '../../mail/queue.ts';
import { mailTexts } from '../../mail/texts.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { moneyText } from '../money.ts';
import { readOwner } from './owners.ts';

const textsIn = mailTexts('earningEmails');
type Values = Record<string, string>;

async function mail(
  ctx: TransactionContext,
  user_id: string,
  what: 'account' | 'paid' | 'failed',
  values: (locale: 'en' | 'zh') => Values,
): Promise<void> {
  const { email, locale } = await readOwner(ctx, user_id);
  const t = textsIn(locale);
  const filled = values(locale);
  const origin = ctx.server.config.publicUrl;
  await queueMail(ctx, {
    to: email,
    subject: t(`${what}.subject`, filled),
    text: `${[t(`${what}.text`, filled), ...(origin === null ? [] : [`${origin}/owner/earnings`]), t('notRead')].join('\n\n')}\n`,
  });
}

export const mailOwner = (
  ctx: TransactionContext,
  what: 'paid' | 'failed',
  { owner_user_id, amount_minor, currency, method, reference, reason }: Payout,
): Promise<void> =>
  mail(ctx, owner_user_id, what, locale => ({
    ...{ amount: moneyText(amount_minor, currency, locale), method },
    ...{ reference: reference ?? '', reason: reason ?? '' },
  }));

export const mailAccountChanged = (
  ctx: TransactionContext,
  user_id: string,
  { masked, usable_from }: PayoutAccount,
): Promise<void> =>
  mail(ctx, user_id, 'account', () => ({ masked: masked ?? '', day: usable_from?.slice(0, 10) ?? '' }));
