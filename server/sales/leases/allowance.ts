import { mostOut, playsPerHour } from '../../../shared/playout/leases/size.ts';
import { planLeft } from '../../../shared/sales/leaseGrant.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { playsUnderCaps } from '../budgets/used.ts';
import type { CampaignRow } from '../campaigns/listing.ts';
import { countedOf, leasedCampaign, leftOf } from './needs.ts';

/** What its leases allow: plays that may be out with screens at a time, and plays an hour that they are spread to. */
export async function leaseAllowance(ctx: TransactionContext, row: CampaignRow, currency: string) {
  const counted = await countedOf(ctx, row);
  const capped = (await playsUnderCaps(ctx, [row], 'granted')).get(row.id) ?? Infinity;
  const left = Math.max(0, Math.min(leftOf(row, counted, currency), capped));
  const isByShare = row.flights.some(({ sov_s_per_h }) => sov_s_per_h !== null);
  const plan = planLeft(leasedCampaign(row), isByShare, ctx.now);
  const perHour = left < 1 ? 0 : playsPerHour(plan, left - counted.outstanding);
  return { may_hold: mostOut(left), per_hour: perHour === null ? null : Number(perHour.toPrecision(3)) };
}
