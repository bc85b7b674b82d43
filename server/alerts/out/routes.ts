/** What is asked about alerts beside their rows. */
import type { FastifyInstance } from 'fastify';
import { and, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import * as contract from '../../../shared/contract/alerts/alertCalls.ts';
import { instant } from '../../../shared/clock.ts';
import { alerts } from '../../db/schema.ts';
import { mount } from '../../http/route.ts';
import { originalOf } from '../intake/documents.ts';
import { alertRow, deliveriesOf } from '../screens/deliveries.ts';
import { previewReach } from '../screens/reach.ts';
import { atomFeed, CAP_TYPE, capDocument } from './cap.ts';

const FED = 100;

export function alertCallRoutes(app: FastifyInstance): void {
  const { publicUrl } = app.wayside.config;
  mount(app, contract.previewTargets, ({ ctx, body }) => previewReach(ctx, body));
  mount(app, contract.alertDeliveries, async ({ ctx, params }) =>
    deliveriesOf(ctx, await alertRow(ctx, params.id)),
  );
  mount(app, contract.alertCap, async ({ ctx, params, reply }) => {
    const row = await alertRow(ctx, params.id);
    reply.type(CAP_TYPE);
    return capDocument(row);
  });
  mount(app, contract.alertOriginal, async ({ ctx, params, reply }) => {
    const bytes = await originalOf(ctx, await alertRow(ctx, params.id));
    reply
      .type('text/plain')
      .header('content-disposition', `attachment; filename="alert-${params.id}.txt"`)
      .header('x-content-type-options', 'nosniff');
    return bytes;
  });
  mount(app, contract.alertsAtom, async ({ ctx, reply }) => {
    const rows = await ctx.tx
      .select()
      .from(alerts)
      .where(
        and(
          ...[eq(alerts.tenant_id, ctx.tenant_id), isNotNull(alerts.published_at), isNull(alerts.deleted_at)],
        ),
      )
      .orderBy(desc(alerts.published_at))
      .limit(FED);
    reply.type('application/atom+xml; charset=utf-8');
    const self = `${publicUrl ?? ''}${contract.alertsAtom.path}`;
    return atomFeed(rows, { self, now: instant(ctx.now) });
  });
}
