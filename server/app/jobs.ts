/** What is done for each kind of job. */
import type { JobHandlers } from '../jobs/worker.ts';
import { mailBrandOf, SPLASH_JOB } from '../identity/whiteLabel/brands.ts';
import { MAIL_JOB, queuedMailSender } from '../mail/queue.ts';
import { splashJob } from '../playout/splashJob.ts';
import { runCasesJob, TEST_RUN_JOB } from '../programmatic/tester/runs.ts';
import { RESET_LINK_JOB, sendLinkJob } from '../identity/passwords/resetLinks.ts';

export const JOB_HANDLERS: JobHandlers = {
  [MAIL_JOB]: queuedMailSender(mailBrandOf),
  [RESET_LINK_JOB]: sendLinkJob,
  [SPLASH_JOB]: splashJob,
  [TEST_RUN_JOB]: runCasesJob,
};
