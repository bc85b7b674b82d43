/** Feeds of CAP: list and changes. */
import type { FastifyInstance } from 'fastify';
import { and, eq, getTableColumns, sql } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import { alertFeeds as contract } from '../../../shared/contract/alerts/alertFeed.ts';
import { commonFieldsOf, requireFound } from '../../db/rows.ts';
import { alertFeeds } from '../../db/schema.ts';
import { mount } from '../../http/route.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import { mountReads, mountWrites } from '../../resource/mount.ts';
import { repository, requireState } from '../../resource/repository.ts';
import type { TransactionContext } from '../../transaction/context.ts';

export type AlertFeedRow = typeof alertFeeds.$inferSelect;
const orNull = (time: Date | null) => time?.toISOString() ?? null;
const alertCount = sql<number>`(select count(*)::int from alerts where alerts.origin_id = alert_feeds.id
  and alerts.msg_type <> 'Cancel')`;

const feedListing = listing(contract)<AlertFeedRow & { alerts: number }>({
  from: (tx, fields) => asSelectQuery(tx.select(fields as never).from(alertFeeds)),
  fields: { ...getTableColumns(alertFeeds), alerts: alertCount },
  id: alertFeeds.id,
  scope: ({ tenant_id }) => eq(alertFeeds.tenant_id, tenant_id),
  searchColumns: [alertFeeds.name, alertFeeds.url],
  filterColumns: { state: alertFeeds.state, kind: alertFeeds.kind },
  deleted_at: alertFeeds.deleted_at,
  created_at: alertFeeds.created_at,
  serialize: (_ctx, rows) =>
    rows.map(
      ({ etag: _etag, last_modified: _modified, failures: _failures, followed: _followed, ...row }) => ({
        ...row,
        ...{ checked_at: orNull(row.checked_at), ok_at: orNull(row.ok_at) },
        due_at: row.state === 'paused' ? null : orNull(row.due_at),
        ...commonFieldsOf(row),
      }),
    ),
});

const FOR_ITS_SERVER = 'what its server named the last answer by';
const readAnew = (now: number) => ({
  ...{ due_at: dateOf(now), etag: null, last_modified: null },
  followed: [],
});
const kept = repository({
  entity: contract,
  table: alertFeeds,
  listing: feedListing,
  insertDefaults: ({ now }) => ({ due_at: dateOf(now) }),
  internalColumns: {
    failures: 'how often its reading failed',
    ...{ etag: FOR_ITS_SERVER, last_modified: FOR_ITS_SERVER },
    followed: 'which of its entries were read',
  },
});

async function act(ctx: TransactionContext, id: string, verb: keyof typeof contract.actions) {
  const isIt = and(eq(alertFeeds.id, id), eq(alertFeeds.tenant_id, ctx.tenant_id));
  const [row] = await ctx.tx.select().from(alertFeeds).where(isIt).for('update');
  const feed = requireFound(row?.deleted_at === null ? row : undefined, 'alert feed');
  ctx.auditNote.before = feed;
  requireState(contract.actions[verb], feed.state);
  const set = {
    refresh: readAnew(ctx.now),
    pause: { state: 'paused' as const },
    resume: { state: 'ok' as const, failures: 0, ...readAnew(ctx.now) },
  }[verb];
  await ctx.tx
    .update(alertFeeds)
    .set({ ...set, version: feed.version + 1, updated_at: dateOf(ctx.now) })
    .where(isIt);
  return feedListing.read(ctx, id);
}

export function alertFeedRoutes(app: FastifyInstance): void {
  mountReads(app, contract, feedListing);
  mountWrites(
    app,
    { ...contract, actions: {} },
    {
      ...kept,
      change: (ctx, id, expected, values) =>
        kept.change(ctx, id, expected, { ...values, ...readAnew(ctx.now) }),
    },
  );
  for (const verb of ['refresh', 'pause', 'resume'] as const)
    mount(app, contract.actionEndpoints[verb], ({ ctx, params }) => act(ctx, params.id, verb));
}
