/** Documents as they came: kept once each, and of one origin only so much a day. */
import { createHash } from 'node:crypto';
import { and, eq, gt, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { alertDocuments, NO_ORIGIN } from '../../db/schema.ts';
import type { Db } from '../../db/database.ts';
import { requireFound } from '../../db/rows.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { AlertRow } from '../alerts/state.ts';

const DAY_MS = 86_400_000;
/** Bytes a day; of what comes above it the hash alone is kept. */
export const MAX_KEPT_A_DAY = 20 * 1_048_576;

const sha256Of = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const namedBy = (tenant_id: string, sha256: string) =>
  and(eq(alertDocuments.tenant_id, tenant_id), eq(alertDocuments.sha256, sha256));

/** By the bytes: the hash, and the transaction in which they were kept last. One document may hold many alerts. */
const seen = new WeakMap<Buffer, { sha256: string; tx: Db | null }>();
export async function keepDocument(
  { tx, tenant_id, now }: TransactionContext,
  bytes: Buffer,
  from: { origin_id: string | null },
): Promise<string> {
  const document = seen.get(bytes) ?? { sha256: sha256Of(bytes), tx: null };
  seen.set(bytes, document);
  const { sha256 } = document;
  if (document.tx === tx) return sha256;
  document.tx = tx;
  const origin_id = from.origin_id ?? NO_ORIGIN;
  if (await isKept({ tx, tenant_id }, sha256)) return sha256;
  const [today] = await tx
    .select({ size: sql<number>`coalesce(sum(${alertDocuments.size}), 0)::int` })
    .from(alertDocuments)
    .where(
      and(
        ...[eq(alertDocuments.tenant_id, tenant_id), eq(alertDocuments.origin_id, origin_id)],
        gt(alertDocuments.created_at, dateOf(now - DAY_MS)),
      ),
    );
  if ((today?.size ?? 0) + bytes.length > MAX_KEPT_A_DAY) return sha256;
  await tx
    .insert(alertDocuments)
    .values({
      ...{ tenant_id, sha256, origin_id, size: bytes.length, created_at: dateOf(now) },
      body_base64: bytes.toString('base64'),
    })
    .onConflictDoNothing();
  return sha256;
}

async function isKept({ tx, tenant_id }: Pick<TransactionContext, 'tx' | 'tenant_id'>, sha256: string) {
  const [row] = await tx
    .select({ sha256: alertDocuments.sha256 })
    .from(alertDocuments)
    .where(namedBy(tenant_id, sha256));
  return row !== undefined;
}
/** Whether a document with these bytes came before. */
export const hasDocument = (ctx: TransactionContext, bytes: Buffer) => isKept(ctx, sha256Of(bytes));

/** The document that an alert came in. */
export async function originalOf(
  { tx, tenant_id }: TransactionContext,
  { raw_sha256 }: Pick<AlertRow, 'raw_sha256'>,
): Promise<Buffer> {
  const [row] =
    raw_sha256 === null ? [] : await tx.select().from(alertDocuments).where(namedBy(tenant_id, raw_sha256));
  return Buffer.from(requireFound(row, 'document').body_base64, 'base64');
}
