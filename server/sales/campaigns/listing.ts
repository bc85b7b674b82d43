/** Campaigns as they are listed and read, with what was delivered of each. */
import { and, eq, getTableColumns, inArray, isNotNull, isNull, or, sql } from 'drizzle-orm';
import {
  BOOKED,
  campaigns as contract,
  hasWaitingChange,
  UNDECIDED,
  type Campaign,
} from '../../../shared/contract/sales/campaign.ts';
import { rolesWith } from '../../../shared/contract/wire/access.ts';
import { commonFieldsOf } from '../../db/rows.ts';
import { campaigns, tenants } from '../../db/schema.ts';
import { leftToAnother } from '../../resource/editors.ts';
import { asSelectQuery, listing } from '../../resource/listing.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { outstandingOf } from '../leases/needs.ts';
import { costOfPlays } from '../../../shared/money.ts';
import { playsDelivered, goalOf, healthOf } from './progress.ts';
import { plannedShare } from '../../../shared/sales/plan.ts';
import { campaignInReach } from '../../fleet/devices/members.ts';
import { countScreens } from './targets.ts';

export type CampaignRow = typeof campaigns.$inferSelect;
type ListedRow = CampaignRow & { currency: string };
export const DECIDERS = rolesWith('campaigns', 'A');

const awaitsApproval = (row: CampaignRow) => row.state === 'submitted' || hasWaitingChange(row);
/** The same in SQL; whose screens play it learns of no edit. */
const approvalColumn = ({ rule }: TransactionContext) => {
  const isChanged = and(
    ...[isNotNull(campaigns.change), isNull(campaigns.change_reason), inArray(campaigns.state, [...BOOKED])],
  );
  const isAwaited = or(eq(campaigns.state, 'submitted'), rule === 'own_devices' ? undefined : isChanged);
  return sql`case when ${isAwaited} then 'awaited' else '' end`;
};

/** What only the server needs. */
const internalOf = ({
  device_ids: _devices,
  group_ids: _groups,
  creative_ids: _creatives,
  issued_creative_ids: _issued,
  issued_places: _places,
  plays_per_h: _pace,
  edited_by: _editors,
  screens_seen: _seen,
  screens_online: _online,
  lease_due_at: _due,
  ...row
}: ListedRow) => row;

/** What is agreed with an advertiser is not for whose screens play it. */
const WITHOUT_TERMS = {
  ...{ budget_minor: null, daily_minor: null, bid_micros: null, spent_minor: 0, note: '' },
  ...{ change: null, change_reason: null },
} as const;

export const campaignListing = listing(contract)<ListedRow>({
  from: (tx, fields) =>
    asSelectQuery(
      tx
        .select(fields as never)
        .from(campaigns)
        .innerJoin(tenants, eq(tenants.id, campaigns.tenant_id)),
    ),
  fields: { ...getTableColumns(campaigns), currency: tenants.currency },
  id: campaigns.id,
  scope: ctx => and(eq(campaigns.tenant_id, ctx.tenant_id), campaignInReach(ctx)),
  searchColumns: [campaigns.name, campaigns.advertiser],
  filterColumns: { state: campaigns.state, approval: approvalColumn },
  deleted_at: campaigns.deleted_at,
  created_at: campaigns.created_at,
  async serialize(ctx, rows): Promise<Campaign[]> {
    const ids = rows.map(({ id }) => id);
    const outstanding = await outstandingOf(ctx, ids);
    const [plays, screens] = [await playsDelivered(ctx, ids), await countScreens(ctx, ids)];
    const own = await leftToAnother(ctx, DECIDERS, rows.filter(awaitsApproval));
    return rows.map(row => {
      const delivered = plays.get(row.id) ?? 0;
      const goal = goalOf(row, row.currency);
      const isBegun = !UNDECIDED.includes(row.state);
      const expected = goal === null || !isBegun ? null : Math.round(goal * plannedShare(row, ctx.now));
      const listed = {
        ...internalOf(row),
        starts_at: row.starts_at.toISOString(),
        ends_at: row.ends_at.toISOString(),
        delivered,
        outstanding: outstanding.get(row.id) ?? 0,
        spent_minor: costOfPlays(delivered, row.bid_micros, row.currency),
        expected,
        health: healthOf(delivered, expected),
        screens: screens.get(row.id) ?? 0,
        change: row.change,
        is_own: own.has(row),
        ...commonFieldsOf(row),
      };
      return ctx.rule === 'own_devices' ? { ...listed, ...WITHOUT_TERMS } : listed;
    });
  },
});
