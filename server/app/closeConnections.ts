/** A stop waits for answers, not for callers: connections that have none coming end at once, slow ones a little later. */
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import type { Clock } from '../../shared/clock.ts';

/** So long a caller may take to send the rest of his request, or to fetch an answer, once the server is to stop. */
const IN_FLIGHT_MS = 5_000;

interface Exchange {
  request: IncomingMessage;
  reply: ServerResponse;
}
/** The server owes nothing: the request is not whole yet, or what is written of its answer is not fetched. */
const isCallersTurn = ({ request, reply }: Exchange) =>
  !request.complete || reply.writableEnded || reply.writableNeedDrain;

const peerOf = ({ remoteAddress, remotePort }: Socket) => `${remoteAddress} ${remotePort}`;

export function closeSilentConnections(app: FastifyInstance, clock: Clock): void {
  /** What each connection has under way. */
  const connections = new Map<Socket, Set<Exchange>>();
  /** Connections that are not encrypted yet, by their other end: from then on another socket stands for them. */
  const handshakes = new Map<string, Socket>();
  let isClosing = false;
  const opened = (socket: Socket) => {
    handshakes.delete(peerOf(socket));
    connections.set(socket, new Set());
    socket.once('close', () => connections.delete(socket));
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
    app.server.on('request', (request: IncomingMessage, reply: ServerResponse) => {
      const { socket } = request;
      const exchanges = connections.get(socket);
      const exchange = { request, reply };
      exchanges?.add(exchange);
      reply.once('close', () => {
        exchanges?.delete(exchange);
        if (isClosing && exchanges?.size === 0) socket.destroySoon();
      });
    });
    done();
  });
  app.addHook('preClose', done => {
    isClosing = true;
    const closeSilent = () => {
      for (const socket of handshakes.values()) socket.destroy();
      for (const [socket, exchanges] of connections) if (exchanges.size === 0) socket.destroy();
      done();
    };
    const closeSlow = () => {
      for (const [socket, exchanges] of connections)
        if ([...exchanges].every(isCallersTurn)) socket.destroy();
    };
    const cancel = clock.after(IN_FLIGHT_MS, closeSlow);
    app.server.once('close', cancel);
    /** What has arrived already is read first. */
    setImmediate(() => setImmediate(closeSilent));
  });
}
