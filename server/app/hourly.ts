/** Hourly jobs of a running server, and the last audit anchor when it stops. */
import type { FastifyInstance } from 'fastify';
import type { PeriodicTask } from '../../shared/contract/trust/system.ts';
import { every } from '../../shared/clock.ts';
import { appendAnchors } from '../trust/audit/anchor.ts';
import { makeRoots } from '../proof/verify/roots.ts';
import { calculateEarnings } from '../sales/earnings/monthly.ts';
import type { Server } from '../context/server.ts';
import { sweep } from './sweep.ts';

const HOUR_MS = 3_600_000;
type OnFault = (error: unknown) => void;

/** One after the other, so that they hold up requests no more than one does. */
const HOURLY = {
  audit_heads: appendAnchors,
  retention: sweep,
  play_roots: makeRoots,
  earnings: calculateEarnings,
  statistics: async (server: Server) => server.analyze?.(),
} satisfies Partial<Record<PeriodicTask, (server: Server, onFault: OnFault) => Promise<unknown>>>;

export function installHourlyJobs(app: FastifyInstance, server: Server): void {
  const runs = Object.entries(HOURLY).map(([what, act]) =>
    server.periodic.add(
      what as keyof typeof HOURLY,
      HOUR_MS,
      report => act(server, report),
      err => app.log.error({ err, what }, 'an hourly task failed'),
    ),
  );
  const stop = every(server.clock, HOUR_MS, async () => {
    for (const run of runs) await run();
  });
  app.addHook('onClose', async () => {
    stop();
    await appendAnchors(server).catch((err: unknown) => app.log.warn({ err }, 'audit heads were not noted'));
  });
}
