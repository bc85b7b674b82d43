/** Routes of the fleet: the calls of screens, and the console's view of them. */
import type { FastifyInstance } from 'fastify';
import type { Server } from '../context/server.ts';
import { commandRoutes, commandReportRoutes } from './commands/routes.ts';
import { deviceRoutes } from './devices/deviceRoutes.ts';
import { incidentRoutes, installIncidentWatch, noteRoutes } from './incidents/routes.ts';
import { liveRoutes } from './live/routes.ts';
import type { Network } from './link/network.ts';
import { playerRoutes } from './link/playerRoutes.ts';
import { playRoutes, playIngestRoutes } from '../proof/routes.ts';
import { addServerTime } from '../http/serverTime.ts';

export function networkRoutes(app: FastifyInstance, server: Server, network: Network): void {
  network.sightings.onError(err => app.log.error({ err }, 'what screens said was not stored'));
  app.addHook('onClose', () => network.close());
  deviceRoutes(app, server, network);
  commandRoutes(app);
  incidentRoutes(app);
  installIncidentWatch(app, server, network.sightings);
  liveRoutes(app, server, network.sightings);
  playRoutes(app, server);
  void app.register((player, _options, done) => {
    addServerTime(player, server);
    playerRoutes(player, server, network);
    playIngestRoutes(player, server, network);
    commandReportRoutes(player);
    noteRoutes(player);
    done();
  });
}
