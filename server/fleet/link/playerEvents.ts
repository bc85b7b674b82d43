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
import { alertsEvent } from '../../../shared/contract/alerts/alertSignals.ts';
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
/** After a loss all screens are told to ask, so many at once: each costs a look-up. */
const TOLD_AT_ONCE = 100;
const TOLD_EVERY_MS = 100;

/** Tells when the alerts of a tenant have changed. */
export interface AlertNews {
  onChanged(listener: (tenant_id: string, version: number) => void): void;
}

export function playerEventRoutes(
  app: FastifyInstance,
  { clock }: Server,
  { network, alerts }: { network: Network; alerts: AlertNews },
): void {
  const tenants = new Map<string, Set<PassThrough>>();
  const streams = new Map<string, Set<PassThrough>>();
  let listening = 0;
  network.onChanged(ids => {
    for (const id of ids) for (const stream of streams.get(id) ?? []) sinkOf(stream).write(CHANGED_EVENT);
  });
  /** What a node did not hear its screens would learn by their next heartbeat, a minute later. */
  network.onMissed(() => {
    const all = [...streams.values()].flatMap(own => [...own]);
    const tell = () => {
      for (const stream of all.splice(0, TOLD_AT_ONCE)) sinkOf(stream).write(CHANGED_EVENT);
      if (all.length > 0) clock.after(TOLD_EVERY_MS, tell);
    };
    tell();
  });
  alerts.onChanged((tenant_id, version) => {
    for (const stream of tenants.get(tenant_id) ?? []) sinkOf(stream).write(alertsEvent(version));
  });
  /** Runs before Fastify waits for open connections. */
  app.addHook('preClose', done => {
    for (const stream of [...streams.values()].flatMap(own => [...own])) stream.end();
    done();
  });

  function open({ device_id, tenant_id }: { device_id: string; tenant_id: string }): PassThrough {
    const stream = new PassThrough();
    const own = streams.get(device_id) ?? new Set();
    const ofTenant = tenants.get(tenant_id) ?? new Set();
    tenants.set(tenant_id, ofTenant.add(stream));
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
      ofTenant.delete(stream);
      if (ofTenant.size === 0 && tenants.get(tenant_id) === ofTenant) tenants.delete(tenant_id);
      if (own.size === 0) streams.delete(device_id);
    });
    return stream;
  }

  mount(app, playerEvents, async ({ principal, query, request, reply }) => {
    reply.type('text/event-stream; charset=utf-8');
    reply.header('cache-control', 'no-store').header('x-accel-buffering', 'no');
    if (query.follow === undefined || request.method === 'HEAD') return reply.send(CHANGED_EVENT);
    if (listening >= MAX_LISTENERS) throw new AppError('UNAVAILABLE', 'Too many screens listen already.');
    const stream = open(principal);
    /** What was asked while nobody listened is told at once. */
    const device = await network.cachedDevice(principal.device_id);
    stream.write(device?.hasPendingCommands ? CHANGED_EVENT : KEEPALIVE);
    return reply.send(stream);
  });
}
