/** Every answer to a player, errors included, carries the server's time: the player sets its clock by it. */
import type { FastifyInstance } from 'fastify';
import type { Server } from '../context/server.ts';

export function addServerTime(app: FastifyInstance, { clock }: Pick<Server, 'clock'>): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.header('x-server-time', String(clock.now()));
    done();
  });
}
