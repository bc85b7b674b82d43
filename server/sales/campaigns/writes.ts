/** Making and changing campaigns; an edit of one that is on screens waits for approval beside it. */
import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { AnyPgColumn, PgTable } from 'drizzle-orm/pg-core';
import type * as z from 'zod/mini';
import { dateOf } from '../../../shared/clock.ts';
import {
  BOOKED,
  type Campaign,
  type campaignCreate,
  type CampaignPatch,
  type CampaignState,
} from '../../../shared/contract/sales/campaign.ts';
import { refusedBy } from '../../../shared/contract/sales/refusals.ts';
import { canonical } from '../../../shared/contract/wire/canonical.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { derived } from '../../../shared/sales/campaignColumns.ts';
import { requireFound, requireVersion } from '../../db/rows.ts';
import {
  campaigns,
  creatives,
  deviceGroups,
  devices,
  locations,
  type StoredFlight,
} from '../../db/schema.ts';
import { withEditor } from '../../resource/editors.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { campaignListing, type CampaignRow } from './listing.ts';
import { settleScreens } from './screens.ts';
import { campaignInReach } from '../../fleet/devices/members.ts';

type Values = z.output<typeof campaignCreate>;
const DRAFTS: readonly CampaignState[] = ['draft'];

const invalid = (field: string, text: string) => new AppError('VALIDATION', text, { [field]: [text] });

type NamingField = 'targeting' | 'creatives';
/** The field that names something that is not there or is deleted; undefined: none does. */
async function fieldGone(ctx: TransactionContext, values: CampaignPatch): Promise<NamingField | undefined> {
  const { tx, tenant_id } = ctx;
  const named: [
    NamingField,
    PgTable & Record<'id' | 'tenant_id', AnyPgColumn>,
    string[],
    AnyPgColumn | null,
  ][] = [
    ['targeting', devices, values.targeting?.device_ids ?? [], null],
    ['targeting', deviceGroups, values.targeting?.group_ids ?? [], deviceGroups.deleted_at],
    ['targeting', locations, values.targeting?.location_ids ?? [], locations.deleted_at],
    ['creatives', creatives, (values.creatives ?? []).map(one => one.creative_id), creatives.deleted_at],
  ];
  for (const [field, table, ids, deleted_at] of named) {
    if (ids.length === 0) continue;
    const rows = await tx
      .select({ id: table.id })
      .from(table)
      .where(
        and(
          ...[eq(table.tenant_id, tenant_id), inArray(table.id, ids)],
          deleted_at === null ? undefined : isNull(deleted_at),
        ),
      );
    if (rows.length < new Set(ids).size) return field;
  }
  return undefined;
}
async function requireNamed(ctx: TransactionContext, values: CampaignPatch): Promise<void> {
  const field = await fieldGone(ctx, values);
  if (field) throw invalid(field, 'Something it names is not there any more.');
}
/** It may have waited for its approval while others deleted something. */
export async function requireStillNamed(ctx: TransactionContext, values: CampaignPatch): Promise<void> {
  const field = await fieldGone(ctx, values);
  if (field) throw refusedBy(`${field}_gone`, 'Something it names was deleted meanwhile.', { field });
}

/** The server makes their ids: leases, and what screens count, go by them. */
function requireOwnFlights({ flights }: CampaignPatch, own: readonly Pick<StoredFlight, 'id'>[] = []): void {
  const named = (flights ?? []).flatMap(({ id }) => (id === undefined ? [] : [id]));
  const isOwn = (id: string) => own.some(one => one.id === id);
  if (new Set(named).size < named.length || !named.every(isOwn))
    throw invalid('flights', 'A flight is named by an id that is not its own; leave it out for a new one.');
}

export async function createCampaign(ctx: TransactionContext, values: Values): Promise<Campaign> {
  await requireNamed(ctx, values);
  requireOwnFlights(values);
  const { tx, tenant_id, user_id, now } = ctx;
  const id = uuid7(now);
  const times = { created_at: dateOf(now), updated_at: dateOf(now) };
  const { flights: _flights, ...rest } = values;
  const { starts_at, ends_at, ...more } = derived(values, now);
  await tx.insert(campaigns).values({
    ...{ ...rest, ...more, flights: more.flights ?? [] },
    ...{ starts_at: starts_at!, ends_at: ends_at! },
    ...{ id, tenant_id, created_by: user_id, edited_by: withEditor(ctx), ...times },
  });
  return campaignListing.read(ctx, id);
}

export async function lockCampaign(ctx: TransactionContext, id: string): Promise<CampaignRow> {
  const [row] = await ctx.tx
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.tenant_id, ctx.tenant_id), eq(campaigns.id, id), campaignInReach(ctx)))
    .for('update');
  const current = requireFound(row, 'campaign');
  if (current.deleted_at !== null) requireFound(null, 'campaign');
  ctx.auditNote.before = current;
  return current;
}

