/** E-mails leave through the table of jobs: with the transaction that wants them, and again after a failure. */
import { addJob, type JobContext } from '../jobs/jobs.ts';
import type { JobHandler } from '../jobs/worker.ts';
import type { Server } from '../context/server.ts';
import type { Email, MailBrand } from './mail.ts';
import { withName } from './texts.ts';

export const MAIL_JOB = 'mail';

export const queueMail = (ctx: JobContext, email: Email): Promise<void> =>
  addJob(ctx, { kind: MAIL_JOB, payload: email });

/** `brandOf`: read as late as the e-mail leaves, so that one that has waited wears what is published by then. */
export const queuedMailSender =
  (brandOf: (server: Server, tenant_id: string) => Promise<MailBrand | null>): JobHandler =>
  async (server, { id, tenant_id, payload }) => {
    const brand = await brandOf(server, tenant_id);
    await server.mail.send(withName(payload as Email, brand), id);
  };
