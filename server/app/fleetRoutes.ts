/** Routes of the fleet: the calls of screens, and the console's view of them. */
import type { FastifyInstance } from 'fastify';
import type { Server } from '../context/server.ts';
import { commandRoutes, commandReportRoutes } from '../fleet/commands/routes.ts';
import { deviceRoutes } from '../fleet/devices/deviceRoutes.ts';
import { incidentRoutes, installIncidentWatch, noteRoutes } from '../fleet/incidents/routes.ts';
import { pictureHistoryRoutes, pictureRoutes } from '../fleet/live/pictures.ts';
import { liveRoutes } from '../fleet/live/routes.ts';
import type { Network } from '../fleet/link/network.ts';
import { answerReportsFromMemory } from '../fleet/link/reportFastPath.ts';
import { playerEventRoutes } from '../fleet/link/playerEvents.ts';
import { playerRoutes } from '../fleet/link/playerRoutes.ts';
import { reportAnswerer } from '../fleet/link/reports.ts';
import { answerUnchangedPolls } from '../fleet/link/pollFastPath.ts';
import { playerAlertRoutes } from '../alerts/screens/routes.ts';
import type { AlertSets } from '../alerts/screens/sets.ts';
import { analyticsRoutes } from '../proof/analytics/routes.ts';
import { playRoutes, playIngestRoutes } from '../proof/routes.ts';
import { spotsReported } from '../programmatic/spots/reported.ts';
import { proofRoutes } from '../proof/verify/routes.ts';
import { audienceRoutes } from '../playout/audience/routes.ts';
import { decisionRoutes, recordingRoutes } from '../playout/decisions/routes.ts';
import { leaseRoutes } from '../sales/leases/routes.ts';
import type { Observe } from '../http/metrics.ts';
import { addServerTime } from '../http/serverTime.ts';

export function fleetRoutes(
  app: FastifyInstance,
  server: Server,
  ports: { network: Network; alerts: AlertSets; observe: Observe },
): void {
  const { network, alerts } = ports;
  network.sightings.onError(err => app.log.error({ err }, 'what screens said was not stored'));
  app.addHook('onClose', () => network.close());
  deviceRoutes(app, server, network);
  commandRoutes(app);
  incidentRoutes(app);
  installIncidentWatch(app, server, network.sightings);
  liveRoutes(app, server, network.sightings);
  pictureHistoryRoutes(app);
  recordingRoutes(app);
  playRoutes(app, server);
  proofRoutes(app, server);
  analyticsRoutes(app);
  void app.register((player, _options, done) => {
    addServerTime(player, server);
    const answerReport = reportAnswerer(server, network);
    playerRoutes(player, server, { network, answerReport });
    playerEventRoutes(player, server, { network, alerts });
    playerAlertRoutes(player, alerts);
    playIngestRoutes(player, server, { network, onStored: spotsReported });
    decisionRoutes(player);
    audienceRoutes(player);
    leaseRoutes(player);
    commandReportRoutes(player);
    noteRoutes(player);
    pictureRoutes(player);
    answerUnchangedPolls(player, server, ports);
    answerReportsFromMemory(player, server, { ...ports, answerReport });
    done();
  });
}
