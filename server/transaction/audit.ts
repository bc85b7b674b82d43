/** What was done, by whom, to what: added in the transaction that did it, never changed (promise S9). */
import { randomBytes } from 'node:crypto';
import { and, desc, eq, gte, sql } from 'drizzle-orm';
import { dateOf, instant } from '../../shared/clock.ts';
import type { AuditEvent } from '../../shared/contract/trust/audit.ts';
import type { Role } from '../../shared/contract/wire/roles.ts';
import { uuid7 } from '../../shared/random.ts';
import type { Db } from '../db/database.ts';
import { storable } from '../db/rows.ts';
import { auditDetails, auditEvents } from '../db/schema.ts';
import { chainHash, detailHash, FIRST_AUDIT_HASH } from './chain.ts';
import type { Work } from './work.ts';

const SALT_BYTES = 16;
/** A visit to another tenant is written down once in this time. */
const VISIT_MS = 15 * 60_000;
export const VISITED = 'tenant.visit';

export interface Doer {
  id: string | null;
  role: Role | null;
  email: string | null;
  ip: string | null;
  ua: string | null;
  request_id: string | null;
}
export interface Deed {
  action: string;
  target_type: string;
  target_id: string | null;
  diff: Diff;
}
type Diff = NonNullable<AuditEvent['detail']>['diff'];

const HIDDEN = '[hidden]';
/** Secrets stand in no log, this one included. */
const SECRET = /password|token|secret|hash|code$/i;

/** Fields of `after`, with what they were: only what differs. */
export function diffOf(before: Record<string, unknown>, after: Record<string, unknown>): Diff {
  const fields = Object.keys(after).filter(
    field => JSON.stringify(before[field]) !== JSON.stringify(after[field]),
  );
  const shown = (field: string, value: unknown) => (SECRET.test(field) ? HIDDEN : (value ?? null));
  return Object.fromEntries(
    fields.map(field => [field, { before: shown(field, before[field]), after: shown(field, after[field]) }]),
  );
}

/** Until the transaction ends: the next event follows this one. */
const holdChain = (tx: Db, tenant_id: string) =>
  tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`audit ${tenant_id}`}, 0))`);

async function chainEnd(tx: Db, tenant_id: string): Promise<{ seq: number; hash: string }> {
  await holdChain(tx, tenant_id);
  const [last] = await tx
    .select({ seq: auditEvents.seq, hash: auditEvents.hash })
    .from(auditEvents)
    .where(eq(auditEvents.tenant_id, tenant_id))
    .orderBy(desc(auditEvents.seq))
    .limit(1);
  return last ?? { seq: 0, hash: FIRST_AUDIT_HASH };
}

/** Call it last in a transaction: it holds the tenant's chain until the commit. */
export async function writeDown(work: Work, doer: Doer, deed: Deed): Promise<void> {
  const { server, tx, now } = work;
  const tenant_id = work.noted.tenant_id ?? work.tenant_id;
  const { email: actor_email, ip, ua } = doer;
  const detail = storable({ actor_email, ip, ua, diff: deed.diff });
  const salt = randomBytes(SALT_BYTES).toString('hex');
  const end = await chainEnd(tx, tenant_id);
  const event = {
    id: uuid7(now),
    tenant_id,
    seq: end.seq + 1,
    at: instant(now),
    actor_id: doer.id,
    actor_role: doer.role,
    action: deed.action,
    target_type: deed.target_type,
    target_id: deed.target_id,
    request_id: doer.request_id,
    detail_hash: detailHash(salt, detail),
    prev_hash: end.hash,
  };
  const hash = chainHash(server.auditKey, event);
  await tx.insert(auditEvents).values({ ...event, at: dateOf(now), hash });
  await tx.insert(auditDetails).values({ event_id: event.id, tenant_id, salt, detail });
}

async function hasVisited({ tx, tenant_id, now }: Work, doer: Doer): Promise<boolean> {
  const [seen] = await tx
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(
      and(
        eq(auditEvents.tenant_id, tenant_id),
        eq(auditEvents.actor_id, doer.id ?? ''),
        eq(auditEvents.action, VISITED),
        gte(auditEvents.at, dateOf(now - VISIT_MS)),
      ),
    )
    .limit(1);
  return seen !== undefined;
}

/** Reads in a tenant that is not one's own: one event per actor, tenant and 15 minutes. */
export async function noteVisit(work: Work, doer: Doer): Promise<void> {
  const { tx, tenant_id } = work;
  if (await hasVisited(work, doer)) return;
  /** Asked again under the lock: a page reads many things at once. */
  await holdChain(tx, tenant_id);
  if (await hasVisited(work, doer)) return;
  await writeDown(work, doer, { action: VISITED, target_type: 'tenant', target_id: tenant_id, diff: {} });
}
