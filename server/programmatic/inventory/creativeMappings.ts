/** Creative mappings: a person approves the very file that will be shown. */
import { and, eq, getTableColumns, isNull, ne, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  auditStatusOf,
  creativeMappings as contract,
  type CreativeMapping,
} from '../../../shared/contract/programmatic/creativeMapping.ts';
import { refusedByProgrammatic } from '../../../shared/contract/programmatic/refusals.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { commonFieldsOf, requireFound, requireRestorable, requireVersion } from '../../db/rows.ts';
import { creativeMappings, creatives, mediaAssets, partners } from '../../db/schema.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { revokeCreative } from '../spots/spots.ts';
import { requirePartner } from '../partners/partners.ts';
import { auditStateAt, auditStateOf } from './auditState.ts';
import { lockNames } from './mappings.ts';

type Stored = typeof creativeMappings.$inferSelect;
type Row = Stored & {
  partner_name: string;
  creative_name: string | null;
  current_sha256: string | null;
};

export const creativeMappingListing = listing(contract)<Row>({
  from: (tx, fields) =>
    asSelectQuery(
      tx
        .select(fields as never)
        .from(creativeMappings)
        .innerJoin(partners, eq(partners.id, creativeMappings.partner_id))
        .leftJoin(creatives, eq(creatives.id, creativeMappings.creative_id)),
    ),
  fields: {
    ...getTableColumns(creativeMappings),
    partner_name: partners.name,
    creative_name: creatives.name,
    current_sha256: creatives.approved_sha256,
  },
  id: creativeMappings.id,
  scope: ({ tenant_id }) => eq(creativeMappings.tenant_id, tenant_id),
  sortColumns: {
    crid: creativeMappings.crid,
    partner_name: partners.name,
    state: auditStateAt,
    created_at: creativeMappings.created_at,
    updated_at: creativeMappings.updated_at,
  },
  searchColumns: [
    creativeMappings.crid,
    creatives.name,
    sql`array_to_string(${creativeMappings.adomain}, ' ')`,
  ],
  filterColumns: {
    state: auditStateAt,
    partner_id: creativeMappings.partner_id,
    creative_id: creativeMappings.creative_id,
  },
  deleted_at: creativeMappings.deleted_at,
  created_at: creativeMappings.created_at,
  serialize: ({ now }, rows) =>
    rows.map(({ current_sha256, ...row }): CreativeMapping => {
      const state = auditStateOf({ ...row, current_sha256 }, now);
      return {
        ...row,
        ...{ state, audit_status: auditStatusOf(state) },
        expires_at: row.expires_at?.toISOString() ?? null,
        ...commonFieldsOf(row),
      };
    }),
});

const invalid = (field: string, text: string) => new AppError('VALIDATION', text, { [field]: [text] });
/** What a request is answered with of our creative: its approved file. */
async function fileOf({ tx, tenant_id }: TransactionContext, creative_id: string | null) {
  if (creative_id === null) return null;
  const [row] = await tx
    .select({
      ...{ mime: mediaAssets.mime, w: mediaAssets.w, h: mediaAssets.h },
      ...{ duration_ms: creatives.duration_ms, state: creatives.state, sha256: creatives.approved_sha256 },
    })
    .from(creatives)
    .innerJoin(mediaAssets, eq(mediaAssets.id, creatives.asset_id))
    .where(
      and(eq(creatives.tenant_id, tenant_id), eq(creatives.id, creative_id), isNull(creatives.deleted_at)),
    );
  return row ?? null;
}
async function formatOf(ctx: TransactionContext, creative_id: string | null) {
  const file = await fileOf(ctx, creative_id);
  if (creative_id !== null && file === null) throw invalid('creative_id', 'There is no such creative.');
  const { mime = null, w = null, h = null, duration_ms = null } = file ?? {};
  return { mime, w, h, dur_s: duration_ms === null ? null : duration_ms / 1_000 };
}
/** The partner is locked, so that none is made twice. */
async function requireOnce(
  ctx: TransactionContext,
  { id, partner_id, crid }: { id?: string; partner_id: string; crid: string },
) {
  await lockNames(ctx, partner_id);
  const [other] = await ctx.tx
    .select({ id: creativeMappings.id })
    .from(creativeMappings)
    .where(
      and(
        ...[eq(creativeMappings.tenant_id, ctx.tenant_id), eq(creativeMappings.partner_id, partner_id)],
        ...[eq(creativeMappings.crid, crid), isNull(creativeMappings.deleted_at)],
        id === undefined ? undefined : ne(creativeMappings.id, id),
      ),
    );
  if (other) throw invalid('crid', 'This partner has a mapping of it already.');
}

const isIt = ({ tenant_id }: TransactionContext, id: string) =>
  and(eq(creativeMappings.tenant_id, tenant_id), eq(creativeMappings.id, id));
