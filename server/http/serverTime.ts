/** Every answer to a player, errors included, carries the server's time: the player sets its clock by it. */
import type { FastifyInstance } from 'fastify';
import type { Server } from '../context/server.ts';

export const SERVER_TIME_HEADER = 'x-server-time';

export function addServerTime(app: FastifyInstance, { clock }: Pick<Server, 'clock'>): void {
  app.addHook('onSend', (_request, reply, _payload, done) => {
    reply.header(SERVER_TIME_HEADER, String(clock.now()));
    done();
  });
}
