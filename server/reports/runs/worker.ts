/** Makes reports, one at a time, as long as the process runs. */
import { every } from '../../../shared/clock.ts';
import { ObjectStoreUnavailable } from '../../objectStore/errors.ts';
import type { Server } from '../../context/server.ts';
import { makeRun, ReportRefused } from './make.ts';
import { claimRun, failRun, isLastTry, releaseRun, type ClaimedRun } from './queue.ts';
import { queueDueReports } from './schedule.ts';

/** ms; whoever waits for a report looks at its progress as often. */
const PAUSE_MS = 3_000;
/** ms; a schedule names hours. */
const SCHEDULE_MS = 30_000;
type Fault = (error: unknown) => void;

const isFull = (error: unknown) => (error as NodeJS.ErrnoException).code === 'ENOSPC';
const isAbort = (error: unknown) => error instanceof Error && error.name === 'AbortError';

/** Whether there was one, and another may follow at once. */
export async function makeNextReport(server: Server, stop: AbortSignal, onFault: Fault): Promise<boolean> {
  const run = await claimRun(server);
  if (!run) return false;
  try {
    await makeRun(server, run, stop);
  } catch (error) {
    await settle(server, run, { error, isStop: stop.aborted, onFault });
    if (error instanceof ObjectStoreUnavailable) return false;
  }
  return true;
}

interface Ending {
  error: unknown;
  isStop: boolean;
  onFault: Fault;
}
async function settle(server: Server, run: ClaimedRun, { error, isStop, onFault }: Ending): Promise<void> {
  if (isStop) return void (await releaseRun(server, run, true));
  if (isAbort(error)) return;
  if (error instanceof ReportRefused) return void (await failRun(server, run, error.failure));
  onFault(error);
  /** It was no fault of the run: this try does not count. */
  if (error instanceof ObjectStoreUnavailable) return void (await releaseRun(server, run, true));
  if (isFull(error)) await failRun(server, run, 'disk');
  else if (isLastTry(run)) await failRun(server, run, 'fault');
  else await releaseRun(server, run, false);
}

/** Returns what ends it; a run that is being made goes back to the queue. */
export function startReports(server: Server, onFault: Fault): () => Promise<void> {
  const stop = new AbortController();
  let working: Promise<unknown> = Promise.resolve();
  const work = async () => {
    while (!stop.signal.aborted && (await makeNextReport(server, stop.signal, onFault)));
  };
  const end = every(server.clock, PAUSE_MS, () => (working = work().catch(onFault)));
  const endSchedules = server.periodic.start(
    'report_schedules',
    SCHEDULE_MS,
    report => queueDueReports(server, report),
    onFault,
  );
  return async () => {
    end();
    endSchedules();
    stop.abort();
    await working;
  };
}
