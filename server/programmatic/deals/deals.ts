/** Deals as they are listed, made, changed and agreed. */
import { and, eq, getTableColumns, inArray, isNull, ne } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  deals as contract,
  isDealEditable,
  type Deal,
  type DealState,
} from '../../../shared/contract/programmatic/deal.ts';
import { refusedByProgrammatic } from '../../../shared/contract/programmatic/refusals.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { commonFieldsOf, requireFound, requireRestorable, requireVersion } from '../../db/rows.ts';
import { deals, listings, partners, placements, tenants } from '../../db/schema.ts';
import { requireKnownZone } from '../../identity/tenants/zones.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { requirePartner } from '../partners/partners.ts';
import { dealStateAt, dealStateOf } from './dealState.ts';

type Stored = typeof deals.$inferSelect;
type Row = Stored & { partner_name: string };

export const dealListing = listing(contract)<Row>({
  from: (tx, fields) =>
    asSelectQuery(
      tx
        .select(fields as never)
        .from(deals)
        .innerJoin(partners, eq(partners.id, deals.partner_id)),
    ),
  fields: { ...getTableColumns(deals), partner_name: partners.name },
  id: deals.id,
  scope: ({ tenant_id }) => eq(deals.tenant_id, tenant_id),
  sortColumns: {
    name: deals.name,
    partner_name: partners.name,
    priority: deals.priority,
    starts_at: deals.starts_at,
    ends_at: deals.ends_at,
    state: dealStateAt,
    created_at: deals.created_at,
    updated_at: deals.updated_at,
  },
  searchColumns: [deals.name, deals.deal_code, partners.name],
  filterColumns: { state: dealStateAt, type: deals.type, partner_id: deals.partner_id },
  deleted_at: deals.deleted_at,
  created_at: deals.created_at,
  serialize: ({ now }, rows) =>
    rows.map((row): Deal => ({
      ...row,
      starts_at: row.starts_at.toISOString(),
      ends_at: row.ends_at.toISOString(),
      guar: row.type === 'guaranteed',
      state: dealStateOf(row, now),
      ...commonFieldsOf(row),
    })),
});

const invalid = (field: string, text: string) => new AppError('VALIDATION', text, { [field]: [text] });
/** The whole row that a write leads to. */
async function requireSound(ctx: TransactionContext, values: Partial<Stored>): Promise<void> {
  const { id, partner_id = '', deal_code = '', state = 'draft', tz = 'UTC' } = values;
  if (!isDealEditable(state)) throw new AppError('STATE', `This is ${state}.`, { status: state });
  requireKnownZone(tz);
  const { currencies } = await requirePartner(ctx, partner_id);
  if (values.floor && !currencies.includes(values.floor.currency))
    throw invalid('floor.currency', 'A currency that the partner bids in');
  if (values.floor && !(await soldIn(ctx)).includes(values.floor.currency))
    throw invalid('floor.currency', SOLD_IN);
  if (values.starts_at && values.ends_at && values.starts_at >= values.ends_at)
    throw invalid('ends_at', 'The end lies before the start');
  const isOwed = Object.values(values.commit ?? {}).some(amount => amount !== null);
  if (values.type === 'guaranteed' && !isOwed) throw invalid('commit', 'A guaranteed deal says what it owes');
  const [other] = await ctx.tx
    .select({ id: deals.id })
    .from(deals)
    .where(
      and(
        ...[eq(deals.tenant_id, ctx.tenant_id), eq(deals.partner_id, partner_id)],
        eq(deals.deal_code, deal_code),
        id === undefined ? undefined : ne(deals.id, id),
      ),
    );
  if (other) throw invalid('deal_code', 'This partner has a deal of this code already.');
  await requirePlacements(ctx, values.inventory?.placement_ids ?? []);
}
const SOLD_IN = 'The currency of the fleet or of one of its listings';
/** Bids are compared in the currency of the floor of each screen: a deal in any other could never win. */
export async function soldIn({ tx, tenant_id }: TransactionContext): Promise<string[]> {
  const [tenant] = await tx
    .select({ currency: tenants.currency })
    .from(tenants)
    .where(eq(tenants.id, tenant_id));
  const listed = await tx
    .selectDistinct({ currency: listings.currency })
    .from(listings)
    .where(and(eq(listings.tenant_id, tenant_id), isNull(listings.deleted_at)));
  return [...(tenant ? [tenant] : []), ...listed].map(({ currency }) => currency);
}

