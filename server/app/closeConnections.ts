/** A stop waits for answers, and for no connection that has none coming: those that are open in reserve, or half a head. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

export function closeSilentConnections(app: FastifyInstance): void {
  const answers = new Map<Socket, number>();
  const count = (socket: Socket, step: number) => {
    const before = answers.get(socket);
    if (before !== undefined) answers.set(socket, before + step);
  };
  const opened = app.initialConfig.https ? 'secureConnection' : 'connection';
  app.server.on(opened, (socket: Socket) => {
    answers.set(socket, 0);
    socket.once('close', () => answers.delete(socket));
  });
  /** Once all routes are there: what is answered before them is on its way, too. */
  app.addHook('onReady', done => {
    app.server.on('request', ({ socket }: IncomingMessage, reply: ServerResponse) => {
      count(socket, 1);
      reply.once('close', () => count(socket, -1));
    });
    done();
  });
  app.addHook('preClose', done => {
    for (const [socket, coming] of answers) if (coming === 0) socket.destroy();
    done();
  });
}
