/** Reads what falls due at addresses that users name, one at a time, as long as the process runs. */
import type { PeriodicTask } from '../../shared/contract/trust/system.ts';
import type { Server } from '../context/server.ts';

const PAUSE_MS = 5_000;
/** In one round, so that a stop does not wait for long. */
const ROUND = 20;

interface Due<R> {
  task: PeriodicTask;
  /** The row that has waited longest. It falls due again later, so that no second node reads it meanwhile. */
  claim: (server: Server) => Promise<R | undefined>;
  read: (server: Server, row: R) => Promise<void>;
}
type Fault = (error: unknown) => void;

/** How many were read; a fault of one does not keep the others. */
export async function readDue<R>(server: Server, { claim, read }: Due<R>, onFault: Fault): Promise<number> {
  for (let count = 0; ; count++) {
    const row = count < ROUND ? await claim(server) : undefined;
    if (!row) return count;
    await read(server, row).catch(onFault);
  }
}

/** Returns what ends it. */
export const startReading = <R>(server: Server, due: Due<R>, onFault: Fault): (() => void) =>
  server.periodic.start(due.task, PAUSE_MS, report => readDue(server, due, report), onFault);
