/** What a running server does by itself once an hour, and as it ends. */
import type { FastifyInstance } from 'fastify';
import { every } from '../../shared/clock.ts';
import { noteHeads } from '../trust/audit/anchor.ts';
import type { Server } from '../context/server.ts';
import { sweep } from './sweep.ts';

const HOUR_MS = 3_600_000;

const analyze = async (server: Server) => server.analyze?.();

export function installHourly(app: FastifyInstance, server: Server): void {
  const run = async () => {
    for (const [what, act] of [
      ['audit heads', noteHeads],
      ['sweep', sweep],
      ['statistics', analyze],
    ] as const)
      await act(server).catch((err: unknown) => app.log.error({ err, what }, 'hourly work failed'));
  };
  const stop = every(server.clock, HOUR_MS, run);
  app.addHook('onClose', async () => {
    stop();
    await noteHeads(server).catch((err: unknown) => app.log.warn({ err }, 'audit heads were not noted'));
  });
}
