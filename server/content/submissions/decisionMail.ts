/** Tells a submitter what was decided, in his language. */
import { and, eq, isNull } from 'drizzle-orm';
import { equals } from '../../db/lists.ts';
import type { Decision, Submission } from '../../../shared/contract/content/submission.ts';
import { users } from '../../db/schema.ts';
import { queueMail } from '../../mail/queue.ts';
import { mailTexts } from '../../mail/texts.ts';
import type { TransactionContext } from '../../transaction/context.ts';

const textsIn = mailTexts('ownSubmissions');

export async function mailDecision(
  ctx: TransactionContext,
  { created_by, name }: Submission,
  { decision, reason }: Decision,
): Promise<void> {
  const { server, tx, tenant_id } = ctx;
  const [submitter] = await tx
    .select({ email: users.email, locale: users.locale })
    .from(users)
    .where(and(eq(users.tenant_id, tenant_id), equals(users.id, created_by), isNull(users.deleted_at)));
  if (!submitter) return;
  const t = textsIn(submitter.locale);
  const { publicUrl } = server.config;
  const foot = publicUrl === null ? [] : ['', `${publicUrl}/business/submissions`];
  await queueMail(ctx, {
    to: submitter.email,
    subject: t(`email.subject.${decision}`, { name }),
    text: [t(`email.text.${decision}`, { name }), ...(reason === '' ? [] : ['', reason]), ...foot, ''].join(
      '\n',
    ),
  });
}
