/** The white label of a tenant: one row, whose draft is edited and whose published copy holds. */
import { createHash, randomBytes } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import {
  PICTURES,
  type patchWhiteLabel,
  type Picture,
  type WhiteLabel,
} from '../../../shared/contract/identity/whiteLabel.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { requireFound, requireVersion } from '../../db/rows.ts';
import { whiteLabels } from '../../db/schema.ts';
import { addJob } from '../../jobs/jobs.ts';
import type { WhiteLabelLook } from '../../db/tables/tenants.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { SPLASH_JOB } from './brands.ts';
import { requireReadable } from './colours.ts';
import { recordOf } from './domain.ts';
import { keptPicture } from './picture.ts';

export type WhiteLabelRow = typeof whiteLabels.$inferSelect;
type Patch = Body<typeof patchWhiteLabel>;

/** The platform's own colours, but for an accent that can be read on light grounds. */
const FIRST_DRAFT: WhiteLabelLook = {
  app_name: null,
  ...{ primary: '#0b5d5b', primary_dark: '#4fc3bd', accent: '#8a5a00', accent_dark: '#ffb81c' },
  ...{ logo_light: null, logo_dark: null, player_splash: null, mail_name: null, mail_address: null },
};
const TOKEN_BYTES = 16;

const isSame = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
/** By field, since the database orders the keys of what it keeps. */
const isPublished = ({ draft, published }: Pick<WhiteLabelRow, 'draft' | 'published'>) =>
  published !== null &&
  (Object.keys(FIRST_DRAFT) as (keyof WhiteLabelLook)[]).every(key =>
    isSame(draft[key] ?? null, published[key] ?? null),
  );

/** `target`: the host that a CNAME of the domain names. */
export function viewOf(row: WhiteLabelRow | undefined, target: string): WhiteLabel {
  const domain = row?.domain ?? null;
  const token = row?.domain_token ?? null;
  return {
    ...FIRST_DRAFT,
    ...row?.draft,
    state: row && isPublished(row) ? 'published' : 'draft',
    published_version: row?.published_version ?? 0,
    published_at: row?.published_at?.toISOString() ?? null,
    domain,
    domain_state: row?.domain_state ?? 'unverified',
    domain_problem: row?.domain_problem ?? null,
    domain_checked_at: row?.domain_checked_at?.toISOString() ?? null,
    domain_points_here: row?.domain_points_here ?? null,
    domain_record: domain === null || token === null ? null : recordOf(domain, token),
    domain_target: target,
    version: row?.version ?? 1,
  };
}

export async function findWhiteLabel({ tx, tenant_id }: Pick<TransactionContext, 'tx' | 'tenant_id'>) {
  const [row] = await tx.select().from(whiteLabels).where(eq(whiteLabels.tenant_id, tenant_id));
  return row;
}

/** The row, locked; made where the tenant has none yet. */
export async function lockWhiteLabel(ctx: TransactionContext): Promise<WhiteLabelRow> {
  const { tx, tenant_id, user_id, now } = ctx;
  await tx
    .insert(whiteLabels)
    .values({
      ...{ id: uuid7(now), tenant_id, draft: FIRST_DRAFT, created_by: user_id },
      ...{ created_at: dateOf(now), updated_at: dateOf(now) },
    })
    .onConflictDoNothing();
  const [row] = await tx.select().from(whiteLabels).where(eq(whiteLabels.tenant_id, tenant_id)).for('update');
  const locked = requireFound(row, 'white label');
  ctx.auditNote.target_id = locked.id;
  return locked;
}

export async function writeWhiteLabel(
  { tx, now }: TransactionContext,
  row: WhiteLabelRow,
  set: Partial<WhiteLabelRow>,
): Promise<WhiteLabelRow> {
  const [written] = await tx
    .update(whiteLabels)
    .set({ ...set, version: row.version + 1, updated_at: dateOf(now) })
    .where(eq(whiteLabels.id, row.id))
    .returning();
  return requireFound(written, 'white label');
}

/** The audit log names a picture by its hash instead of holding it. */
const isPicture = (key: string) => (PICTURES as readonly string[]).includes(key);
const audited = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).map(([key, value]: [string, unknown]) => [
      key,
      isPicture(key) && typeof value === 'string'
        ? `sha256:${createHash('sha256').update(value).digest('hex')}`
        : value,
    ]),
  );

export type Pictures = Partial<Pick<WhiteLabelLook, Picture>>;
/** Each is drawn anew, which takes a second for a large one: outside of any transaction. */
export async function picturesOf(patch: Patch): Promise<Pictures> {
  const kept: Pictures = {};
  for (const field of PICTURES) {
    const picked = patch[field];
    if (picked !== undefined) kept[field] = picked === null ? null : await keptPicture(field, picked);
  }
  return kept;
}

/** Another domain is proved anew, by another token. */
const domainAfter = (row: WhiteLabelRow, domain: string | null | undefined): Partial<WhiteLabelRow> =>
  domain === undefined || domain === row.domain
    ? {}
    : {
        domain,
        domain_token: domain === null ? null : randomBytes(TOKEN_BYTES).toString('hex'),
        domain_state: 'unverified',
        ...{ domain_problem: null, domain_points_here: null, domain_checked_at: null },
      };

export async function changeWhiteLabel(
  ctx: TransactionContext,
  {
    patch,
    pictures,
    expected,
    target,
  }: { patch: Patch; pictures: Pictures; expected: number; target: string },
): Promise<WhiteLabelRow> {
  requireReadable(patch);
  const row = await lockWhiteLabel(ctx);
  requireVersion(viewOf(row, target), expected);
  const { domain, ...look } = { ...patch, ...pictures };
  ctx.auditNote.before = audited({ ...row.draft, domain: row.domain });
  ctx.auditNote.after = audited({ ...patch, ...pictures });
  return writeWhiteLabel(ctx, row, {
    draft: { ...row.draft, ...(look as Partial<WhiteLabelLook>) },
    ...domainAfter(row, domain),
  });
}

export async function publishWhiteLabel(ctx: TransactionContext): Promise<WhiteLabelRow> {
  const row = await lockWhiteLabel(ctx);
  if (row.draft.app_name === null)
    throw new AppError('VALIDATION', 'Name it before it is published.', { app_name: ['Required'] });
  ctx.auditNote.before = audited(row.published ?? {});
  ctx.auditNote.after = audited(row.draft);
  await addJob(ctx, { kind: SPLASH_JOB, payload: {} });
  return writeWhiteLabel(ctx, row, {
    published: row.draft,
    published_version: row.published_version + 1,
    published_at: dateOf(ctx.now),
  });
}

/** The domain stays: it is no part of the look. */
export async function resetWhiteLabel(ctx: TransactionContext): Promise<WhiteLabelRow> {
  const row = await lockWhiteLabel(ctx);
  ctx.auditNote.before = audited(row.published ?? row.draft);
  ctx.auditNote.after = audited(FIRST_DRAFT);
  await addJob(ctx, { kind: SPLASH_JOB, payload: {} });
  return writeWhiteLabel(ctx, row, { draft: FIRST_DRAFT, published: null, published_at: null });
}
