/** Routes of reconciliations. */
import type { FastifyInstance } from 'fastify';
import { reconciliations } from '../../../shared/contract/reports/reconciliation.ts';
import { mount } from '../../http/route.ts';
import { mountLists } from '../../resource/mount.ts';
import * as stored from './reconciliations.ts';

export function reconciliationRoutes(app: FastifyInstance): void {
  mountLists(app, reconciliations, stored.reconciliationListing);
  mount(app, reconciliations.read, ({ ctx, params }) => stored.readReconciliation(ctx, params.id));
  mount(app, reconciliations.create, ({ ctx, body }) => stored.createReconciliation(ctx, body));
  mount(app, reconciliations.remove, ({ ctx, params, expected }) =>
    stored.removeReconciliation(ctx, params.id, expected),
  );
  mount(app, reconciliations.restore, ({ ctx, params }) => stored.restoreReconciliation(ctx, params.id));
  const acts = reconciliations.actionEndpoints;
  mount(app, acts.import, ({ ctx, params, body }) => stored.importFile(ctx, { ...params, ...body }));
  for (const verb of ['explain', 'dispute'] as const)
    mount(app, acts[verb], ({ ctx, params, body }) =>
      stored.settleReconciliation(ctx, { ...params, ...body }, verb),
    );
}
