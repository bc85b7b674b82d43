/** Runs what is due as long as the process runs: of each kind one job at a time. */
import { SpanStatusCode, trace } from '@opentelemetry/api';
import { every } from '../../shared/clock.ts';
import type { Server } from '../context/server.ts';
import { failureCode } from './failureCode.ts';
import { claimJob, finishJob, giveUpJob, retryJob, type Job } from './jobs.ts';
import { GivenUp } from './retry.ts';
import { TRACER } from './tracer.ts';

const LOOK_MS = 250;
/** Jobs of other nodes and those that fall due by themselves are found by this poll. */
const POLL_MS = 5_000;

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
  const span = trace
    .getTracer(TRACER)
    .startSpan(`job ${job.kind}`, { attributes: { 'wayside.job': job.id } });
  try {
    await handler(server, job);
  } catch (error) {
    const code = failureCode(error);
    span.setStatus({ code: SpanStatusCode.ERROR, message: code });
    fail(code);
    return error instanceof GivenUp ? giveUpJob(server, job, code) : retryJob(server, job, code);
  } finally {
    span.end();
  }
  return finishJob(server, job);
}

/** How many were run; a fault of one does not keep the others. Between two of them it may be told to stop. */
export async function runDueJobs(
  server: Server,
  handlers: JobHandlers,
  onFault: Fault,
  goesOn: () => boolean = () => true,
): Promise<number> {
  const kinds = Object.keys(handlers);
  for (let count = 0; ; count++) {
    const job = goesOn() ? await claimJob(server, kinds) : undefined;
    const handler = job && handlers[job.kind];
    if (!handler) return count;
    await run(server, handler, job, onFault);
  }
}

/** Runs again where it was woken meanwhile. */
function openLane(work: () => Promise<unknown>, onStuck: (error: unknown) => void) {
  let running: Promise<void> | null = null;
  let isWoken = false;
  const workOff = async () => {
    while (isWoken) {
      isWoken = false;
      await work().catch(onStuck);
    }
    running = null;
  };
  return {
    wake() {
      isWoken = true;
      running ??= workOff();
    },
    ended: () => running,
  };
}

/**
 * Jobs of one kind run one after the other, beside those of all other kinds: a mail server that is silent holds up e-mails
 * and nothing else. Returns what ends it, once the running jobs are through.
 */
export function startJobs(
  server: Server,
  handlers: JobHandlers,
  faults: { failed: Fault; stuck: (error: unknown) => void },
): () => Promise<void> {
  let polled = -Infinity;
  let isStopped = false;
  const goesOn = () => !isStopped;
  const lanes = Object.entries(handlers).map(([kind, handler]) =>
    openLane(() => runDueJobs(server, { [kind]: handler }, faults.failed, goesOn), faults.stuck),
  );
  const look = () => {
    const now = server.clock.now();
    if (!server.newJobs.take() && now - polled < POLL_MS) return;
    polled = now;
    for (const lane of lanes) lane.wake();
  };
  const end = every(server.clock, LOOK_MS, look);
  return async () => {
    end();
    isStopped = true;
    for (const lane of lanes) await lane.ended();
  };
}
