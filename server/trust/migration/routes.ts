/** Routes of data that is brought over from elsewhere. */
import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import * as contract from '../../../shared/contract/trust/migration.ts';
import { mount } from '../../http/route.ts';
import { mountReads } from '../../resource/mount.ts';
import { exportOf } from './exportData.ts';
import * as jobs from './jobs.ts';
import { IMPORTERS } from './kinds/index.ts';
import { linesOf, reportOf } from './lines.ts';
import { startMigration } from './upload.ts';

export function migrationRoutes(app: FastifyInstance): void {
  const acts = contract.migrations.actionEndpoints;
  mountReads(app, contract.migrations, jobs.migrationListing);
  mount(app, contract.startMigration, ({ inTenant, body }) => startMigration(app.wayside, inTenant, body));
  mount(app, acts.map, ({ ctx, params, body }) => jobs.mapColumns(ctx, params.id, body));
  mount(app, acts['dry-run'], ({ ctx, params }) => jobs.startCheck(ctx, params.id));
  mount(app, acts.run, ({ ctx, params }) => jobs.startRun(ctx, params.id));
  mount(app, acts.cancel, ({ ctx, params }) => jobs.cancel(ctx, params.id));
  mount(app, acts.rollback, ({ ctx, params }) => jobs.startUndo(ctx, params.id));
  mount(app, contract.migrationLines, ({ ctx, params, query }) => linesOf(ctx, params.id, query));
  mount(app, contract.exportData, async ({ inTenant, params: { kind }, query: { format }, reply }) => {
    /** The right to read it is checked before the first byte is sent. */
    await inTenant(() => Promise.resolve());
    return reply
      .header('content-disposition', `attachment; filename="${kind}.${format}"`)
      .header('cache-control', 'no-store')
      .type(format === 'csv' ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8')
      .send(Readable.from(exportOf(inTenant, IMPORTERS[kind], format)));
  });
  mount(app, contract.migrationReport, async ({ inTenant, params, reply }) => {
    await inTenant(ctx => jobs.migrationListing.read(ctx, params.id));
    return reply
      .header('content-disposition', 'attachment; filename="import-report.csv"')
      .header('cache-control', 'no-store')
      .type('text/csv; charset=utf-8')
      .send(Readable.from(reportOf(inTenant, params.id)));
  });
}
