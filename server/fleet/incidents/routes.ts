/** Incidents: told by screens, seen by the server, settled by people. */
import type { FastifyInstance } from 'fastify';
import { every } from '../../../shared/clock.ts';
import * as contract from '../../../shared/contract/fleet/incident.ts';
import { notices } from '../../../shared/contract/fleet/notice.ts';
import { PRESENCE_S } from '../../../shared/contract/fleet/device.ts';
import { mount } from '../../http/route.ts';
import { mountReads } from '../../resource/mount.ts';
import type { Server } from '../../context/server.ts';
import type { Sightings } from '../link/sightings.ts';
import { noticeListing } from '../notices/list.ts';
import { tell } from '../notices/tell.ts';
import { incidentListing, settle } from './list.ts';
import { takeNotes } from './take.ts';
import { watch } from './watch.ts';

const SECOND_MS = 1_000;
const WATCH_MS = 60 * SECOND_MS;

export function incidentRoutes(app: FastifyInstance): void {
  mountReads(app, contract.incidents, incidentListing);
  mountReads(app, notices, noticeListing);
  for (const act of ['ack', 'close'] as const)
    mount(app, contract.incidents.calls[act], ({ work, params }) => settle(work, params.id, act));
}

export function noteRoutes(app: FastifyInstance): void {
  mount(app, contract.sendIncidents, async ({ caller, inTenant, body }) => ({
    taken: await inTenant(work => takeNotes(work, caller.device_id, body.notes)),
  }));
}

/** A server that was away itself first hears who is there: nobody is silent before that. */
export function installWatch(app: FastifyInstance, server: Server, sightings: Sightings): void {
  const began = server.clock.mono();
  const stop = every(server.clock, WATCH_MS, async () => {
    if (server.clock.mono() - began < PRESENCE_S.stale * SECOND_MS) return;
    try {
      await sightings.flush();
      await watch(server);
      await tell(server);
    } catch (err) {
      app.log.error({ err }, 'incidents were not looked for');
    }
  });
  app.addHook('onClose', (_app, done) => {
    stop();
    done();
  });
}
