/** E-mails about a contract: whose turn it is to sign, that it is in force, and that it ends. */
import type { JobContext } from '../../jobs/jobs.ts';
import { queueMail } from '../../mail/queue.ts';
import { mailTexts } from '../../mail/texts.ts';
import type { ContractRow } from './contracts.ts';
import type { Signatory } from './people.ts';

const textsIn = mailTexts('contractEmails');

export function mailContract(
  ctx: JobContext & { server: { config: { publicUrl: string | null } } },
  what: 'sign' | 'active' | 'declined' | 'ends',
  { id, number, title, ends, reason }: ContractRow,
  { email, locale, name }: Pick<Signatory, 'email' | 'locale' | 'name'>,
): Promise<void> {
  const t = textsIn(locale);
  const values = { number: number ?? '', title, ends: ends ?? '', reason: reason ?? '', name };
  const origin = ctx.server.config.publicUrl;
  const path = `/business/contracts/${id}${what === 'sign' ? '?sign=1' : ''}`;
  return queueMail(ctx, {
    to: email,
    subject: t(`${what}.subject`, values),
    text: `${[t(`${what}.text`, values), ...(origin === null ? [] : [`${origin}${path}`]), t('notRead')].join('\n\n')}\n`,
  });
}
