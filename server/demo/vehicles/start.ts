/** Lets the demo's vehicles drive in this process; their calls take the way of every other call, without a socket. */
import type { FastifyInstance } from 'fastify';
import { sleep } from '../../../shared/clock.ts';
import { ALERTS_VERSION_HEADER } from '../../../shared/contract/alerts/alertSignals.ts';
import { randomUnit } from '../../../shared/random.ts';
import type { Server } from '../../context/server.ts';
import { demoFile, readIdentities } from './identities.ts';
import { startVehicle, type VehiclePorts } from './vehicle.ts';

/** The last one of the fleet stays in the garage, so that the fleet also has a screen which is offline. */
const IN_GARAGE = 1;
const HOST = 'localhost';
/** Who stops the demo does not wait longer for what they hand in and give back. */
const STOP_WITHIN_MS = 2_000;

export function vehiclePorts(app: FastifyInstance, { config, clock, playerBuild }: Server): VehiclePorts {
  return {
    async send({ method, target, headers, body }) {
      const payload = body === undefined ? {} : { payload: body };
      const sent = { method, url: target, headers: { host: HOST, ...headers }, ...payload };
      const answer = await app.inject(sent);
      const named = answer.headers[ALERTS_VERSION_HEADER];
      const alertsVersion = named === undefined ? null : String(named);
      return { status: answer.statusCode, text: answer.payload, alertsVersion };
    },
    origin: config.publicUrl ?? `http://${HOST}`,
    clock,
    random: randomUnit,
    app_version: playerBuild,
    warn: err => app.log.warn({ err }, 'a simulated screen got no answer'),
  };
}

/** Returns the function that stops them; their server must still answer then. */
export function startVehicles(app: FastifyInstance, server: Server): () => Promise<unknown> {
  const ports = vehiclePorts(app, server);
  const driving = readIdentities(demoFile(server.config.dataDir)).slice(0, -IN_GARAGE);
  const stops = driving.map(identity => startVehicle(identity, ports));
  return () => Promise.race([Promise.all(stops.map(stop => stop())), sleep(server.clock, STOP_WITHIN_MS)]);
}
