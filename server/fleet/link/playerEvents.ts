/** Streams to screens: each is told at once when something of it has changed. */
import { PassThrough } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { every } from '../../../shared/clock.ts';
import {
  CHANGED_EVENT,
  EVENTS_KEEPALIVE_MS,
  EVENTS_MAX_MS,
  playerEvents,
} from '../../../shared/contract/fleet/playerEvents.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { Server } from '../../context/server.ts';
import { mount } from '../../http/route.ts';
import { sinkOf } from '../live/sink.ts';
import type { Network } from './network.ts';

/** Limit per node; a screen that finds no place asks by its heartbeats. */
const MAX_LISTENERS = 5_000;
/** A screen whose link broke comes back before the server has noticed; more than that is no screen. */
const MAX_PER_DEVICE = 3;
const KEEPALIVE = ': alive\n\n';

export function playerEventRoutes(app: FastifyInstance, { clock }: Server, network: Network): void {
  const streams = new Map<string, Set<PassThrough>>();
  let listening = 0;
  network.onChanged(ids => {
    for (const id of ids) for (const stream of streams.get(id) ?? []) sinkOf(stream).write(CHANGED_EVENT);
  });
  /** Runs before Fastify waits for open connections. */
  app.addHook('preClose', done => {
    for (const stream of [...streams.values()].flatMap(own => [...own])) stream.end();
    done();
  });

  function open(device_id: string): PassThrough {
    const stream = new PassThrough();
    const own = streams.get(device_id) ?? new Set();
    const [oldest] = own;
    if (oldest && own.size >= MAX_PER_DEVICE) oldest.destroy();
    streams.set(device_id, own.add(stream));
    listening++;
    const stopAlive = every(clock, EVENTS_KEEPALIVE_MS, () => sinkOf(stream).write(KEEPALIVE));
    const stopLife = clock.after(EVENTS_MAX_MS, () => stream.end());
    stream.on('close', () => {
      stopAlive();
      stopLife();
      listening--;
      own.delete(stream);
      if (own.size === 0) streams.delete(device_id);
    });
    return stream;
  }

  mount(app, playerEvents, async ({ principal, query, request, reply }) => {
    reply.type('text/event-stream; charset=utf-8');
    reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no');
    if (query.follow === undefined || request.method === 'HEAD') return reply.send(CHANGED_EVENT);
    if (listening >= MAX_LISTENERS) throw new AppError('UNAVAILABLE', 'Too many screens listen already.');
    const stream = open(principal.device_id);
    /** What was asked while nobody listened is told at once. */
    const device = await network.cachedDevice(principal.device_id);
    stream.write(device?.hasPendingCommands ? CHANGED_EVENT : KEEPALIVE);
    return reply.send(stream);
  });
}
