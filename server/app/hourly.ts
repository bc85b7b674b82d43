/** Hourly jobs of a running server, and the last audit anchor when it stops. */
import type { FastifyInstance } from 'fastify';
import { every } from '../../shared/clock.ts';
import { appendAnchors } from '../trust/audit/anchor.ts';
import { makeRoots } from '../proof/verify/roots.ts';
import type { Server } from '../context/server.ts';
import { sweep } from './sweep.ts';

const HOUR_MS = 3_600_000;

const analyze = async (server: Server) => server.analyze?.();

export function installHourlyJobs(app: FastifyInstance, server: Server): void {
  const run = async () => {
    for (const [what, act] of [
      ['audit heads', appendAnchors],
      ['sweep', sweep],
      ['roots of plays', makeRoots],
      ['statistics', analyze],
    ] as const)
      await act(server).catch((err: unknown) => app.log.error({ err, what }, 'hourly work failed'));
  };
  const stop = every(server.clock, HOUR_MS, run);
  app.addHook('onClose', async () => {
    stop();
    await appendAnchors(server).catch((err: unknown) => app.log.warn({ err }, 'audit heads were not noted'));
  });
}
