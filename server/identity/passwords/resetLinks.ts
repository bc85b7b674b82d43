/** Links that set a password: valid for half an hour, once, and sent only to the account's own address. */
import { and, eq, isNull } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { resetTokens } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { addJob } from '../../jobs/jobs.ts';
import type { JobHandler } from '../../jobs/worker.ts';
import { queueMail } from '../../mail/queue.ts';
import { mailTexts } from '../../mail/texts.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import { defaultTenant } from '../firstRun.ts';
import { lockOwnRow } from '../secondFactor/factor.ts';
import { hashToken, newToken } from '../session/tokens.ts';
import { userByEmail, type UserRow } from '../users/users.ts';

const LINK_MIN = 30;
const LINK_MS = LINK_MIN * 60_000;
const textsIn = mailTexts('accountEmails');

export async function sendResetLink(
  ctx: TransactionContext,
  user: Pick<UserRow, 'id' | 'email' | 'locale'>,
  origin: string,
): Promise<void> {
  const token = newToken();
  await ctx.tx.insert(resetTokens).values({
    hash: hashToken(token),
    tenant_id: ctx.tenant_id,
    user_id: user.id,
    expires_at: dateOf(ctx.now + LINK_MS),
  });
  const t = textsIn(user.locale);
  await queueMail(ctx, {
    to: user.email,
    subject: t('reset.subject'),
    text: `${t('reset.text', { minutes: LINK_MIN })}\n\n${origin}/auth#reset=${token}\n\n${t('reset.ignore')}\n`,
  });
}

/** None that was sent is good any more. */
export async function endResetLinks(
  { tx, tenant_id, now }: TransactionContext,
  user_id: string,
): Promise<void> {
  await tx
    .update(resetTokens)
    .set({ used_at: dateOf(now) })
    .where(
      and(
        eq(resetTokens.tenant_id, tenant_id),
        eq(resetTokens.user_id, user_id),
        isNull(resetTokens.used_at),
      ),
    );
}

export const RESET_LINK_JOB = 'reset_link';
interface Ask {
  email: string;
  origin: string;
}

/** Whether the account exists is looked up by the job, so that neither the answer nor its time depends on it. */
export async function askResetLink(server: Server, ask: Ask): Promise<void> {
  const tenant_id = await defaultTenant(server.tenantTransactions);
  await inTenant(server, { tenant_id, user_id: null }, ctx =>
    addJob(ctx, { kind: RESET_LINK_JOB, payload: ask }),
  );
}

export const sendLinkJob: JobHandler = async (server, { payload }) => {
  const { email, origin } = payload as Ask;
  const user = await server.tenantTransactions.lookUp('sign_in', tx => userByEmail(tx, email));
  if (user?.status !== 'active' || user.deleted_at !== null || user.demo) return;
  if (await server.limits.isOver('reset_mails', email)) return;
  await inTenant(server, { tenant_id: user.tenant_id, user_id: null }, async ctx => {
    /** His address may have become another meanwhile. */
    const row = await lockOwnRow(ctx, user.id);
    if (row?.email === email) await sendResetLink(ctx, row, origin);
  });
};
