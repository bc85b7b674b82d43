import { mostOut } from '../../../shared/playout/leases/size.ts';
import { leastLeft, playsPerHour } from '../../../shared/sales/leaseGrant.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { playsUnderCaps } from '../budgets/used.ts';
import type { CampaignRow } from '../campaigns/listing.ts';
import { countedOf, leasedCampaign, limitsLeft } from './needs.ts';

/** What its leases allow: plays that may be out with screens at a time, and plays an hour that they are spread to. */
export async function leaseAllowance(ctx: TransactionContext, row: CampaignRow, currency: string) {
  const counted = await countedOf(ctx, row);
  const caps = (await playsUnderCaps(ctx, [row], 'granted')).get(row.id) ?? [];
  const limits = [...limitsLeft(row, counted, { currency, now: ctx.now }), ...caps];
  const left = leastLeft(limits);
  const isByShare = row.flights.some(({ sov_s_per_h }) => sov_s_per_h !== null);
  const { outstanding } = counted;
  const spread = { isByShare, outstanding };
  const perHour = left < 1 ? 0 : playsPerHour(leasedCampaign(row), limits, spread, ctx.now);
  return { may_hold: mostOut(left), per_hour: perHour === null ? null : Number(perHour.toPrecision(3)) };
}
