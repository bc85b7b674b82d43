/** Routes of reports: looked at, kept, made and downloaded. */
import type { FastifyInstance } from 'fastify';
import { reportDefinitions } from '../../shared/contract/reports/definition.ts';
import { PREVIEW_ROWS, previewReport } from '../../shared/contract/reports/report.ts';
import { downloadRun, reportRuns, type ReportRun } from '../../shared/contract/reports/run.ts';
import type { Body } from '../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import { isoDate } from '../../shared/i18n/format.ts';
import type { Server } from '../context/server.ts';
import { notFound } from '../db/rows.ts';
import { mount } from '../http/route.ts';
import { mountReads, mountWrites } from '../resource/mount.ts';
import type { TransactionContext } from '../transaction/context.ts';
import { contentOf } from './content/content.ts';
import { timeOf } from './content/period.ts';
import { reconciliationRoutes } from './reconciliations/routes.ts';
import { definitionListing, definitionRepository } from './definitions.ts';
import { readReport, reportSize } from './files/store.ts';
import { REPORT_TYPES } from './files/write.ts';
import { cancelRun, requestRun, runListing } from './runs/listing.ts';

export function reportRoutes(app: FastifyInstance, server: Server): void {
  mount(app, previewReport, ({ ctx, body }) => preview(ctx, body));
  reconciliationRoutes(app);
  mountReads(app, reportDefinitions, definitionListing);
  mountWrites(app, reportDefinitions, definitionRepository);
  mountReads(app, reportRuns, runListing);
  mount(app, reportRuns.create, ({ ctx, body, principal }) => requestRun(ctx, body, principal));
  mount(app, reportRuns.actionEndpoints.cancel, ({ ctx, params }) => cancelRun(ctx, params.id));
  mount(app, downloadRun, async ({ inTenant, params, principal, reply }) => {
    const run = await inTenant(ctx => runListing.read(ctx, params.id, principal));
    const bytes = await sizeOf(server, run);
    /** Opened before anything is said of it: where that fails the answer is an error. */
    const file = await readReport(server, run.id);
    reply
      .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(fileName(run))}`)
      .header('content-length', String(bytes))
      .header('cache-control', 'no-store');
    return reply.type(REPORT_TYPES[run.format]).send(file);
  });
}

/** Within this one transaction, of which a page of plays is the most that is read. */
async function preview(ctx: TransactionContext, spec: Body<typeof previewReport>) {
  const { table, basis } = await contentOf(ctx, spec, {
    ...timeOf(spec, ctx.now),
    inTenant: act => act(ctx),
  });
  const { columns, row_count } = table;
  const totals = table.totals();
  const rows = [];
  for await (const row of table.rows) {
    if (rows.push([...row]) === PREVIEW_ROWS) break;
  }
  return { ...basis, columns: [...columns], rows, row_count, totals };
}

async function sizeOf(server: Server, run: ReportRun): Promise<number> {
  if (run.state !== 'ready' || (run.expires_at !== null && Date.parse(run.expires_at) < server.clock.now()))
    throw new AppError('STATE', 'There is no file of this report.', { status: run.state });
  const bytes = await reportSize(server, run.id);
  if (bytes === null) throw notFound('file');
  return bytes;
}

/** Named by the report and the days it is of. */
function fileName({ name, format, from, to, tz }: ReportRun): string {
  const clean = name.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'report';
  return `${clean}-${isoDate(Date.parse(from), tz)}-${isoDate(Date.parse(to) - 1, tz)}.${format}`;
}
