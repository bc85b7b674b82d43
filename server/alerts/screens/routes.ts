/** The calls of screens about alerts, and the header by which they know that something changed. */
import type { FastifyInstance } from 'fastify';
import { sendAlertAcks } from '../../../shared/contract/alerts/alertAcks.ts';
import { ALERTS_VERSION_HEADER } from '../../../shared/contract/alerts/alertSignals.ts';
import { pullAlerts } from '../../../shared/contract/alerts/playerAlerts.ts';
import { mount } from '../../http/route.ts';
import { takeAcks } from './acks.ts';
import { pullSet } from './screenSet.ts';
import type { AlertSets } from './sets.ts';

const NOT_MODIFIED = 304;

export function playerAlertRoutes(app: FastifyInstance, sets: AlertSets): void {
  mount(app, pullAlerts, async ({ principal, inTenant, query, reply }) => {
    const { version, pulled } = await inTenant(async ctx => {
      const set = await sets.current(ctx);
      const isNew = query.since !== set.version;
      return { version: set.version, pulled: isNew ? await pullSet(ctx, principal.device_id, set) : null };
    });
    reply.header('cache-control', 'private, no-cache').header('etag', `"a${version}"`);
    return pulled ?? reply.code(NOT_MODIFIED).send();
  });
  mount(app, sendAlertAcks, ({ principal, inTenant, body }) =>
    inTenant(ctx => takeAcks(ctx, principal.device_id, body.records)),
  );
}

/**
 * On all answers to signed calls of screens, errors included; a set that cannot be read is left out. A check of the link
 * is not signed, and a device id alone must not tell anybody whether a tenant has alerts (S1).
 */
export function addAlertsVersion(app: FastifyInstance, sets: AlertSets): void {
  app.addHook('onSend', async ({ principal, log }, reply) => {
    if (principal?.kind !== 'device') return;
    try {
      reply.header(ALERTS_VERSION_HEADER, String((await sets.get(principal.tenant_id)).version));
    } catch (err) {
      log.warn({ err }, 'the version of alerts could not be read');
    }
  });
}
