/** E-mails leave through the table of jobs: with the transaction that wants them, and again after a failure. */
import { addJob, type JobContext } from '../jobs/jobs.ts';
import type { JobHandler } from '../jobs/worker.ts';
import type { Email } from './mail.ts';

export const MAIL_JOB = 'mail';

export const queueMail = (ctx: JobContext, email: Email): Promise<void> =>
  addJob(ctx, { kind: MAIL_JOB, payload: email });

export const sendQueuedMail: JobHandler = ({ mail }, { id, payload }) => mail.send(payload as Email, id);
