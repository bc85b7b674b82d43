/** Runs what is due, one job at a time, as long as the process runs. */
import { every } from '../../shared/clock.ts';
import type { Server } from '../context/server.ts';
import { failureCode } from './failureCode.ts';
import { claimJob, finishJob, giveUpJob, retryJob, type Job } from './jobs.ts';
import { GivenUp } from './retry.ts';

const LOOK_MS = 250;
/** Jobs of other nodes and those that fall due by themselves are found by this poll. */
const POLL_MS = 5_000;
/** In one round, so that a stop does not wait for long. */
const ROUND = 20;

export type JobHandler = (server: Server, job: Job) => Promise<void>;
/** A job is run again after a kill, so each handler can be run twice. */
export type JobHandlers = Readonly<Record<string, JobHandler>>;
/** A code and no error, because an error's text may hold what the job holds. */
type Fault = (fault: { job: string; kind: string; code: string; tries: number }) => void;

async function run(server: Server, handler: JobHandler, job: Job, onFault: Fault): Promise<void> {
  const fail = (code: string) => onFault({ job: job.id, kind: job.kind, code, tries: job.tries });
  if (job.payload === undefined) {
    fail('UNREADABLE');
    return giveUpJob(server, job, 'UNREADABLE');
  }
  try {
    await handler(server, job);
  } catch (error) {
    const code = failureCode(error);
    fail(code);
    return error instanceof GivenUp ? giveUpJob(server, job, code) : retryJob(server, job, code);
  }
  return finishJob(server, job);
}

/** How many were run; a fault of one does not keep the others. */
export async function runDueJobs(server: Server, handlers: JobHandlers, onFault: Fault): Promise<number> {
  server.newJobs.take();
  const kinds = Object.keys(handlers);
  for (let count = 0; ; count++) {
    const job = count < ROUND ? await claimJob(server, kinds) : undefined;
    const handler = job && handlers[job.kind];
    if (!handler) return count;
    await run(server, handler, job, onFault);
  }
}

/** Returns what ends it, once the running job is through. */
export function startJobs(
  server: Server,
  handlers: JobHandlers,
  faults: { failed: Fault; stuck: (error: unknown) => void },
): () => Promise<void> {
  let polled = -Infinity;
  let working: Promise<unknown> = Promise.resolve();
  const look = async () => {
    const now = server.clock.now();
    if (!server.newJobs.take() && now - polled < POLL_MS) return;
    polled = now;
    const ran = await runDueJobs(server, handlers, faults.failed);
    if (ran === ROUND) server.newJobs.note();
  };
  const end = every(server.clock, LOOK_MS, () => (working = look().catch(faults.stuck)));
  return async () => {
    end();
    await working;
  };
}