async function lock(ctx: TransactionContext, id: string): Promise<CreativeMapping> {
  await ctx.tx.select({ id: creativeMappings.id }).from(creativeMappings).where(isIt(ctx, id)).for('update');
  const row = await creativeMappingListing.read(ctx, id);
  ctx.auditNote.before = { ...row };
  ctx.auditNote.target_name = row.crid;
  return row;
}
async function lockUndeleted(ctx: TransactionContext, id: string): Promise<CreativeMapping> {
  const row = await lock(ctx, id);
  if (row.deleted_at !== null) requireFound(null, contract.singular);
  return row;
}
async function write(ctx: TransactionContext, { id, version }: CreativeMapping, set: Partial<Stored>) {
  await ctx.tx
    .update(creativeMappings)
    .set({ ...set, version: version + 1, updated_at: dateOf(ctx.now) })
    .where(isIt(ctx, id));
  return creativeMappingListing.read(ctx, id);
}
const endOf = (text: string | null) => (text === null ? null : dateOf(Date.parse(text)));
const UNDECIDED = { state: 'pending', sha256: null, audited_by: null, reject_reason: null } as const;

/** A partner that asks for no approval takes what we have approved ourselves. */
export async function createMapping(
  ctx: TransactionContext,
  { expires_at, ...values }: Body<typeof contract.create>,
): Promise<CreativeMapping> {
  const { tx, tenant_id, user_id, now } = ctx;
  const { requires_creative_preapproval } = await requirePartner(ctx, values.partner_id);
  await requireOnce(ctx, values);
  const format = await formatOf(ctx, values.creative_id);
  const file = requires_creative_preapproval ? null : await fileOf(ctx, values.creative_id);
  const isOurs = file?.state === 'approved' && file.sha256 !== null;
  const id = uuid7(now);
  ctx.auditNote.target_name = values.crid;
  await tx.insert(creativeMappings).values({
    ...{ ...values, ...format, id, tenant_id, created_by: user_id, expires_at: endOf(expires_at) },
    ...{ created_at: dateOf(now), updated_at: dateOf(now) },
    ...(isOurs && { state: 'pre_approved' as const, sha256: file.sha256 }),
  });
  return creativeMappingListing.read(ctx, id);
}

/** With another creative it is another advertisement, which nobody has looked at. */
export async function changeMapping(
  ctx: TransactionContext,
  { id, expected }: { id: string; expected: number },
  { expires_at, ...patch }: Body<typeof contract.patch>,
): Promise<CreativeMapping> {
  const row = await lockUndeleted(ctx, id);
  requireVersion(row, expected);
  const { creative_id } = patch;
  const isOther = creative_id !== undefined && creative_id !== row.creative_id;
  if (isOther) await revokeCreative(ctx, row);
  return write(ctx, row, {
    ...patch,
    ...(expires_at !== undefined && { expires_at: endOf(expires_at) }),
    ...(isOther && { ...(await formatOf(ctx, creative_id)), ...UNDECIDED }),
  });
}
export async function removeMapping(ctx: TransactionContext, id: string, expected: number): Promise<void> {
  const row = await lockUndeleted(ctx, id);
  requireVersion(row, expected);
  await revokeCreative(ctx, row);
  await write(ctx, row, { deleted_at: dateOf(ctx.now) });
}
export async function restoreMapping(ctx: TransactionContext, id: string): Promise<CreativeMapping> {
  const row = await lock(ctx, id);
  requireRestorable(row.deleted_at === null ? null : dateOf(Date.parse(row.deleted_at)), ctx.now);
  await requireOnce(ctx, row);
  return write(ctx, row, { deleted_at: null });
}

export async function approve(ctx: TransactionContext, id: string): Promise<CreativeMapping> {
  const row = await lockUndeleted(ctx, id);
  requireState(contract.actions.approve, row.state);
  const file = await fileOf(ctx, row.creative_id);
  if (file === null || file.state !== 'approved' || file.sha256 === null)
    throw refusedByProgrammatic('no_approved_creative', 'Its creative is not approved, so there is no file.');
  /** An end that has passed would make it expired at once. */
  const isOver = row.expires_at !== null && Date.parse(row.expires_at) <= ctx.now;
  const { sha256, mime, w, h, duration_ms } = file;
  const after = await write(ctx, row, {
    ...{ state: 'approved', sha256, mime, w, h, dur_s: duration_ms / 1_000 },
    ...{ audited_by: ctx.user_id, reject_reason: null },
    ...(isOver && { expires_at: null }),
  });
  ctx.auditNote.after = { state: after.state, sha256 };
  return after;
}
export async function deny(
  ctx: TransactionContext,
  id: string,
  { reason }: Body<typeof contract.actionEndpoints.deny>,
): Promise<CreativeMapping> {
  const row = await lockUndeleted(ctx, id);
  requireState(contract.actions.deny, row.state);
  await revokeCreative(ctx, row);
  return write(ctx, row, {
    ...{ state: 'denied', sha256: null, audited_by: ctx.user_id, reject_reason: reason },
  });
}
export async function recheck(ctx: TransactionContext, id: string): Promise<CreativeMapping> {
  const row = await lockUndeleted(ctx, id);
  requireState(contract.actions.recheck, row.state);
  await revokeCreative(ctx, row);
  return write(ctx, row, UNDECIDED);
}
