/** E-mails about a person's account, in his language. */
import type { Role } from '../../../shared/contract/wire/roles.ts';
import type { JobContext } from '../../jobs/jobs.ts';
import { queueMail } from '../../mail/queue.ts';
import { mailTexts } from '../../mail/texts.ts';
import type { UserRow } from '../users/users.ts';

const textsIn = mailTexts('accountEmails', 'common');
type Recipient = Pick<UserRow, 'email' | 'locale'>;
const lines = (...parts: string[]) => `${parts.join('\n\n')}\n`;

export function mailApproval(
  ctx: JobContext,
  { email, locale }: Recipient,
  { role, tenant, origin }: { role: Role; tenant: string; origin: string },
): Promise<void> {
  const t = textsIn(locale);
  return queueMail(ctx, {
    to: email,
    subject: t('approved.subject'),
    text: lines(t('approved.text', { role: t(`common:roles.${role}`), tenant }), `${origin}/auth`),
  });
}

export function mailRejection(ctx: JobContext, { email, locale }: Recipient, reason: string): Promise<void> {
  const t = textsIn(locale);
  return queueMail(ctx, {
    to: email,
    subject: t('rejected.subject'),
    text: lines(t('rejected.text'), reason),
  });
}

export function mailPasswordChange(
  ctx: JobContext,
  { email, locale }: Recipient,
  origin: string,
): Promise<void> {
  const t = textsIn(locale);
  return queueMail(ctx, {
    to: email,
    subject: t('passwordChanged.subject'),
    text: lines(t('passwordChanged.text'), `${origin}/auth?mode=reset`),
  });
}

export function mailSecondFactor(
  ctx: JobContext,
  { email, locale }: Recipient,
  { is, origin }: { is: 'on' | 'off'; origin: string },
): Promise<void> {
  const t = textsIn(locale);
  return queueMail(ctx, {
    to: email,
    subject: t(`secondFactor.${is}.subject`),
    text: lines(t(`secondFactor.${is}.text`), `${origin}/auth?mode=reset`),
  });
}

interface Invited {
  role: Role;
  tenant: string;
  inviter: string;
  days: number;
  link: string;
}
export function mailInvitation(
  ctx: JobContext,
  { email, locale }: Recipient,
  { role, tenant, inviter, days, link }: Invited,
): Promise<void> {
  const t = textsIn(locale);
  const facts = { role: t(`common:roles.${role}`), tenant, inviter, days };
  return queueMail(ctx, {
    to: email,
    subject: t('invited.subject'),
    text: lines(t('invited.text', facts), link, t('invited.ignore')),
  });
}
