/** All routes of alerts and partners. */
import type { FastifyInstance } from 'fastify';
import type { Server } from '../context/server.ts';
import { alertRoutes } from './alerts/routes.ts';
import { alertFeedRoutes } from './feeds/feeds.ts';
import { geocodeRoutes } from './geocodes.ts';
import { importRoutes, takeDocuments } from './intake/importRoutes.ts';
import { alertCallRoutes } from './out/routes.ts';
import { policeReachRoute, policeRoutes } from './police/calls.ts';
import { clientRoutes } from './police/clients.ts';
import { keyRoutes } from './police/keys.ts';

export function alertsRoutes(app: FastifyInstance, server: Server): void {
  alertRoutes(app);
  alertCallRoutes(app);
  geocodeRoutes(app);
  alertFeedRoutes(app);
  clientRoutes(app);
  keyRoutes(app);
  policeReachRoute(app, server);
  void app.register((documents, _options, done) => {
    takeDocuments(documents);
    importRoutes(documents);
    policeRoutes(documents, server);
    done();
  });
}
