/** `POST /x/bulk`: the handler of the single call, row by row in one transaction; a row that refuses stays as it was. */
import type { FastifyInstance } from 'fastify';
import { bulkOf, MAX_BULK_ROWS, singleCallOf, type Entity } from '../../shared/contract/wire/entity.ts';
import type { Body, Endpoint } from '../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import { auditEntryOf } from '../http/perform.ts';
import type { UserPrincipal } from '../http/principal.ts';
import { mount, parse } from '../http/route.ts';
import type { AuditEntry } from '../transaction/audit.ts';
import type { TransactionContext } from '../transaction/context.ts';
import type { Listing } from './listing.ts';

type BulkBody = Body<NonNullable<ReturnType<typeof bulkOf>>>;
const FIRST_OF_OURS = 500;

/** Sorted, so that two calls on the same rows take their locks in one order. */
async function targetIds(
  listing: Listing,
  ctx: TransactionContext,
  { ids, filter = {} }: BulkBody,
  principal: UserPrincipal,
): Promise<string[]> {
  const found = [...new Set(ids ?? (await listing.idsOf(ctx, filter, principal)))].sort();
  if (found.length > MAX_BULK_ROWS)
    throw new AppError('RULE', `At most ${MAX_BULK_ROWS} rows at once.`, {
      most: MAX_BULK_ROWS,
      named: found.length,
    });
  return found;
}

/** The body of the single call; what is wrong with it is named as it stands in the body of the bulk call. */
function paramsOf(call: Endpoint, params: BulkBody['params']): unknown {
  try {
    return parse(call.body, params ?? {});
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const named = Object.entries(error.details).map(([field, texts]): [string, unknown] => [
      field === '_' ? 'params' : `params.${field}`,
      texts,
    ]);
    throw new AppError(error.code, error.message, Object.fromEntries(named));
  }
}

/** Null: it was done; otherwise why the row refused. A failure of ours ends the whole call. */
async function refusalOf(act: () => Promise<void>): Promise<string | null> {
  try {
    await act();
    return null;
  } catch (error) {
    if (error instanceof AppError && error.status < FIRST_OF_OURS) return error.code;
    throw error;
  }
}

type Before = (ctx: TransactionContext) => Promise<void>;
export function mountBulk(app: FastifyInstance, entity: Entity, listing: Listing, before?: Before): void {
  const bulk = bulkOf(entity);
  if (bulk === undefined) return;
  mount(app, bulk, async ({ ctx, body, principal, request, reply }) => {
    const call = singleCallOf(entity, body.action);
    const run = app.userHandlers.get(`${call.method} ${call.path}`);
    if (run === undefined) throw new Error(`${call.path} answers in no transaction of a caller`);
    const params = paramsOf(call, body.params);
    await before?.(ctx);
    const entries: AuditEntry[] = [];
    const ok: string[] = [];
    const failed: { id: string; error: string }[] = [];
    for (const id of await targetIds(listing, ctx, body, principal)) {
      const error = await refusalOf(() =>
        ctx.tx.transaction(async tx => {
          const row: TransactionContext = { ...ctx, tx, auditNote: {} };
          const expected = call.versioned === true ? await versionOf(listing, row, id, principal) : 0;
          const input = { ctx: row, params: { id }, body: params, principal, expected, request, reply };
          const answer = await run(input);
          entries.push(auditEntryOf(call, { params: { id }, body: params }, row, answer));
        }),
      );
      if (error === null) ok.push(id);
      else failed.push({ id, error });
    }
    /** The chains of several tenants are locked in one order, too. */
    ctx.auditNote.entries = entries.sort((a, b) => (a.tenant_id ?? '').localeCompare(b.tenant_id ?? ''));
    return { ok, failed };
  });
}

async function versionOf(listing: Listing, ctx: TransactionContext, id: string, principal: UserPrincipal) {
  return ((await listing.read(ctx, id, principal)) as { version: number }).version;
}
