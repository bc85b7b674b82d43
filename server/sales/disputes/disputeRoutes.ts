/** Routes of disputes. */
import type { FastifyInstance } from 'fastify';
import { disputes } from '../../../shared/contract/sales/dispute.ts';
import { mount } from '../../http/route.ts';
import { mountLists } from '../../resource/mount.ts';
import * as stored from './disputes.ts';

export function disputeRoutes(app: FastifyInstance): void {
  mountLists(app, disputes, stored.disputeListing);
  mount(app, disputes.read, ({ ctx, params }) => stored.readDispute(ctx, params.id));
  mount(app, disputes.create, ({ ctx, body, principal }) => stored.openDispute(ctx, body, principal));
  mount(app, disputes.patch, ({ ctx, params, expected, body }) =>
    stored.changeDispute(ctx, { ...params, expected }, body),
  );
  const acts = disputes.actionEndpoints;
  mount(app, acts.evidence, ({ ctx, params, body, principal }) =>
    stored.addEvidence(ctx, { ...params, ...body }, principal),
  );
  mount(app, acts.decide, ({ ctx, params, body, principal }) =>
    stored.decideDispute(ctx, { ...params, ...body }, principal),
  );
  mount(app, acts.close, ({ ctx, params }) => stored.closeDispute(ctx, params.id));
}
