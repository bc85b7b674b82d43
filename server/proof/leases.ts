/** The leases that a batch of plays names, and what was handed in under each. */
import { and, eq, inArray, sql } from 'drizzle-orm';
import { rowsOf } from '../db/rows.ts';
import { campaigns, leases } from '../db/schema.ts';
import { needsLease } from '../../shared/contract/sales/needsLease.ts';
import type { TransactionContext } from '../transaction/context.ts';
import { freeByVersion } from './issued.ts';
import type { NewPlay } from './judge.ts';
import { countsUnderLease, type LeaseFacts } from './underLease.ts';

interface NamedByPlays {
  lease_ids: readonly string[];
  campaign_ids: readonly string[];
  /** Of the documents of plays that name no lease. */
  versions: readonly number[];
}
/**
 * Locked, in the order of their ids: two batches of a screen at once would each take the plays that the other leaves.
 * `since`: from which version of its documents on each campaign was given to this screen under leases.
 */
export async function leaseFactsOf(
  ctx: TransactionContext,
  device_id: string,
  { lease_ids, campaign_ids, versions }: NamedByPlays,
): Promise<LeaseFacts> {
  const { tx, tenant_id } = ctx;
  const rows =
    lease_ids.length === 0
      ? []
      : rowsOf<{
          id: string;
          device_id: string;
          campaign_id: string;
          most: number;
          reported: number;
          granted_ms: number;
          play_ms: number;
          report_ms: number;
        }>(
          await tx.execute(sql`
            select l.id, l.device_id, l.campaign_id, l.max_plays - l.returned as most, l.reported,
              (extract(epoch from l.created_at) * 1000)::float8 as granted_ms,
              (extract(epoch from l.play_deadline) * 1000)::float8 as play_ms,
              (extract(epoch from l.report_deadline) * 1000)::float8 as report_ms
            from leases l where l.tenant_id = ${tenant_id}
              and l.id = any(${sql.param([...lease_ids])}::uuid[])
            order by l.id for update`),
        );
  const first =
    campaign_ids.length === 0
      ? []
      : await tx
          .select({ campaign: campaigns, version: sql<number>`min(${leases.manifest_version})::int` })
          .from(campaigns)
          .innerJoin(leases, and(eq(leases.campaign_id, campaigns.id), eq(leases.device_id, device_id)))
          .where(and(eq(campaigns.tenant_id, tenant_id), inArray(campaigns.id, [...campaign_ids])))
          .groupBy(campaigns.id);
  const since = new Map(
    first
      .filter(({ campaign }) => needsLease(campaign))
      .map(({ campaign, version }) => [campaign.id, version]),
  );
  return {
    leases: new Map(rows.map(({ id, ...lease }) => [id, lease])),
    since,
    free: since.size === 0 ? new Map() : await freeByVersion(ctx, device_id, versions),
  };
}

/** `plays`: those that were stored; in the same transaction, so that none is ever counted twice. */
export async function countReported(
  { tx, tenant_id }: TransactionContext,
  plays: readonly NewPlay[],
): Promise<void> {
  const counts = new Map<string, number>();
  for (const { record, reasons } of plays)
    if (record.lease_id !== undefined && countsUnderLease(record, reasons))
      counts.set(record.lease_id, (counts.get(record.lease_id) ?? 0) + 1);
  if (counts.size === 0) return;
  const rows = [...counts].map(([id, n]) => ({ id, n }));
  await tx.execute(sql`
    update leases l set reported = l.reported + x.n
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as x(id uuid, n int)
    where l.id = x.id and l.tenant_id = ${tenant_id}`);
}
