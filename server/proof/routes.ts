/** Routes of plays: ingest from players, list and export for the console. */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { instant } from '../../shared/clock.ts';
import * as contract from '../../shared/contract/proof/play.ts';
import { mount } from '../http/route.ts';
import type { Server } from '../context/server.ts';
import { TYPES } from '../resource/export.ts';
import type { Network } from '../fleet/link/network.ts';
import { playLines, requireExport } from './export.ts';
import { groupsOf } from './sums/groups.ts';
import { pageOfPlayList, playOf, totalsOf } from './list.ts';
import { ingestPlays, type OnStored } from './ingest.ts';

export function playIngestRoutes(
  app: FastifyInstance,
  server: Server,
  { network, onStored }: { network: Network; onStored: OnStored },
): void {
  mount(app, contract.sendPlays, ({ principal, body }) =>
    ingestPlays(server, network, { principal, sent: body, onStored }),
  );
}

const DATE_CHARS = 10;

export function playRoutes(app: FastifyInstance, server: Server): void {
  mount(app, contract.listPlays, ({ ctx, query }) => pageOfPlayList(ctx, query));
  mount(app, contract.readPlay, ({ ctx, params }) => playOf(ctx, params.id));
  mount(app, contract.playTotals, async ({ ctx, query }) => {
    const groups = await groupsOf(ctx, query);
    return { ...(await totalsOf(ctx, query)), ...(groups ? { groups } : {}) };
  });
  mount(app, contract.exportPlays, ({ inTenant, query, reply }) => {
    requireExport(query);
    const now = server.clock.now();
    const day = instant(now).slice(0, DATE_CHARS);
    reply.header('content-disposition', `attachment; filename="plays-${day}.${query.format}"`);
    const lines = playLines({ inTenant, now }, query);
    return reply.type(TYPES[query.format]).send(Readable.from(lines, { objectMode: false }));
  });
}
