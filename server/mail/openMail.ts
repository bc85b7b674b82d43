/** Sends by the mail server of the settings, else by that of the environment; without one, e-mails are files. */
import { eq } from 'drizzle-orm';
import { dateOf } from '../../shared/clock.ts';
import type { Server } from '../context/server.ts';
import type { SmtpServer } from '../context/smtp.ts';
import { tenants } from '../db/schema.ts';
import type { Mail } from './mail.ts';
import { messageOf } from './message.ts';
import { sendBySmtp } from './smtp.ts';
import { writeToSpool } from './spool.ts';

type Needs = Pick<Server, 'tenantTransactions' | 'secret' | 'config' | 'clock'>;

/** Read for each e-mail, so that a change holds at once and on every node. */
async function mailServerOf({ tenantTransactions, secret, config }: Needs): Promise<SmtpServer | null> {
  const [platform] = await tenantTransactions.acrossTenants(tx =>
    tx.select({ smtp: tenants.smtp }).from(tenants).where(eq(tenants.kind, 'platform')),
  );
  const smtp = platform?.smtp;
  if (!smtp || smtp.host === null) return config.smtp;
  return {
    ...smtp,
    host: smtp.host,
    from: smtp.from ?? config.mailFrom,
    password: smtp.password === null ? null : secret.unwrap(smtp.password).toString('utf8'),
    ca: config.smtp?.ca ?? null,
  };
}

export function openMail(needs: Needs): Mail {
  const { config, clock } = needs;
  return {
    async send(email, id) {
      const smtp = await mailServerOf(needs);
      const message = messageOf(email, {
        from: smtp?.from ?? config.mailFrom,
        ...{ id, date: dateOf(clock.now()) },
      });
      if (smtp) await sendBySmtp(smtp, message);
      else await writeToSpool(config.dataDir, id, message);
    },
  };
}
