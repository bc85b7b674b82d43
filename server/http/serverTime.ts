/** Every answer to a player, refusals too, says what time it is here: its clock is set by that. */
import type { FastifyInstance } from 'fastify';
import type { Server } from '../context/server.ts';

export function stampTime(app: FastifyInstance, { clock }: Pick<Server, 'clock'>): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.header('x-server-time', String(clock.now()));
    done();
  });
}
