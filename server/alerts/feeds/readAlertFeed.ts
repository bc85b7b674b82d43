/** Reads a feed of CAP through the guarded way out, follows its entries, and takes in what is new. */
import { and, eq, ne, sql } from 'drizzle-orm';
import { dateOf, instant } from '../../../shared/clock.ts';
import { MAX_CAP_BYTES } from '../../../shared/contract/alerts/alertCalls.ts';
import { alertFeeds } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { backedOff } from '../../net/backOff.ts';
import { readDue, startReading } from '../../net/readDue.ts';
import { inTenant } from '../../transaction/context.ts';
import { CAP_TYPES, documentsOf, faultOf } from './documents.ts';
import { takeFromFeed } from './take.ts';
import type { AlertFeedRow } from './feeds.ts';

const SECOND_MS = 1_000;
const DAY_MS = 86_400_000;
const FAILURES_UNTIL_FAILING = 3;

const nextReading = ({ poll_s }: AlertFeedRow, failures: number, now: number) =>
  dateOf(now + backedOff(poll_s * SECOND_MS, failures, DAY_MS));

type Noted = Partial<AlertFeedRow> & { failures: number };
interface Reading {
  set: Noted;
  /** Faults of ours, each of one alert. */
  unkept: unknown[];
}
async function take(server: Server, row: AlertFeedRow): Promise<Reading> {
  const headers = {
    ...(row.etag !== null && { 'if-none-match': row.etag }),
    ...(row.last_modified !== null && { 'if-modified-since': row.last_modified }),
  };
  const set = {
    ok_at: dateOf(server.clock.now()),
    failures: 0,
    error: null,
    failed: 0,
    state: 'ok' as const,
  };
  const answer = await server.outbound({ url: row.url, types: CAP_TYPES, maxBytes: MAX_CAP_BYTES, headers });
  if (!answer.isModified) return { set, unkept: [] };
  const { documents, followed, faults, isWhole } = await documentsOf(server, answer.bytes, row.followed);
  const unkept: unknown[] = [];
  for (const { name, bytes, alerts } of documents) {
    const before = unkept.length;
    for (const alert of alerts)
      await takeFromFeed(server, row, { alert, bytes }).catch(error => unkept.push(error));
    if (name !== null && unkept.length === before) followed.push(name);
  }
  const failed = faults.length + unkept.length;
  const error = unkept.length > 0 ? ('unkept' as const) : (faults[0] ?? null);
  /** Without them the feed is answered whole the next time, as long as something of it is to be read. */
  const isDone = isWhole && failed === 0;
  const { etag, last_modified } = isDone ? answer : { etag: null, last_modified: null };
  return { set: { ...set, etag, last_modified, followed, failed, error }, unkept };
}

export async function readAlertFeed(server: Server, row: AlertFeedRow): Promise<void> {
  let reading: Reading;
  try {
    reading = await take(server, row);
  } catch (error) {
    const failures = row.failures + 1;
    const state = failures >= FAILURES_UNTIL_FAILING ? ('failing' as const) : ('ok' as const);
    const fault = faultOf(error);
    await note(server, row, { failures, state, error: fault ?? 'unkept' });
    if (fault === null) throw error;
    return;
  }
  await note(server, row, reading.set);
  if (reading.unkept.length > 0)
    throw new AggregateError(reading.unkept, `Alerts of the feed ${row.id} could not be kept.`);
}

/** Somebody who paused or changed it meanwhile is right. */
const note = (server: Server, row: AlertFeedRow, set: Noted) =>
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

const DUE = { task: 'alert_feeds' as const, claim, read: readAlertFeed };
export const readDueAlertFeeds = (server: Server, onFault: (error: unknown) => void) =>
  readDue(server, DUE, onFault);
export const startAlertFeeds = (server: Server, onFault: (error: unknown) => void) =>
  startReading(server, DUE, onFault);
