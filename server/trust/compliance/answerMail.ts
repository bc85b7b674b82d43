/** Tells a person what became of the request; of an erasure before the address is gone. */
import { eq } from 'drizzle-orm';
import { users } from '../../db/schema.ts';
import { queueMail } from '../../mail/queue.ts';
import { mailTexts } from '../../mail/texts.ts';
import type { TransactionContext } from '../../transaction/context.ts';

const textsIn = mailTexts('accountEmails');

interface Answered {
  subject_email: string;
  subject_id: string | null;
  reason: string | null;
}
export async function mailAnswer(
  ctx: TransactionContext,
  what: 'completed' | 'refused' | 'erased',
  { subject_email: to, subject_id, reason }: Answered,
): Promise<void> {
  const [user] =
    subject_id === null
      ? []
      : await ctx.tx.select({ locale: users.locale }).from(users).where(eq(users.id, subject_id));
  const t = textsIn(user?.locale ?? 'en');
  const key = `privacy.${what}` as const;
  await queueMail(ctx, {
    to,
    subject: t(`${key}.subject`),
    text: `${[t(`${key}.text`), ...(reason === null ? [] : [reason])].join('\n\n')}\n`,
  });
}
