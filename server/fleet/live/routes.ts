/** The live wall as server-sent events. Clients read it with fetch, because EventSource cannot send an Authorization header. */
import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { liveDevices } from '../../../shared/contract/fleet/live.ts';
import { mount } from '../../http/route.ts';
import type { Server } from '../../context/server.ts';
import { openSessionsOf } from '../../identity/session/openSessions.ts';
import { inTenant, type TransactionContext } from '../../transaction/context.ts';
import type { Sightings } from '../link/sightings.ts';
import { eventOf, openLiveFeeds } from './feeds.ts';
import { sinkOf } from './sink.ts';
import { wallOf, type WallQuery } from './wall.ts';

export function liveRoutes(app: FastifyInstance, server: Server, sightings: Sightings): void {
  const feeds = openLiveFeeds(server.clock, err => app.log.error({ err }, 'the wall was not read'));
  /** Runs before Fastify waits for open connections. */
  app.addHook('preClose', done => {
    feeds.close();
    done();
  });
  async function readWall(ctx: TransactionContext, wallQuery: WallQuery) {
    await sightings.flushTenantIfSmall(ctx);
    return wallOf(ctx, wallQuery);
  }

  mount(app, liveDevices, async ({ inTenant: open, principal, query, request, reply }) => {
    const { follow, ...wallQuery } = query;
    const isFollowed = follow !== undefined && request.method !== 'HEAD';
    const { tenant_id, user_id, session_id, role } = principal;
    if (isFollowed) feeds.requireRoom({ tenant_id, user_id });
    const first = await open(ctx => readWall(ctx, wallQuery));
    reply.type('text/event-stream; charset=utf-8');
    reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no');
    if (!isFollowed) return reply.send(eventOf(first));
    /** Others may have come while it was read. */
    feeds.requireRoom({ tenant_id, user_id });
    const stream = new PassThrough();
    const leave = feeds.join(
      {
        key: `${tenant_id} ${role} ${JSON.stringify(wallQuery)}`,
        tenant_id,
        first,
        read: () => inTenant(server, { tenant_id, user_id: null }, ctx => readWall(ctx, wallQuery)),
        stillOpen: ids => openSessionsOf(server, ids, { role, tenant_id }),
      },
      { ...sinkOf(stream), tenant_id, user_id, session_id },
    );
    stream.on('close', leave);
    return reply.send(stream);
  });
}