async function requirePlacements({ tx, tenant_id }: TransactionContext, ids: readonly string[]) {
  if (ids.length === 0) return;
  const found = await tx
    .select({ id: placements.id })
    .from(placements)
    .where(
      and(
        ...[eq(placements.tenant_id, tenant_id), inArray(placements.id, [...ids])],
        isNull(placements.deleted_at),
      ),
    );
  if (found.length < new Set(ids).size)
    throw invalid('inventory.placement_ids', 'There is no such placement.');
}

/** Times of the wire are text. */
const withDates = (values: Record<string, unknown>) => {
  const { starts_at, ends_at } = values as { starts_at?: string; ends_at?: string };
  return {
    ...values,
    ...(starts_at !== undefined && { starts_at: dateOf(Date.parse(starts_at)) }),
    ...(ends_at !== undefined && { ends_at: dateOf(Date.parse(ends_at)) }),
  };
};
const isIt = ({ tenant_id }: TransactionContext, id: string) =>
  and(eq(deals.tenant_id, tenant_id), eq(deals.id, id));
async function lock(ctx: TransactionContext, id: string): Promise<Stored> {
  const [row] = await ctx.tx.select().from(deals).where(isIt(ctx, id)).for('update');
  const found = requireFound(row, contract.singular);
  ctx.auditNote.before = { ...found };
  return found;
}
async function lockKept(ctx: TransactionContext, id: string): Promise<Stored> {
  const row = await lock(ctx, id);
  return requireFound(row.deleted_at === null ? row : undefined, contract.singular);
}
async function write(ctx: TransactionContext, { id, version }: Stored, set: Partial<Stored>): Promise<Deal> {
  await ctx.tx
    .update(deals)
    .set({ ...set, version: version + 1, updated_at: dateOf(ctx.now) })
    .where(isIt(ctx, id));
  return dealListing.read(ctx, id);
}

export async function createDeal(ctx: TransactionContext, body: Body<typeof contract.create>): Promise<Deal> {
  const { tx, tenant_id, user_id, now } = ctx;
  const values = withDates(body) as Omit<typeof body, 'starts_at' | 'ends_at'> &
    Pick<Stored, 'starts_at' | 'ends_at'>;
  await requireSound(ctx, values);
  const id = uuid7(now);
  const at = { created_at: dateOf(now), updated_at: dateOf(now), created_by: user_id };
  await tx.insert(deals).values({ ...values, ...at, id, tenant_id });
  return dealListing.read(ctx, id);
}

export async function changeDeal(
  ctx: TransactionContext,
  { id, expected }: { id: string; expected: number },
  patch: Record<string, unknown>,
): Promise<Deal> {
  const row = await lockKept(ctx, id);
  if (row.version !== expected) requireVersion(await dealListing.read(ctx, id), expected);
  const set = withDates(patch) as Partial<Stored>;
  await requireSound(ctx, { ...row, ...set });
  return write(ctx, row, set);
}

export async function removeDeal(ctx: TransactionContext, id: string, expected: number): Promise<void> {
  const row = await lockKept(ctx, id);
  if (row.version !== expected) requireVersion(await dealListing.read(ctx, id), expected);
  requireState({ from: ['draft'] }, row.state);
  await write(ctx, row, { deleted_at: dateOf(ctx.now) });
}
/** What it is about may have changed meanwhile: it is checked as one that is made now. */
export async function restoreDeal(ctx: TransactionContext, id: string): Promise<Deal> {
  const row = await lock(ctx, id);
  requireRestorable(row.deleted_at, ctx.now);
  await requireSound(ctx, row);
  return write(ctx, row, { deleted_at: null });
}

type Verb = keyof typeof contract.actions;
const NEEDS_TIME: readonly DealState[] = ['proposed', 'accepted', 'active'];
export async function actOnDeal(
  ctx: TransactionContext,
  { id, verb, reason = null }: { id: string; verb: Verb; reason?: string | null },
): Promise<Deal> {
  const row = await lockKept(ctx, id);
  const act = contract.actions[verb];
  requireState(act, dealStateOf(row, ctx.now));
  if (NEEDS_TIME.includes(act.to) && row.ends_at.getTime() <= ctx.now)
    throw refusedByProgrammatic('deal_over', 'Its time is over.');
  if (act.to === 'active') await requirePartner(ctx, row.partner_id);
  return write(ctx, row, { state: act.to, reason });
}
