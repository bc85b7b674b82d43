/** Plays come in from players and are shown to the console. */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { instant } from '../../shared/clock.ts';
import * as contract from '../../shared/contract/proof/play.ts';
import { mount } from '../http/route.ts';
import type { Server } from '../context/server.ts';
import { TYPES } from '../resource/export.ts';
import type { Network } from '../fleet/link/network.ts';
import { playLines, requireExport } from './export.ts';
import { groupsOf } from './groups.ts';
import { listPlaysOf, totalsOf } from './list.ts';
import { takePlays } from './take.ts';

export function takeRoutes(app: FastifyInstance, server: Server, network: Network): void {
  mount(app, contract.sendPlays, ({ caller, body }) => takePlays(server, network, { caller, sent: body }));
}

const DATE_CHARS = 10;

export function playRoutes(app: FastifyInstance, server: Server): void {
  mount(app, contract.listPlays, ({ work, query }) => listPlaysOf(work, query));
  mount(app, contract.playTotals, async ({ work, query }) => {
    const groups = await groupsOf(work, query);
    return { ...(await totalsOf(work, query)), ...(groups ? { groups } : {}) };
  });
  mount(app, contract.exportPlays, ({ inTenant, caller, query, reply }) => {
    requireExport(query);
    const now = server.clock.now();
    const day = instant(now).slice(0, DATE_CHARS);
    reply.header('content-disposition', `attachment; filename="plays-${day}.${query.format}"`);
    const lines = playLines({ inTenant, tenant_id: caller.tenant_id, now }, query);
    return reply.type(TYPES[query.format]).send(Readable.from(lines, { objectMode: false }));
  });
}
