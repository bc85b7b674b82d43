/** Reads a document that somebody hands in, and shows or does what follows from it. */
import type { FastifyError, FastifyInstance } from 'fastify';
import {
  CAP_DOCUMENTS,
  importAlerts,
  MAX_IMPORTED,
  type ImportAnswer,
} from '../../../shared/contract/alerts/alertCalls.ts';
import { allows, rolesWith } from '../../../shared/contract/wire/access.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { resolve } from '../../../shared/alerts/geocodes.ts';
import { placesFor } from '../../../shared/alerts/target.ts';
import { sendFailure } from '../../http/failures.ts';
import { mount } from '../../http/route.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { codeTable, screensOf } from '../alerts/listing.ts';
import { readDocument, type ReadDocument } from '../cap/readDocument.ts';
import type { CapAlert } from '../cap/readAlert.ts';
import { CapRefusal } from '../cap/refusal.ts';
import { apply, type Intake, type Outcome } from './apply.ts';
import { summaryOf } from './summary.ts';

const ACCEPTED_TYPES = 'Send CAP as application/cap+xml (or application/xml) or as application/json.';
/** Documents are read as bytes: JSON, too, because ours forgives what a strict reader does not. */
export function takeDocuments(app: FastifyInstance): void {
  app.removeContentTypeParser(['application/json', 'text/plain']);
  app.addContentTypeParser([...CAP_DOCUMENTS], { parseAs: 'buffer' }, (request, body, done) => {
    request.rawBody = body as Buffer;
    done(null, {});
  });
  app.setErrorHandler<FastifyError>((error, request, reply) => {
    const isOther = error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE';
    const refusal = new AppError('TYPE_REFUSED', ACCEPTED_TYPES, { types: CAP_DOCUMENTS }, { cause: error });
    return sendFailure(isOther ? refusal : error, request, reply);
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

/** Each alert of a document is written in one transaction with all others. */
function requireFew(count: number): void {
  const text = `A document may contain ${MAX_IMPORTED} alerts at most; this one has ${count}. Send it in parts.`;
  if (count > MAX_IMPORTED) throw new AppError('VALIDATION', text, { document: [text], code: 'size' });
}

/** What would follow, without doing it. */
class Undo extends Error {}
/** It is done in full and undone again, so that the preview and the import never differ. */
async function foresee(
  ctx: TransactionContext,
  alerts: readonly CapAlert[],
  intake: Intake,
): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  try {
    await ctx.tx.transaction(async tx => {
      for (const alert of alerts) outcomes.push(await apply({ ...ctx, tx }, alert, intake));
      throw new Undo();
    });
  } catch (error) {
    if (!(error instanceof Undo)) throw error;
  }
  return outcomes;
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
    requireFew(alerts.length + refused.length);
    const intake: Intake = {
      ...{ source: 'manual', origin_id: null, agency: null, bytes },
      ...{ isPublishing: true, isDirect: false },
    };
    const outcomes: Outcome[] = isCommit ? [] : await foresee(ctx, alerts, intake);
    if (isCommit) for (const alert of alerts) outcomes.push(await apply(ctx, alert, intake));
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
