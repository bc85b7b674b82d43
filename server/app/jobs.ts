/** What is done for each kind of job. */
import type { JobHandlers } from '../jobs/worker.ts';
import { MAIL_JOB, sendQueuedMail } from '../mail/queue.ts';
import { RESET_LINK_JOB, sendLinkJob } from '../identity/passwords/resetLinks.ts';

export const JOB_HANDLERS: JobHandlers = {
  [MAIL_JOB]: sendQueuedMail,
  [RESET_LINK_JOB]: sendLinkJob,
};
