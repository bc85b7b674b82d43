/** The wall as server-sent events, read by fetch, since who asks says so in a header. */
import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { liveDevices } from '../../../shared/contract/fleet/live.ts';
import { mount } from '../../http/route.ts';
import type { Server } from '../../context/server.ts';
import { inTenant, type Work } from '../../transaction/work.ts';
import type { Sightings } from '../link/sightings.ts';
import { eventOf, openRooms } from './rooms.ts';
import { wallOf, type Asked } from './wall.ts';

export function liveRoutes(app: FastifyInstance, server: Server, sightings: Sightings): void {
  const rooms = openRooms(server.clock, err => app.log.error({ err }, 'the wall was not read'));
  /** Before connections are waited for. */
  app.addHook('preClose', done => {
    rooms.close();
    done();
  });
  async function look(work: Work, asked: Asked) {
    await sightings.storeFew(work);
    return wallOf(work, asked);
  }

  mount(app, liveDevices, async ({ inTenant: open, caller, query, request, reply }) => {
    const { follow, ...asked } = query;
    const first = await open(work => look(work, asked));
    reply.type('text/event-stream; charset=utf-8');
    reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no');
    if (follow === undefined || request.method === 'HEAD') return reply.send(eventOf(first));
    const { tenant_id } = caller;
    const stream = new PassThrough();
    const leave = rooms.join(
      {
        key: `${tenant_id} ${JSON.stringify(asked)}`,
        first,
        look: () => inTenant(server, { tenant_id, by: null }, work => look(work, asked)),
      },
      { write: text => void stream.write(text), end: () => void stream.end() },
    );
    stream.on('close', leave);
    return reply.send(stream);
  });
}
