/** Audit events of a tenant, newest first. */
import { and, desc, eq, gte, lt, type SQL } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import type { AuditEvent, exportAudit, listAudit } from '../../../shared/contract/trust/audit.ts';
import type { Query } from '../../../shared/contract/wire/endpoint.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { auditDetails, auditEvents } from '../../db/schema.ts';
import type { TransactionOpener } from '../../http/route.ts';
import type { TransactionContext } from '../../transaction/context.ts';

const PAGE = 500;
const at = (text: string) => dateOf(Date.parse(text));

const filterOf = (tenant_id: string, filter: Query<typeof exportAudit>) =>
  and(
    eq(auditEvents.tenant_id, tenant_id),
    filter.from === undefined ? undefined : gte(auditEvents.at, at(filter.from)),
    filter.to === undefined ? undefined : lt(auditEvents.at, at(filter.to)),
    filter.action === undefined ? undefined : eq(auditEvents.action, filter.action),
    filter.actor_id === undefined ? undefined : eq(auditEvents.actor_id, filter.actor_id),
    filter.target_id === undefined ? undefined : eq(auditEvents.target_id, filter.target_id),
  );

async function page(
  { tx }: TransactionContext,
  where: SQL | undefined,
  before: number | null,
  limit: number,
) {
  const rows = await tx
    .select({ event: auditEvents, detail: auditDetails.detail })
    .from(auditEvents)
    .leftJoin(auditDetails, eq(auditDetails.event_id, auditEvents.id))
    .where(and(where, before === null ? undefined : lt(auditEvents.seq, before)))
    .orderBy(desc(auditEvents.seq))
    .limit(limit);
  return rows.map(({ event: { tenant_id: _, detail_hash: __, ...event }, detail }): AuditEvent => ({
    ...event,
    at: instant(event.at.getTime()),
    detail,
  }));
}

function readCursor(text: string | undefined): number | null {
  if (text === undefined) return null;
  if (!/^\d{1,15}$/.test(text))
    throw new AppError('VALIDATION', 'This page cannot be found again.', { cursor: ['Invalid input'] });
  return Number(text);
}

export async function listEvents(ctx: TransactionContext, query: Query<typeof listAudit>) {
  const items = await page(ctx, filterOf(ctx.tenant_id, query), readCursor(query.cursor), query.limit);
  const last = items.at(-1);
  return { items, next_cursor: last && items.length === query.limit ? String(last.seq) : null };
}

/** All events of a filter as JSON lines, page by page. */
export async function* eventLines(
  inTenant: TransactionOpener['inTenant'],
  tenant_id: string,
  query: Query<typeof exportAudit>,
): AsyncGenerator<string> {
  for (let before: number | null = null; ;) {
    const from: number | null = before;
    const events: AuditEvent[] = await inTenant(ctx => page(ctx, filterOf(tenant_id, query), from, PAGE));
    for (const event of events) yield `${JSON.stringify(event)}\n`;
    const last = events.at(-1);
    if (!last || events.length < PAGE) return;
    before = last.seq;
  }
}
