/** E-mails about a person's account, in his language. */
import type { Role } from '../../../shared/contract/wire/roles.ts';
import type { JobContext } from '../../jobs/jobs.ts';
import { queueMail } from '../../mail/queue.ts';
import { mailTexts } from '../../mail/texts.ts';
import { browserName } from '../../../shared/i18n/browserName.ts';
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

export function mailPasskey(
  ctx: JobContext,
  { email, locale }: Recipient,
  { is, name, origin }: { is: 'added' | 'removed' | 'ended'; name: string; origin: string },
): Promise<void> {
  const t = textsIn(locale);
  return queueMail(ctx, {
    to: email,
    subject: t(`passkey.${is}.subject`),
    text: lines(t(`passkey.${is}.text`, { name }), `${origin}/auth?mode=reset`),
  });
}

interface NewBrowser {
  /** The header User-Agent. */
  agent: string | null;
  ip: string;
  origin: string;
}
export function mailNewBrowser(
  ctx: JobContext,
  { email, locale, tz }: Recipient & Pick<UserRow, 'tz'>,
  { agent, ip, origin }: NewBrowser,
): Promise<void> {
  const t = textsIn(locale);
  const at = new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'long', timeZone: tz });
  /** What a browser is not known by is left out: whoever signs in writes it as he likes. */
  const named = agent === null ? null : browserName(agent);
  const browser = named === null || named === agent ? t('newBrowser.unknown') : named;
  return queueMail(ctx, {
    to: email,
    subject: t('newBrowser.subject'),
    text: lines(
      t('newBrowser.text'),
      t('newBrowser.facts', { browser, ip, at: at.format(ctx.server.clock.now()) }),
      t('newBrowser.otherwise'),
      `${origin}/auth?mode=reset`,
    ),
  });
}

/** To the address that is to be proved. */
export function mailAddressLink(
  ctx: JobContext,
  { email, locale }: Recipient,
  { minutes, link }: { minutes: number; link: string },
): Promise<void> {
  const t = textsIn(locale);
  return queueMail(ctx, {
    to: email,
    subject: t('address.confirm.subject'),
    text: lines(t('address.confirm.text', { minutes }), link, t('address.confirm.ignore')),
  });
}

/** To an address that an account has already, where somebody else wants it for his. */
export function mailAddressTaken(
  ctx: JobContext,
  { email, locale }: Recipient,
  origin: string,
): Promise<void> {
  const t = textsIn(locale);
  return queueMail(ctx, {
    to: email,
    subject: t('address.taken.subject'),
    text: lines(t('address.taken.text'), `${origin}/auth`),
  });
}

/** To the address that the account has had: that another is to come, then that it has come. */
export function mailAddressChange(
  ctx: JobContext,
  { email, locale }: Recipient,
  { is, to, link }: { is: 'requested' | 'changed'; to: string; link: string },
): Promise<void> {
  const t = textsIn(locale);
  return queueMail(ctx, {
    to: email,
    subject: t(`address.${is}.subject`),
    text: lines(t(`address.${is}.text`, { email: to }), link),
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
