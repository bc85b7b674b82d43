/** What the checks found, and what somebody makes of it: again, waived, off the screens, back on them. */
import { and, asc, eq, inArray, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { dateOf, instant } from '../../../shared/clock.ts';
import * as contract from '../../../shared/contract/content/validation.ts';
import type { Validation } from '../../../shared/contract/content/validation.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { Db } from '../../db/database.ts';
import { commonFieldsOf, requireFound } from '../../db/rows.ts';
import { creatives, mediaAssets, users, validations } from '../../db/schema.ts';
import { asSelectQuery, listing, type SelectedFields } from '../../resource/listing.ts';
import { refreshChanged } from '../../playout/heads.ts';
import { quarantinedFiles } from '../../playout/withdrawn.ts';
import { screensOf } from '../../playout/weather/reading.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { redrawItemsWith } from '../local/dueContent.ts';
import { toAsset } from '../media/assets.ts';
import { quarantineColumn, quarantineFor, type QuarantineRow } from '../creatives/quarantine.ts';
import { reissue } from '../playlists/reissue.ts';
import { personName } from '../submissions/submissions.ts';
import { affectedCreatives, mailQuarantine } from './quarantineMail.ts';
import { recheckCreative } from './recheck.ts';

/** The file that was approved, not one that waits to take its place. */
const isApprovedFile = sql<boolean>`(
  ${creatives.state} = 'approved' and ${creatives.asset_id} = ${validations.asset_id})`;
/**
 * A file that was taken off is one case, however many rules it was asked: by what it broke, or by its first check.
 * Joined by what is distinct in it, so that PostgreSQL leaves it out where a query does not read it.
 */
const caseOfFile = sql`(
  select distinct on (one.creative_id, one.asset_id) one.creative_id, one.asset_id, one.id
  from validations as one inner join ${quarantinedFiles} as off_screens on off_screens.id = one.asset_id
  order by one.creative_id, one.asset_id,
    array_position(array['fail', 'warn', 'waived', 'pass'], one.state), one.rule <> 'broken', one.id)`;
const isOff = sql<boolean>`file_case.id is not null`;
const standsForFile = sql<boolean>`(file_case.id is not null and file_case.id = ${validations.id})`;
const needsSomebody = sql<boolean>`(${validations.state} = 'fail' or ${standsForFile})`;
const waivers = alias(users, 'waivers');
const fields = {
  validation: validations,
  creative: creatives,
  asset: mediaAssets,
  waived_by: personName(waivers),
  ...{ is_approved: isApprovedFile, quarantine: quarantineColumn },
};
interface Row {
  validation: typeof validations.$inferSelect;
  creative: typeof creatives.$inferSelect;
  asset: typeof mediaAssets.$inferSelect;
  waived_by: string | null;
  is_approved: boolean;
  quarantine: QuarantineRow;
}

export const validationListing = listing(contract.validations)<Row>({
  from: (tx: Db, selected: SelectedFields) =>
    asSelectQuery(
      tx
        .select(selected as never)
        .from(validations)
        .innerJoin(creatives, eq(creatives.id, validations.creative_id))
        .innerJoin(mediaAssets, eq(mediaAssets.id, validations.asset_id))
        .leftJoin(waivers, eq(waivers.id, validations.waived_by))
        .leftJoin(
          sql`${caseOfFile} as file_case`,
          sql`file_case.creative_id = ${validations.creative_id} and file_case.asset_id = ${validations.asset_id}`,
        ),
    ),
  fields,
  id: validations.id,
  scope: ({ tenant_id }) => eq(validations.tenant_id, tenant_id),
  sortColumns: {
    name: creatives.name,
    rule: validations.rule,
    /** What is off the screens until somebody decides, then what they may be showing though it failed. */
    state: sql`case
      when ${standsForFile} then -1
      when ${validations.state} = 'fail' and ${isApprovedFile} and not ${isOff} then 0
      else array_position(array['fail', 'warn', 'waived', 'pass'], ${validations.state}) end`,
    updated_at: validations.updated_at,
  },
  searchColumns: [creatives.name, mediaAssets.filename],
  filterColumns: {
    attention: sql`case when ${needsSomebody} then 'needed' else 'settled' end`,
    state: validations.state,
    quarantined: sql`case when ${isOff} then 'yes' else 'no' end`,
    rule: validations.rule,
    kind: creatives.kind,
    approval: sql`case when ${isApprovedFile} then 'approved' else 'open' end`,
    creative_id: validations.creative_id,
    asset_id: validations.asset_id,
  },
  deleted_at: creatives.deleted_at,
  created_at: validations.created_at,
  isWide: true,
  serialize: (ctx, rows) =>
    rows.map(({ validation, creative, asset, waived_by, is_approved, quarantine }) => ({
      creative_id: creative.id,
      name: creative.name,
      kind: creative.kind as Validation['kind'],
      asset: toAsset(ctx, asset, quarantine !== null),
      rule: validation.rule,
      state: validation.state,
      measured: validation.measured,
      limit: validation.most,
      found: validation.found,
      is_quarantined: asset.state === 'quarantined',
      quarantine: quarantineFor(ctx, quarantine),
      is_approved,
      waived_by: validation.state === 'waived' ? waived_by : null,
      reason: validation.reason,
      ...commonFieldsOf(validation),
    })),
});
const read = (ctx: TransactionContext, id: string) => validationListing.read(ctx, id);

type ValidationRow = typeof validations.$inferSelect;
async function lock(ctx: TransactionContext, id: string): Promise<ValidationRow> {
  const [row] = await ctx.tx
    .select()
    .from(validations)
    .where(and(eq(validations.id, id), eq(validations.tenant_id, ctx.tenant_id)))
    .for('update');
  const found = requireFound(row, 'validation');
  ctx.auditNote.before = await read(ctx, id);
  return found;
}
const write = (
  { tx, now }: TransactionContext,
  { id, version }: ValidationRow,
  set: Partial<ValidationRow>,
) =>
  tx
    .update(validations)
    .set({ ...set, version: version + 1, updated_at: dateOf(now) })
    .where(eq(validations.id, id));

/** The worker takes it up within seconds. */
export async function rerun(ctx: TransactionContext, id: string): Promise<Validation> {
  const { creative_id, asset_id } = await lock(ctx, id);
  await recheckCreative(ctx, creative_id);
  await ctx.tx.update(mediaAssets).set({ measured: null }).where(eq(mediaAssets.id, asset_id));
  return read(ctx, id);
}

export async function waive(ctx: TransactionContext, id: string, reason: string): Promise<Validation> {
  const row = await lock(ctx, id);
  requireState(contract.validations.actions.waive, row.state);
  await write(ctx, row, { state: 'waived', waived_by: ctx.user_id, reason });
  return read(ctx, id);
}

const notInState = (status: string) => new AppError('STATE', 'This file is not in that state.', { status });
async function lockReady({ tx }: TransactionContext, asset_id: string): Promise<string[]> {
  const [asset] = await tx.select().from(mediaAssets).where(eq(mediaAssets.id, asset_id)).for('update');
  if (asset?.state !== 'ready') throw notInState(asset?.state ?? 'deleted');
  return [asset_id];
}
/** A slide is released with what is in it: its pictures may have no check of their own any more. */
async function lockQuarantined({ tx, tenant_id }: TransactionContext, asset_id: string): Promise<string[]> {
  const [asset] = await tx.select().from(mediaAssets).where(eq(mediaAssets.id, asset_id)).for('update');
  const off = await tx
    .select({ id: mediaAssets.id })
    .from(mediaAssets)
    .where(
      and(
        ...[eq(mediaAssets.tenant_id, tenant_id), eq(mediaAssets.state, 'quarantined')],
        inArray(mediaAssets.id, [asset_id, ...(asset?.picture_ids ?? [])]),
      ),
    )
    .orderBy(asc(mediaAssets.id))
    .for('update');
  if (off.length === 0) throw notInState(asset?.state ?? 'deleted');
  return off.map(({ id }) => id);
}

/**
 * Off all screens with their next look at the manifest, and back on them by the same way. It is done with the file:
 * no check of it changes.
 */
export async function setQuarantine(
  ctx: TransactionContext,
  id: string,
  change: { isOn: true; reason: string } | { isOn: false },
): Promise<Validation> {
  const { asset_id } = await lock(ctx, id);
  const { tx, now, user_id } = ctx;
  const ids = change.isOn ? await lockReady(ctx, asset_id) : await lockQuarantined(ctx, asset_id);
  const shownBefore = await affectedCreatives(ctx, ids);
  const set = change.isOn
    ? { state: 'quarantined', quarantine: { reason: change.reason, at: instant(now), by: user_id } }
    : { state: 'ready', quarantine: null };
  await tx
    .update(mediaAssets)
    .set({ ...set, updated_at: dateOf(now) })
    .where(inArray(mediaAssets.id, ids));
  await reissue(ctx, ids);
  await redrawItemsWith(ctx, ids);
  /** Screens learn of it even while the version without it waits for other files. */
  await refreshChanged(ctx, await screensOf(ctx));
  const affected = change.isOn ? shownBefore : await affectedCreatives(ctx, ids);
  await mailQuarantine(ctx, affected, change);
  return read(ctx, id);
}
