/** Legal texts of a tenant in versions; those of the platform stand on its public pages. */
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import { policies as entity, type Policy, type publicPolicy } from '../../../shared/contract/trust/policy.ts';
import type { Answer, Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import type { DocumentKind } from '../../../shared/contract/trust/legalTexts.ts';
import { uuid7 } from '../../../shared/random.ts';
import type { Server } from '../../context/server.ts';
import type { Db } from '../../db/database.ts';
import { commonFieldsOf, requireFound, requireRestorable, requireVersion } from '../../db/rows.ts';
import { policies } from '../../db/schema.ts';
import { platformPolicies } from '../../identity/entrances/accepted.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';

type PolicyRow = typeof policies.$inferSelect;

const toPolicy = (row: PolicyRow): Policy => ({
  ...{ kind: row.kind, edition: row.edition, locale: row.locale, title: row.title, body: row.body },
  ...{ effective_at: instant(row.effective_at.getTime()), state: row.state },
  published_at: row.published_at && instant(row.published_at.getTime()),
  ...commonFieldsOf(row),
});
export const policyListing = listing(entity)<PolicyRow>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(policies)),
  fields: getTableColumns(policies),
  id: policies.id,
  scope: ({ tenant_id }) => eq(policies.tenant_id, tenant_id),
  sortColumns: {
    effective_at: policies.effective_at,
    created_at: policies.created_at,
    edition: policies.edition,
  },
  searchColumns: [policies.title, policies.edition],
  filterColumns: { state: policies.state, kind: policies.kind, locale: policies.locale },
  deleted_at: policies.deleted_at,
  created_at: policies.created_at,
  serialize: (_ctx, rows) => rows.map(toPolicy),
});

const TAKEN = 'This version is there already.';
async function requireNewEdition(
  { tx, tenant_id }: TransactionContext,
  { kind, locale, edition }: Pick<Policy, 'kind' | 'locale' | 'edition'>,
): Promise<void> {
  const same = and(eq(policies.kind, kind), eq(policies.locale, locale), eq(policies.edition, edition));
  if ((await tx.$count(policies, and(eq(policies.tenant_id, tenant_id), same))) > 0)
    throw new AppError('DUPLICATE', TAKEN, { edition: [TAKEN] });
}

export async function draftPolicy(
  ctx: TransactionContext,
  { effective_at, ...body }: Body<NonNullable<typeof entity.create>>,
): Promise<Policy> {
  const { tx, tenant_id, user_id, now } = ctx;
  await requireNewEdition(ctx, body);
  const [row] = await tx
    .insert(policies)
    .values({
      ...{ ...body, id: uuid7(now), tenant_id, created_by: user_id },
      ...{ effective_at: dateOf(Date.parse(effective_at)), created_at: dateOf(now), updated_at: dateOf(now) },
    })
    .returning();
  return toPolicy(requireFound(row, 'policy'));
}

async function lockAny({ tx, tenant_id, auditNote }: TransactionContext, id: string): Promise<PolicyRow> {
  const [row] = await tx
    .select()
    .from(policies)
    .where(and(eq(policies.id, id), eq(policies.tenant_id, tenant_id)))
    .for('update');
  const found = requireFound(row, 'policy');
  auditNote.before = { ...found };
  return found;
}
async function lock(ctx: TransactionContext, id: string): Promise<PolicyRow> {
  const row = await lockAny(ctx, id);
  return requireFound(row.deleted_at === null ? row : undefined, 'policy');
}
async function write(ctx: TransactionContext, row: PolicyRow, set: Partial<PolicyRow>): Promise<Policy> {
  const [written] = await ctx.tx
    .update(policies)
    .set({ ...set, version: row.version + 1, updated_at: dateOf(ctx.now) })
    .where(eq(policies.id, row.id))
    .returning();
  return toPolicy(requireFound(written, 'policy'));
}

export async function changePolicy(
  ctx: TransactionContext,
  { id, expected }: { id: string; expected: number },
  { effective_at, ...patch }: Body<NonNullable<typeof entity.patch>>,
): Promise<Policy> {
  const row = await lock(ctx, id);
  requireVersion(toPolicy(row), expected);
  requireState({ from: ['draft'] }, row.state);
  if (patch.edition !== undefined && patch.edition !== row.edition)
    await requireNewEdition(ctx, { ...row, edition: patch.edition });
  return write(ctx, row, {
    ...patch,
    ...(effective_at !== undefined && { effective_at: dateOf(Date.parse(effective_at)) }),
  });
}

/** Its version stays taken, so that it can be restored. */
export async function removePolicy(ctx: TransactionContext, id: string, expected: number): Promise<void> {
  const row = await lock(ctx, id);
  requireVersion(toPolicy(row), expected);
  requireState({ from: ['draft'] }, row.state);
  await write(ctx, row, { deleted_at: dateOf(ctx.now) });
}
export async function restorePolicy(ctx: TransactionContext, id: string): Promise<Policy> {
  const row = await lockAny(ctx, id);
  requireRestorable(row.deleted_at, ctx.now);
  return write(ctx, row, { deleted_at: null });
}

/** It never holds from before it was published: nobody could have read it. */
export async function publishPolicy(ctx: TransactionContext, id: string): Promise<Policy> {
  const row = await lock(ctx, id);
  requireState(entity.actions.publish, row.state);
  const effective_at = dateOf(Math.max(row.effective_at.getTime(), ctx.now));
  const published = await write(ctx, row, {
    state: 'published',
    published_at: dateOf(ctx.now),
    effective_at,
  });
  await supersedePolicies(ctx.tx, ctx.now);
  return published;
}

/** Of each kind and language all but the last that is in force; the date of one that was announced may come meanwhile. */
export async function supersedePolicies(tx: Db, now: number): Promise<void> {
  await tx.execute(sql`
    update policies old set state = 'superseded', version = old.version + 1, updated_at = ${instant(now)}::timestamptz
    where old.state = 'published' and exists (
      select from policies newer where newer.tenant_id = old.tenant_id and newer.kind = old.kind
        and newer.locale = old.locale and newer.state = 'published' and newer.id <> old.id
        and newer.effective_at <= ${instant(now)}::timestamptz
        and (newer.effective_at, newer.published_at, newer.id) > (old.effective_at, old.published_at, old.id))`);
}

interface Wanted {
  kind: DocumentKind;
  locale: Policy['locale'];
  edition?: string | undefined;
}
/** In the language that is asked for, else in the other. */
export async function readPublicPolicy(
  { tenantTransactions, clock }: Server,
  { kind, locale, edition }: Wanted,
): Promise<Answer<typeof publicPolicy>> {
  const rows = await tenantTransactions.acrossTenants(tx => platformPolicies(tx, kind));
  const now = clock.now();
  const inLocale = rows.filter(row => row.locale === locale);
  const known = inLocale.length > 0 ? inLocale : rows;
  const row = known.find(one =>
    edition === undefined ? one.effective_at.getTime() <= now : one.edition === edition,
  );
  const version = (one: PolicyRow) => ({
    edition: one.edition,
    effective_at: instant(one.effective_at.getTime()),
  });
  return {
    shown: row ? { ...version(row), title: row.title, body: row.body } : null,
    versions: known.map(version),
  };
}
