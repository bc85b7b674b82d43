/** Creatives of a tenant: list and read. */
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import * as contract from '../../../shared/contract/content/creative.ts';
import type { Creative } from '../../../shared/contract/content/creative.ts';
import { OPEN_SUBMISSIONS } from '../../../shared/contract/content/submissionState.ts';
import type { Db } from '../../db/database.ts';
import { commonFieldsOf } from '../../db/rows.ts';
import { creatives, mediaAssets, submissions } from '../../db/schema.ts';
import { listing, asSelectQuery, type SelectedFields } from '../../resource/listing.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { toAsset } from '../media/assets.ts';
import { creativeInReach } from '../ownDevices.ts';
import { failsAfterApproval } from '../validation/failing.ts';
import { quarantineColumn, quarantineFor, type QuarantineRow } from './quarantine.ts';
import { usesOf, type CreativeUse } from './uses.ts';

const hasNewerFile = sql<boolean>`exists(
  select 1 from ${submissions} where ${submissions.creative_id} = ${creatives.id} and ${submissions.is_newer_file}
    and ${inArray(submissions.state, OPEN_SUBMISSIONS)})`;
const fields = {
  ...{ creative: creatives, asset: mediaAssets, has_newer_file: hasNewerFile },
  ...{ fails_check: failsAfterApproval, quarantine: quarantineColumn },
};
const from = (tx: Db, selected: SelectedFields) =>
  asSelectQuery(
    tx
      .select(selected as never)
      .from(creatives)
      .innerJoin(mediaAssets, eq(mediaAssets.id, creatives.asset_id)),
  );
interface Row {
  creative: typeof creatives.$inferSelect;
  asset: typeof mediaAssets.$inferSelect;
  has_newer_file: boolean;
  fails_check: boolean;
  quarantine: QuarantineRow;
}

const orientationOf = ({ w, h }: Pick<Row['asset'], 'w' | 'h'>): Creative['orientation'] => {
  if (w === h) return 'square';
  return w > h ? 'landscape' : 'portrait';
};

const toCreative = (
  ctx: TransactionContext,
  { creative, asset, has_newer_file, fails_check, quarantine }: Row,
  used_in: CreativeUse[],
): Creative => ({
  name: creative.name,
  kind: creative.kind as Creative['kind'],
  state: creative.state,
  approval_reason: creative.approval_reason,
  approved_sha256: creative.approved_sha256,
  has_newer_file,
  fails_check,
  quarantine: quarantineFor(ctx, quarantine),
  asset: toAsset(ctx, asset, quarantine !== null),
  slide: asset.slide,
  orientation: orientationOf(asset),
  duration_ms: creative.duration_ms,
  alt_text: creative.alt_text,
  languages: creative.languages,
  cats: creative.cats,
  valid_from: creative.valid_from,
  valid_until: creative.valid_until,
  qr_target: creative.qr_target,
  advertiser: creative.advertiser,
  used_in,
  ...commonFieldsOf(creative),
});

async function withUses(ctx: TransactionContext, rows: Row[]): Promise<Creative[]> {
  const uses = await usesOf(
    ctx,
    rows.map(row => row.creative.id),
  );
  return rows.map(row => toCreative(ctx, row, uses.get(row.creative.id) ?? []));
}

export const creativeListing = listing(contract.creatives)<Row>({
  from,
  fields,
  id: creatives.id,
  scope: ctx => and(eq(creatives.tenant_id, ctx.tenant_id), creativeInReach(ctx)),
  sortColumns: {
    name: creatives.name,
    kind: creatives.kind,
    state: creatives.state,
    duration_ms: creatives.duration_ms,
    bytes: mediaAssets.bytes,
    created_at: creatives.created_at,
    updated_at: creatives.updated_at,
  },
  searchColumns: [creatives.name, creatives.alt_text, mediaAssets.filename],
  filterColumns: {
    kind: creatives.kind,
    state: creatives.state,
    asset_id: creatives.asset_id,
    created_by: creatives.created_by,
    checks: sql`case when ${failsAfterApproval} then 'failing' else 'fine' end`,
    language: { matches: word => sql`${word} = any(${creatives.languages})` },
    category: { matches: word => sql`${word} = any(${creatives.cats})` },
  },
  deleted_at: creatives.deleted_at,
  created_at: creatives.created_at,
  serialize: withUses,
});

/** The creatives of these ids that belong to the tenant and are not deleted. */
export async function creativesById(ctx: TransactionContext, ids: readonly string[]) {
  if (ids.length === 0) return new Map<string, Creative>();
  const { tx, tenant_id } = ctx;
  const rows = await from(tx, fields).where(
    and(
      inArray(creatives.id, [...ids]),
      eq(creatives.tenant_id, tenant_id),
      isNull(creatives.deleted_at),
      creativeInReach(ctx),
    ),
  );
  const all = await withUses(ctx, rows as Row[]);
  return new Map(all.map(creative => [creative.id, creative]));
}

export const readCreative = (ctx: TransactionContext, id: string) => creativeListing.read(ctx, id);
