/** A stop waits for answers, and for no connection that has none coming: those that are open in reserve, or half a head. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

const peerOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;

export function closeSilentConnections(app: FastifyInstance): void {
  /** Answers that each connection waits for. */
  const answers = new Map<Socket, number>();
  /** Connections that are not encrypted yet, by their other end: from then on another socket stands for them. */
  const handshakes = new Map<string, Socket>();
  let isClosing = false;
  const count = (socket: Socket, step: number) => {
    const before = answers.get(socket);
    if (before === undefined) return;
    answers.set(socket, before + step);
    if (isClosing && before + step === 0) socket.destroySoon();
  };
  const opened = (socket: Socket) => {
    handshakes.delete(peerOf(socket));
    answers.set(socket, 0);
    socket.once('close', () => answers.delete(socket));
  };
  if (app.initialConfig.https) {
    app.server.on('connection', (socket: Socket) => {
      const peer = peerOf(socket);
      handshakes.set(peer, socket);
      socket.once('close', () => handshakes.delete(peer));
    });
    app.server.on('secureConnection', opened);
  } else app.server.on('connection', opened);
  /** Once all routes are there: what is answered before them is on its way, too. */
  app.addHook('onReady', done => {
    app.server.on('request', ({ socket }: IncomingMessage, reply: ServerResponse) => {
      count(socket, 1);
      reply.once('close', () => count(socket, -1));
    });
    done();
  });
  app.addHook('preClose', done => {
    isClosing = true;
    for (const socket of handshakes.values()) socket.destroy();
    for (const [socket, coming] of answers) if (coming === 0) socket.destroy();
    done();
  });
}
