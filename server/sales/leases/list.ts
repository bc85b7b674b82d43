/** What of a campaign is out with screens, for whoever looks at why it is not delivered. */
import { sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import type { CampaignLeases } from '../../../shared/contract/sales/campaignCalls.ts';
import { rowsOf } from '../../db/rows.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { campaignListing } from '../campaigns/listing.ts';
import { deviceIdInReach } from '../campaigns/targets.ts';
import { openPlays, outstandingOf } from './needs.ts';

const SHOWN = 50;

export async function leasesOf(ctx: TransactionContext, id: string): Promise<CampaignLeases> {
  /** Whoever may not see the campaign is answered as if it were not there. */
  await campaignListing.read(ctx, id);
  const { tx, tenant_id, now } = ctx;
  const rows = rowsOf<{
    id: string;
    device_id: string;
    device_name: string;
    outstanding: number;
    max_plays: number;
    state: CampaignLeases['leases'][number]['state'];
    play_ms: number;
    report_ms: number;
  }>(
    await tx.execute(sql`
      select l.id, l.device_id, d.name as device_name, ${openPlays}::int as outstanding, l.max_plays,
        case when l.returned_at is not null then 'returned' when l.held_at is not null or l.reported > 0 then 'held'
          else 'granted' end as state,
        (extract(epoch from l.play_deadline) * 1000)::float8 as play_ms,
        (extract(epoch from l.report_deadline) * 1000)::float8 as report_ms
      from leases l join devices d on d.id = l.device_id
      where l.tenant_id = ${tenant_id} and l.campaign_id = ${id} and l.released_at is null
        and ${deviceIdInReach(ctx, sql`l.device_id`)}
        and l.report_deadline > ${instant(now)}::timestamptz and ${openPlays} > 0
      order by l.report_deadline, l.id limit ${SHOWN}`),
  );
  return {
    outstanding: (await outstandingOf(ctx, [id])).get(id) ?? 0,
    leases: rows.map(({ play_ms, report_ms, ...row }) => ({
      ...row,
      play_deadline: instant(play_ms),
      report_deadline: instant(report_ms),
    })),
  };
}
