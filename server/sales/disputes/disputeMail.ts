/** E-mails about a dispute: to whoever pays, and to those who decide. */
import { and, asc, eq, inArray, isNull } from 'drizzle-orm';
import { rolesWith } from '../../../shared/contract/wire/access.ts';
import { isStaff } from '../../../shared/contract/wire/roles.ts';
import { users, type disputes } from '../../db/schema.ts';
import { queueMail } from '../../mail/queue.ts';
import { mailTexts, type MailLanguage } from '../../mail/texts.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { moneyText } from '../money.ts';

const DECIDERS = rolesWith('billing', 'A').filter(role => !isStaff(role));
const PAGE = '/admin/programmatic/proof-of-play/disputes';
const textsIn = mailTexts('disputeEmails');

type DisputeRow = typeof disputes.$inferSelect;
export type DisputeStep = 'opened' | 'asked' | 'added' | 'accepted' | 'partly' | 'rejected';

/** Everybody but who has just taken the step; whoever pays may have no account here. */
export async function tellOfDispute(
  ctx: TransactionContext,
  row: DisputeRow,
  step: DisputeStep,
  message: string,
): Promise<void> {
  const people = await ctx.tx
    .select({ id: users.id, email: users.email, locale: users.locale })
    .from(users)
    .where(
      and(
        ...[eq(users.tenant_id, ctx.tenant_id), inArray(users.role, DECIDERS)],
        ...[eq(users.status, 'active'), isNull(users.deleted_at)],
      ),
    )
    .orderBy(asc(users.email));
  const origin = ctx.server.config.publicUrl;
  const page = origin === null ? null : `${origin}${PAGE}?id=${row.id}`;
  const readers = people.filter(one => one.id !== ctx.user_id);
  for (const { email, locale } of readers) await send(email, locale, page);
  const { contact_email } = row;
  if (contact_email !== null && !people.some(one => one.email === contact_email))
    await send(contact_email, 'en', null);

  async function send(to: string, locale: MailLanguage, link: string | null) {
    const t = textsIn(locale);
    const values = {
      ...{ subject: row.subject, said: message, claim: row.claim },
      claimed: moneyText(row.claimed_minor, row.currency, locale),
      credited: moneyText(row.credited_minor ?? 0, row.currency, locale),
      due: row.due_at.toISOString().slice(0, 10),
    };
    const lines = [t(`${step}.text`, values), ...(link === null ? [] : [link]), t('notRead')];
    await queueMail(ctx, { to, subject: t(`${step}.subject`, values), text: `${lines.join('\n\n')}\n` });
  }
}
