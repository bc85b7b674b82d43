/** The calls of screens about alerts, and the header by which they know that something changed. */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  ALERTS_VERSION_HEADER,
  pullAlerts,
  sendAlertAcks,
} from '../../../shared/contract/alerts/playerAlerts.ts';
import { mount } from '../../http/route.ts';
import { takeAcks } from './acks.ts';
import { pullSet } from './screenSet.ts';
import type { AlertSets } from './sets.ts';

const NOT_MODIFIED = 304;
const DEVICE_ID = /^([0-9a-f-]{36})\./;

/** Whose tenant a call is known by without a query: null where the screen is not known here yet. */
export type KnownTenant = (device_id: string) => string | null;

export function playerAlertRoutes(app: FastifyInstance, sets: AlertSets): void {
  mount(app, pullAlerts, async ({ principal, inTenant, query, reply }) => {
    const set = await sets.get(principal.tenant_id);
    reply.header('cache-control', 'private, no-cache').header('etag', `"a${set.version}"`);
    if (query.since === set.version) return reply.code(NOT_MODIFIED).send();
    return inTenant(ctx => pullSet(ctx, principal.device_id, set));
  });
  mount(app, sendAlertAcks, ({ principal, inTenant, body }) =>
    inTenant(ctx => takeAcks(ctx, principal.device_id, body.records)),
  );
}

/** On all answers to screens, errors and checks of the link included. A set that is not at hand is not waited for. */
export function addAlertsVersion(app: FastifyInstance, sets: AlertSets, tenantOf: KnownTenant): void {
  const tenantIn = ({ principal, headers }: FastifyRequest): string | null => {
    if (principal?.kind === 'device') return principal.tenant_id;
    const named = headers['x-device'];
    const [, device_id] = typeof named === 'string' ? (DEVICE_ID.exec(named) ?? []) : [];
    return device_id === undefined ? null : tenantOf(device_id);
  };
  app.addHook('onSend', async (request, reply) => {
    const tenant_id = tenantIn(request);
    if (tenant_id === null) return;
    try {
      reply.header(ALERTS_VERSION_HEADER, String((await sets.get(tenant_id)).version));
    } catch (err) {
      request.log.warn({ err }, 'the version of alerts was not at hand');
    }
  });
}
