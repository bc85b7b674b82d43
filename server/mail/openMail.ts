/** Sends by the mail server of the settings, else by that of the environment; without one, e-mails are files. */
import { eq } from 'drizzle-orm';
import { dateOf } from '../../shared/clock.ts';
import type { Server } from '../context/server.ts';
import type { SmtpServer } from '../context/smtp.ts';
import type { Db } from '../db/database.ts';
import { tenants } from '../db/schema.ts';
import type { Mail } from './mail.ts';
import { messageOf } from './message.ts';
import { sendBySmtp } from './smtp.ts';
import { writeToSpool } from './spool.ts';

type Needs = Pick<Server, 'tenantTransactions' | 'secret' | 'config' | 'clock'>;

/** As the settings name it; undefined where they name none. `tx` reaches all tenants. */
async function smtpOfSettings(tx: Db) {
  const [platform] = await tx
    .select({ smtp: tenants.smtp })
    .from(tenants)
    .where(eq(tenants.kind, 'platform'));
  const smtp = platform?.smtp;
  return smtp && smtp.host !== null ? { ...smtp, host: smtp.host } : undefined;
}
/** Whether e-mails leave by a mail server. `tx` reaches all tenants. */
export const hasMailServer = async ({ config }: Pick<Needs, 'config'>, tx: Db): Promise<boolean> =>
  config.smtp !== null || (await smtpOfSettings(tx)) !== undefined;

/** Read for each e-mail, so that a change holds at once and on every node. */
async function mailServerOf({ tenantTransactions, secret, config }: Needs): Promise<SmtpServer | null> {
  const smtp = await tenantTransactions.acrossTenants(smtpOfSettings);
  if (!smtp) return config.smtp;
  return {
    ...smtp,
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
