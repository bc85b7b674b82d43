/** The audit log: entries are appended in the transaction they describe and never changed (promise S9). */
import { randomBytes } from 'node:crypto';
import { and, desc, eq, gte, sql } from 'drizzle-orm';
import { equals } from '../db/lists.ts';
import { dateOf, instant } from '../../shared/clock.ts';
import type { AuditEvent } from '../../shared/contract/trust/audit.ts';
import type { Role } from '../../shared/contract/wire/roles.ts';
import { uuid7 } from '../../shared/random.ts';
import type { Db } from '../db/database.ts';
import { toStorable } from '../db/rows.ts';
import { auditDetails, auditEvents } from '../db/schema.ts';
import { chainHash, detailHash, FIRST_AUDIT_HASH } from './chain.ts';
import type { TransactionContext } from './context.ts';

const SALT_BYTES = 16;
/** The same read in another tenant is logged once in this time: pages read again and again what they show. */
const VISIT_MS = 15 * 60_000;
const MAX_PATH_CHARS = 200;
export const TENANT_VISIT = 'tenant.visit';

export interface AuditPrincipal {
  id: string | null;
  role: Role | null;
  email: string | null;
  ip: string | null;
  ua: string | null;
  request_id: string | null;
}
/** What the server does by itself. */
export const THE_SERVER: AuditPrincipal = {
  ...{ id: null, role: null, email: null },
  ...{ ip: null, ua: null, request_id: null },
};
export interface AuditEntry {
  action: string;
  target_type: string;
  target_id: string | null;
  /** What it was called then. */
  target_name?: string | null;
  diff: Diff;
  /** Whose chain takes it, where that is not the tenant of the transaction. */
  tenant_id?: string;
}
type Diff = NonNullable<AuditEvent['detail']>['diff'];

const HIDDEN = '[hidden]';
/** Values of these fields are secrets and stand in no log. */
const SECRET = /password|token|secret|hash|code$/i;

/** The fields of `after` that differ from `before`, with both values. */
export function diffOf(before: Record<string, unknown>, after: Record<string, unknown>): Diff {
  const fields = Object.keys(after).filter(
    field => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  const visibleValue = (field: string, value: unknown) => (SECRET.test(field) ? HIDDEN : (value ?? null));
  return Object.fromEntries(
    fields.map(field => [
      field,
      { before: visibleValue(field, before[field]), after: visibleValue(field, after[field]) },
    ]),
  );
}

/** Locks the tenant's chain until the transaction ends, so that the next event follows this one. */
const lockChain = (tx: Db, tenant_id: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`audit ${tenant_id}`}, 0))`);

async function chainHead(tx: Db, tenant_id: string): Promise<{ seq: number; hash: string }> {
  await lockChain(tx, tenant_id);
  const [last] = await tx
    .select({ seq: auditEvents.seq, hash: auditEvents.hash })
    .from(auditEvents)
    .where(eq(auditEvents.tenant_id, tenant_id))
    .orderBy(desc(auditEvents.seq))
    .limit(1);
  return last ?? { seq: 0, hash: FIRST_AUDIT_HASH };
}

/** Call it last in a transaction, because it locks the tenant's chain until the commit. */
export async function appendAuditEntry(
  ctx: TransactionContext,
  auditPrincipal: AuditPrincipal,
  entry: AuditEntry,
): Promise<void> {
  const { server, tx, now } = ctx;
  const tenant_id = entry.tenant_id ?? ctx.auditNote.tenant_id ?? ctx.tenant_id;
  const { email: actor_email, ip, ua } = auditPrincipal;
  const detail = toStorable({
    actor_email,
    ip,
    ua,
    diff: entry.diff,
    target_name: entry.target_name ?? null,
  });
  const salt = randomBytes(SALT_BYTES).toString('hex');
  const end = await chainHead(tx, tenant_id);
  const event = {
    id: uuid7(now),
    tenant_id,
    seq: end.seq + 1,
    at: instant(now),
    actor_id: auditPrincipal.id,
    actor_role: auditPrincipal.role,
    action: entry.action,
    target_type: entry.target_type,
    target_id: entry.target_id,
    request_id: auditPrincipal.request_id,
    detail_hash: detailHash(salt, detail),
    prev_hash: end.hash,
  };
  const hash = chainHash(server.auditKey, event);
  await tx.insert(auditEvents).values({ ...event, at: dateOf(now), hash });
  await tx.insert(auditDetails).values({ event_id: event.id, tenant_id, salt, detail });
  ctx.auditHeads.set(tenant_id, { tenant_id, seq: event.seq, hash });
}

async function hasRead(
  { tx, tenant_id, now }: TransactionContext,
  auditPrincipal: AuditPrincipal,
  path: string,
): Promise<boolean> {
  const [seen] = await tx
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .innerJoin(auditDetails, eq(auditDetails.event_id, auditEvents.id))
    .where(
      and(
        eq(auditEvents.tenant_id, tenant_id),
        equals(auditEvents.actor_id, auditPrincipal.id),
        sql`${auditDetails.detail} ->> 'target_name' = ${path}`,
        eq(auditEvents.action, TENANT_VISIT),
        gte(auditEvents.at, dateOf(now - VISIT_MS)),
      ),
    )
    .limit(1);
  return seen !== undefined;
}

/**
 * Logs what is read in another tenant, by its address as the contract writes it, however a caller spelt it: the same one
 * again only after 15 minutes.
 */
export async function appendVisit(
  ctx: TransactionContext,
  auditPrincipal: AuditPrincipal,
  address: string,
): Promise<void> {
  const { tx, tenant_id } = ctx;
  const path = toStorable(address.slice(0, MAX_PATH_CHARS));
  if (await hasRead(ctx, auditPrincipal, path)) return;
  /** Checked again under the lock, because a page sends many reads at once. */
  await lockChain(tx, tenant_id);
  if (await hasRead(ctx, auditPrincipal, path)) return;
  await appendAuditEntry(ctx, auditPrincipal, {
    action: TENANT_VISIT,
    target_type: 'tenant',
    target_id: tenant_id,
    target_name: path,
    diff: {},
  });
}
