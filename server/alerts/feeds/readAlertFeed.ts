/** Reads a feed of CAP through the guarded way out, follows its entries, and takes in what is new. */
import { and, eq, ne, sql } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import { priorityOf } from '../../../shared/contract/alerts/cap.ts';
import { MAX_CAP_BYTES } from '../../../shared/contract/alerts/alertCalls.ts';
import { alertFeeds } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { backedOff } from '../../net/backOff.ts';
import { OutboundError } from '../../net/outbound.ts';
import { readDue, startReading } from '../../net/readDue.ts';
import { inTenant } from '../../transaction/context.ts';
import { readDocument, type ReadDocument } from '../cap/readDocument.ts';
import { CapRefusal } from '../cap/refusal.ts';
import { apply } from '../intake/apply.ts';
import type { AlertFeedRow } from './feeds.ts';

const TYPES = /\b(xml|rss|atom|json)\b|^text\/(plain|html)/i;
const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
const FAILURES_UNTIL_FAILING = 3;
/** Entries that are followed at one reading. */
const MAX_FOLLOWED = 50;

const nextReading = ({ poll_s }: AlertFeedRow, failures: number, now: number) =>
  dateOf(now + backedOff(poll_s * SECOND_MS, failures, DAY_MS));

/** What entries only name is fetched, each for itself: one that cannot be had keeps none of the others back. */
async function documentsOf(server: Server, bytes: Buffer): Promise<{ bytes: Buffer; read: ReadDocument }[]> {
  const read = readDocument(bytes);
  if (read.alerts.length > 0) return [{ bytes, read }];
  const followed = [];
  for (const url of read.links.slice(0, MAX_FOLLOWED))
    try {
      const answer = await server.outbound({ url, types: TYPES, maxBytes: MAX_CAP_BYTES });
      followed.push({ bytes: answer.bytes, read: readDocument(answer.bytes) });
    } catch (error) {
      if (!(error instanceof OutboundError || error instanceof CapRefusal)) throw error;
    }
  return followed;
}

export async function readAlertFeed(server: Server, row: AlertFeedRow): Promise<void> {
  const now = server.clock.now();
  const headers = {
    ...(row.etag !== null && { 'if-none-match': row.etag }),
    ...(row.last_modified !== null && { 'if-modified-since': row.last_modified }),
  };
  try {
    const answer = await server.outbound({ url: row.url, types: TYPES, maxBytes: MAX_CAP_BYTES, headers });
    const documents = answer.isModified ? await documentsOf(server, answer.bytes) : [];
    for (const { bytes, read } of documents)
      for (const alert of read.alerts)
        if (priorityOf(alert) <= row.max_priority || alert.msg_type === 'Cancel')
          await inTenant(server, { tenant_id: row.tenant_id, user_id: null }, ctx =>
            apply(ctx, alert, {
              ...{ source: 'cap_feed', origin_id: row.id, agency: null, bytes },
              ...{ isPublishing: row.auto_publish, isDirect: true },
            }),
          );
    const { etag, last_modified } = answer;
    const read = { ok_at: dateOf(now), failures: 0, error: null, state: 'ok' as const };
    await note(server, row, { ...read, ...(answer.isModified && { etag, last_modified }) });
  } catch (error) {
    const failures = row.failures + 1;
    const state = failures >= FAILURES_UNTIL_FAILING ? ('failing' as const) : ('ok' as const);
    const fault =
      error instanceof OutboundError ? error.fault : error instanceof CapRefusal ? 'unreadable' : null;
    await note(server, row, { failures, state, error: fault ?? 'unkept' });
    if (fault === null) throw error;
  }
}

/** Somebody who paused or changed it meanwhile is right. */
const note = (server: Server, row: AlertFeedRow, set: Partial<AlertFeedRow> & { failures: number }) =>
  inTenant(server, { tenant_id: row.tenant_id, user_id: null }, ({ tx, now }) =>
    tx
      .update(alertFeeds)
      .set({ checked_at: dateOf(now), due_at: nextReading(row, set.failures, now), ...set })
      .where(
        and(
          ...[eq(alertFeeds.id, row.id), eq(alertFeeds.tenant_id, row.tenant_id)],
          eq(alertFeeds.version, row.version),
        ),
      ),
  );

/** It falls due again later, so that no second node reads it meanwhile. */
const claim = ({ tenantTransactions, clock }: Server): Promise<AlertFeedRow | undefined> =>
  tenantTransactions.acrossTenants(async tx => {
    const now = clock.now();
    const [row] = await tx
      .select()
      .from(alertFeeds)
      .where(
        and(
          ne(alertFeeds.state, 'paused'),
          sql`${alertFeeds.deleted_at} is null and ${alertFeeds.due_at} <= ${instant(now)}::timestamptz`,
          sql`exists (select 1 from tenants where tenants.id = alert_feeds.tenant_id and tenants.status = 'active')`,
        ),
      )
      .orderBy(alertFeeds.due_at)
      .limit(1)
      .for('update', { skipLocked: true });
    if (row)
      await tx
        .update(alertFeeds)
        .set({ due_at: nextReading(row, 0, now) })
        .where(eq(alertFeeds.id, row.id));
    return row;
  });

const DUE = { claim, read: readAlertFeed };
export const readDueAlertFeeds = (server: Server, onFault: (error: unknown) => void) =>
  readDue(server, DUE, onFault);
export const startAlertFeeds = (server: Server, onFault: (error: unknown) => void) =>
  startReading(server, DUE, onFault);
