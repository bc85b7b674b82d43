/** Idempotency: a repeated write gets the stored answer and is not done again (contract §0, promise S4). */
import { createHash } from 'node:crypto';
import { and, eq, lt, sql } from 'drizzle-orm';
import { dateOf } from '../../shared/clock.ts';
import { AppError } from '../../shared/contract/wire/errors.ts';
import { rowsOf } from '../db/rows.ts';
import { idempotencyKeys } from '../db/schema.ts';
import type { TransactionContext } from './context.ts';

export const IDEMPOTENCY_RETENTION_MS = 30 * 86_400_000;
export const RETRY_AFTER_S = 2;
const KEY = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

export interface IdempotentWrite {
  user_id: string;
  key: string;
  fingerprint: string;
}
export interface StoredResponse {
  status: number;
  answer: unknown;
}

/** Throws VALIDATION where the header is missing or is not a uuid. */
export function idempotencyKeyOf(header: string | string[] | undefined): string {
  if (typeof header === 'string' && KEY.test(header)) return header.toLowerCase();
  throw new AppError('VALIDATION', 'A write names itself: Idempotency-Key: <uuid>.', {
    'Idempotency-Key': ['A uuid, the same each time this write is sent'],
  });
}

export const fingerprintOf = (method: string, url: string, body: Buffer | null) =>
  createHash('sha256')
    .update(`${method}\n${url}\n`)
    .update(body ?? '')
    .digest('hex');

const inProgress = () =>
  new AppError('IDEMPOTENCY_IN_PROGRESS', 'This very write is being done just now.', {
    retry_after_s: RETRY_AFTER_S,
  });

/** Unfinished writes of this node, kept in memory because the database may be waiting for them. */
export function createInFlightWrites() {
  /** Keyed by tenant, user and idempotency key; `authorization` is the header that named the user. */
  const running = new Map<string, { key: string; authorization: string }>();
  return {
    async run<T>(
      { tenant_id, authorization, ...once }: IdempotentWrite & { tenant_id: string; authorization: string },
      act: () => Promise<T>,
    ): Promise<T> {
      const name = `${tenant_id} ${once.user_id} ${once.key}`;
      if (running.has(name)) throw inProgress();
      running.set(name, { key: once.key, authorization });
      try {
        return await act();
      } finally {
        running.delete(name);
      }
    },
    /** Refuses a repeated write while the first is still running, before any database access. */
    refuseDuplicate(key: unknown, authorization: unknown): void {
      if (running.size === 0 || typeof key !== 'string') return;
      for (const other of running.values())
        if (other.key === key.toLowerCase() && other.authorization === authorization) throw inProgress();
    },
  };
}
export type InFlightWrites = ReturnType<typeof createInFlightWrites>;

/** The stored answer or null. Throws where another node runs the same write, or where the key belongs to another write. */
export async function findStoredResponse(
  { tx, tenant_id, now }: TransactionContext,
  once: IdempotentWrite,
): Promise<StoredResponse | null> {
  const { user_id, key, fingerprint } = once;
  const [lock] = rowsOf<{ taken: boolean }>(
    await tx.execute(
      sql`select pg_try_advisory_xact_lock(hashtextextended(${`${tenant_id} ${user_id} ${key}`}, 0)) as taken`,
    ),
  );
  if (!lock?.taken) throw inProgress();
  const [row] = await tx
    .select()
    .from(idempotencyKeys)
    .where(
      and(
        eq(idempotencyKeys.tenant_id, tenant_id),
        eq(idempotencyKeys.user_id, user_id),
        eq(idempotencyKeys.key, key),
      ),
    );
  if (!row || row.created_at.getTime() < now - IDEMPOTENCY_RETENTION_MS) return null;
  if (row.fingerprint !== fingerprint)
    throw new AppError('IDEMPOTENCY_MISMATCH', 'This Idempotency-Key stood for another write.');
  return { status: row.status, answer: row.answer };
}

export async function storeResponse(
  { tx, tenant_id, now }: TransactionContext,
  once: IdempotentWrite,
  given: StoredResponse,
): Promise<void> {
  const row = { ...once, tenant_id, status: given.status, answer: given.answer, created_at: dateOf(now) };
  await tx
    .insert(idempotencyKeys)
    .values(row)
    .onConflictDoUpdate({
      target: [idempotencyKeys.tenant_id, idempotencyKeys.user_id, idempotencyKeys.key],
      set: row,
      setWhere: lt(idempotencyKeys.created_at, dateOf(now - IDEMPOTENCY_RETENTION_MS)),
    });
}
