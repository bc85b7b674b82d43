/** The same change to many listings: what each of them allows, in one transaction. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  isListingEditable,
  LISTING_TRANSITIONS,
  MAX_LISTINGS_AT_ONCE,
  type changeListings,
  type ListingChange,
} from '../../../shared/contract/sales/listing.ts';
import type { Answer, Body } from '../../../shared/contract/wire/endpoint.ts';
import { mayBecome } from '../../../shared/contract/wire/entity.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { listings } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { inventoryListing } from './listings.ts';
import { isGoneOf, placesGone } from './places.ts';

type Result = Answer<typeof changeListings>;
type Row = typeof listings.$inferSelect;

export async function changeMany(
  ctx: TransactionContext,
  { change, listing_ids, filter = {} }: Body<typeof changeListings>,
): Promise<Result> {
  const ids = [...new Set(listing_ids ?? (await inventoryListing.idsOf(ctx, filter, null)))];
  if (ids.length > MAX_LISTINGS_AT_ONCE)
    throw new AppError('RULE', `At most ${MAX_LISTINGS_AT_ONCE} listings at once.`, {
      most: MAX_LISTINGS_AT_ONCE,
      named: ids.length,
    });
  const rows = new Map((await lockAll(ctx, ids)).map(row => [row.id, row]));
  const gone = change.state === 'published' ? await placesGone(ctx, [...rows.values()]) : new Set<string>();
  const failed: Result['failed'] = [];
  const changed: Row[] = [];
  for (const id of ids) {
    const row = rows.get(id);
    const error = refusalOf(row, change, gone);
    if (error !== null) failed.push({ id, name: row?.title ?? null, error });
    else if (row) changed.push(row);
  }
  await write(ctx, changed, change);
  ctx.auditNote.after = { ...change, listings: changed.map(({ title }) => title) };
  return { changed: changed.length, failed };
}

const lockAll = ({ tx, tenant_id }: TransactionContext, ids: readonly string[]) =>
  tx
    .select()
    .from(listings)
    .where(
      and(eq(listings.tenant_id, tenant_id), inArray(listings.id, [...ids]), isNull(listings.deleted_at)),
    )
    .orderBy(listings.id)
    .for('update');

function refusalOf(
  row: Row | undefined,
  { state }: ListingChange,
  gone: ReadonlySet<string>,
): Result['failed'][number]['error'] | null {
  if (!row) return 'NOT_FOUND';
  if (!isListingEditable(row.state)) return 'STATE';
  if (state !== undefined && !mayBecome(LISTING_TRANSITIONS, row.state, state)) return 'STATE';
  return isGoneOf(gone, row) ? 'RULE' : null;
}

async function write({ tx, now }: TransactionContext, rows: readonly Row[], { floor, state }: ListingChange) {
  if (rows.length === 0) return;
  await tx
    .update(listings)
    .set({
      ...floor,
      ...(state !== undefined && { state }),
      version: sql`${listings.version} + 1`,
      updated_at: dateOf(now),
    })
    .where(
      inArray(
        listings.id,
        rows.map(({ id }) => id),
      ),
    );
}
