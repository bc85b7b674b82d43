/** Says where this machine reaches this server, for the mock partner, and closes the connections to partners. */
import type { FastifyInstance } from 'fastify';
import type { Server } from '../../context/server.ts';

export function installPartnerCalls(app: FastifyInstance, server: Server): void {
  app.addHook('onListen', done => {
    const [address] = app.addresses();
    if (typeof address === 'object' && server.config.tls === null)
      server.local.origin = `http://127.0.0.1:${address.port}`;
    done();
  });
  app.addHook('onClose', () => server.partnerCalls.close());
}