export async function writeCampaign(
  ctx: TransactionContext,
  row: Pick<CampaignRow, 'id' | 'version'>,
  set: Partial<typeof campaigns.$inferInsert>,
): Promise<void> {
  await ctx.tx
    .update(campaigns)
    .set({ ...set, version: row.version + 1, updated_at: dateOf(ctx.now) })
    .where(and(eq(campaigns.tenant_id, ctx.tenant_id), eq(campaigns.id, row.id)));
}

/** A field that is left out stays as it is. */
export const patched = (values: CampaignPatch, now: number): Partial<typeof campaigns.$inferInsert> => {
  const { flights: _flights, ...rest } = values;
  return { ...rest, ...derived(values, now) };
};

/**
 * Without what stands already: an edit that was taken back is none, and waits for nobody. Who sends what waits already
 * changes nothing: an edit that was rejected stays so.
 */
async function writeEdit(
  ctx: TransactionContext,
  row: CampaignRow,
  values: CampaignPatch,
  edited_by: string[],
): Promise<void> {
  const fields = Object.entries(values).filter(
    ([name, value]) => canonical(value) !== canonical(row[name as keyof CampaignPatch]),
  );
  const change: CampaignPatch | null = fields.length > 0 ? Object.fromEntries(fields) : null;
  if (canonical(change) === canonical(row.change)) return;
  await writeCampaign(ctx, row, { change, change_reason: null, edited_by: change ? edited_by : [] });
}

export async function changeCampaign(
  ctx: TransactionContext,
  id: string,
  expected: number,
  values: CampaignPatch,
): Promise<Campaign> {
  const row = await lockCampaign(ctx, id);
  if (row.version !== expected) requireVersion(await campaignListing.read(ctx, id), expected);
  const after = { ...row, ...row.change, ...values };
  if (after.budget_minor !== null && after.daily_minor !== null && after.daily_minor > after.budget_minor)
    throw invalid('daily_minor', 'At most the whole budget');
  await requireNamed(ctx, values);
  requireOwnFlights(values, row.flights);
  const edited_by = withEditor(ctx, row);
  if (DRAFTS.includes(row.state)) await writeCampaign(ctx, row, { ...patched(values, ctx.now), edited_by });
  else if (BOOKED.includes(row.state)) await writeEdit(ctx, row, { ...row.change, ...values }, edited_by);
  else throw new AppError('STATE', `This is ${row.state}.`, { status: row.state });
  return campaignListing.read(ctx, id);
}

/** What is on screens is ended first, so that whoever paid for it learns why. */
export async function removeCampaign(ctx: TransactionContext, id: string, expected: number): Promise<void> {
  const row = await lockCampaign(ctx, id);
  if (row.version !== expected) requireVersion(await campaignListing.read(ctx, id), expected);
  if (BOOKED.includes(row.state)) throw new AppError('STATE', `This is ${row.state}.`, { status: row.state });
  await writeCampaign(ctx, row, { deleted_at: dateOf(ctx.now) });
}

export async function duplicateCampaign(
  ctx: TransactionContext,
  id: string,
  name: string,
): Promise<Campaign> {
  const [found] = await ctx.tx
    .select()
    .from(campaigns)
    .where(
      and(
        ...[eq(campaigns.tenant_id, ctx.tenant_id), eq(campaigns.id, id)],
        ...[isNull(campaigns.deleted_at), campaignInReach(ctx)],
      ),
    );
  const row = requireFound(found, 'campaign');
  const { tx, user_id, now } = ctx;
  const copy = uuid7(now);
  await tx.insert(campaigns).values({
    ...row,
    ...{ id: copy, name, state: 'draft', reason: null, submitted_by: null },
    ...{ change: null, change_reason: null },
    flights: row.flights.map(one => ({ ...one, id: uuid7(now) })),
    ...{
      issued_creative_ids: [],
      issued_places: {},
      plays_per_h: null,
      lease_due_at: null,
      version: 1,
      deleted_at: null,
      created_by: user_id,
      /** Who wrote what is copied does not decide on it either. */
      edited_by: [
        ...new Set([...withEditor(ctx, row), ...(row.created_by === null ? [] : [row.created_by])]),
      ],
    },
    ...{ created_at: dateOf(now), updated_at: dateOf(now) },
  });
  return campaignListing.read(ctx, copy);
}

/** A change takes effect on screens with the same transaction, and who waits for a lease of the plan before asks anew. */
export async function applyChange(ctx: TransactionContext, row: CampaignRow): Promise<void> {
  await writeCampaign(ctx, row, {
    ...patched(row.change ?? {}, ctx.now),
    ...{ change: null, change_reason: null },
    edited_by: [],
    lease_due_at: null,
  });
  await settleScreens(ctx);
}
