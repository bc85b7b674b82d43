/** Routes of incidents: reported by screens, detected by the server, closed by users. */
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../shared/contract/fleet/incident.ts';
import { notices } from '../../../shared/contract/fleet/notice.ts';
import { PRESENCE_S } from '../../../shared/contract/fleet/device.ts';
import { mount } from '../../http/route.ts';
import { mountReads } from '../../resource/mount.ts';
import type { Server } from '../../context/server.ts';
import type { Sightings } from '../link/sightings.ts';
import { noticeListing } from '../notices/list.ts';
import { sendNotices } from '../notices/send.ts';
import { incidentListing, changeIncidentState } from './list.ts';
import { recordNotes } from './notes.ts';
import { detectIncidents } from './watch.ts';

const SECOND_MS = 1_000;
const WATCH_MS = 60 * SECOND_MS;

export function incidentRoutes(app: FastifyInstance): void {
  mountReads(app, contract.incidents, incidentListing);
  mountReads(app, notices, noticeListing);
  for (const act of ['ack', 'close'] as const)
    mount(app, contract.incidents.actionEndpoints[act], ({ ctx, params }) =>
      changeIncidentState(ctx, params.id, act),
    );
}

export function noteRoutes(app: FastifyInstance): void {
  mount(app, contract.sendIncidents, async ({ principal, inTenant, body }) => ({
    taken: await inTenant(ctx => recordNotes(ctx, principal.device_id, body.notes)),
  }));
}

/** After a start the server first waits for heartbeats: no screen counts as silent before that. */
export function installIncidentWatch(app: FastifyInstance, server: Server, sightings: Sightings): void {
  const startedAt = server.clock.mono();
  const stop = server.periodic.start(
    'incidents',
    WATCH_MS,
    async () => {
      if (server.clock.mono() - startedAt < PRESENCE_S.stale * SECOND_MS) return;
      await sightings.flush();
      await detectIncidents(server);
      await sendNotices(server);
    },
    err => app.log.error({ err }, 'incidents were not looked for'),
  );
  app.addHook('onClose', (_app, done) => {
    stop();
    done();
  });
}
