/** Reads a document that somebody hands in, and shows or does what follows from it. */
import type { FastifyInstance } from 'fastify';
import { importAlerts, type ImportAnswer } from '../../../shared/contract/alerts/alertCalls.ts';
import { allows, rolesWith } from '../../../shared/contract/wire/access.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { resolve } from '../../../shared/alerts/geocodes.ts';
import { placesFor } from '../../../shared/alerts/target.ts';
import { mount } from '../../http/route.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { codeTable, screensOf } from '../alerts/listing.ts';
import type { AlertRow } from '../alerts/state.ts';
import { readDocument, type ReadDocument } from '../cap/readDocument.ts';
import type { CapAlert } from '../cap/readAlert.ts';
import { CapRefusal } from '../cap/refusal.ts';
import { apply, type Intake, type Outcome } from './apply.ts';
import { columnsOf } from './columns.ts';
import { knownAlert, referenced } from './lookups.ts';
import { summaryOf } from './summary.ts';

/** Documents are read as bytes: JSON, too, because ours forgives what a strict reader does not. */
export const DOCUMENT_TYPES = ['application/xml', 'application/cap+xml', 'text/xml', 'application/json'];
export function takeDocuments(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser(DOCUMENT_TYPES, { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body as Buffer;
    done(null, {});
  });
}

export function readOrRefuse(bytes: Buffer | null): ReadDocument {
  try {
    return readDocument(bytes ?? Buffer.alloc(0));
  } catch (error) {
    if (error instanceof CapRefusal)
      throw new AppError('VALIDATION', error.message, { document: [error.message], code: error.code });
    throw error;
  }
}

/** What would follow, without doing it. */
async function foresee(ctx: TransactionContext, alert: CapAlert, intake: Intake): Promise<Outcome> {
  const known = await knownAlert(ctx, alert.key);
  const isAlert = alert.msg_type === 'Alert' || alert.msg_type === 'Update';
  if (known !== null || !(isAlert || alert.msg_type === 'Cancel'))
    return { action: 'log', warnings: alert.warnings, row: null };
  if (alert.msg_type === 'Cancel') {
    const [row = null] = await referenced(ctx, alert, intake);
    return { action: 'cancel', warnings: alert.warnings, row };
  }
  const columns = columnsOf(alert, ctx.now);
  const row = { ...columns, forced: false } as unknown as AlertRow;
  return { action: alert.msg_type === 'Update' ? 'update' : 'create', warnings: columns.warnings, row };
}

async function affectedBy(ctx: TransactionContext, outcomes: readonly Outcome[]): Promise<number> {
  const isOver = ({ action, row }: Outcome) =>
    action !== 'cancel' && (row?.expires_at?.getTime() ?? Infinity) <= ctx.now;
  const rows = outcomes.flatMap(outcome =>
    outcome.action === 'log' || outcome.row === null || isOver(outcome) ? [] : [outcome.row],
  );
  if (rows.length === 0) return 0;
  const table = await codeTable(ctx);
  const targets = rows.map(row => ({ ...row, codes: resolve(row.target.geocodes, table) }));
  const screens = await screensOf(ctx);
  return screens.filter(screen =>
    targets.some(target => {
      const places = placesFor(target, screen);
      return places === 'anywhere' || (places !== null && places.length > 0);
    }),
  ).length;
}

export function importRoutes(app: FastifyInstance): void {
  mount(app, importAlerts, async ({ ctx, query, request, principal }): Promise<ImportAnswer> => {
    const isCommit = query.commit !== undefined;
    if (isCommit && !allows(principal.role, 'alerts', 'A'))
      throw new AppError('FORBIDDEN', 'Your role may not publish alerts.', {
        ...{ role: principal.role, required: 'alerts:A', roles: rolesWith('alerts', 'A') },
      });
    const bytes = request.rawBody ?? Buffer.alloc(0);
    const { alerts, refused } = readOrRefuse(bytes);
    const intake: Intake = {
      ...{ source: 'manual', origin_id: null, agency: null, bytes },
      ...{ isPublishing: true, isDirect: false },
    };
    const outcomes: Outcome[] = [];
    for (const alert of alerts)
      outcomes.push(await (isCommit ? apply(ctx, alert, intake) : foresee(ctx, alert, intake)));
    ctx.auditNote.after = { committed: isCommit, alerts: alerts.length, refused: refused.length };
    return {
      items: outcomes.map(({ action, warnings }, n) => ({
        ...alerts[n]!.key,
        ...{ action, warnings },
        ...summaryOf(alerts[n]!, ctx.now),
      })),
      refused,
      affected: await affectedBy(ctx, outcomes),
    };
  });
}
