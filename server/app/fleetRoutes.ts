/** Everything a screen says and is told, and the console's view of it. */
import type { FastifyInstance } from 'fastify';
import type { Server } from '../context/server.ts';
import { commandRoutes, tellRoutes } from '../fleet/commands/routes.ts';
import { deviceRoutes } from '../fleet/devices/deviceRoutes.ts';
import { incidentRoutes, installWatch, noteRoutes } from '../fleet/incidents/routes.ts';
import { liveRoutes } from '../fleet/live/routes.ts';
import type { Network } from '../fleet/link/network.ts';
import { playerRoutes } from '../fleet/link/playerRoutes.ts';
import { playRoutes, takeRoutes } from '../proof/routes.ts';
import { stampTime } from '../http/serverTime.ts';

export function fleetRoutes(app: FastifyInstance, server: Server, network: Network): void {
  network.sightings.hearFaults(err => app.log.error({ err }, 'what screens said was not stored'));
  app.addHook('onClose', () => network.close());
  deviceRoutes(app, server, network);
  commandRoutes(app);
  incidentRoutes(app);
  installWatch(app, server, network.sightings);
  liveRoutes(app, server, network.sightings);
  playRoutes(app, server);
  void app.register((player, _options, done) => {
    stampTime(player, server);
    playerRoutes(player, server, network);
    takeRoutes(player, server, network);
    tellRoutes(player);
    noteRoutes(player);
    done();
  });
}
