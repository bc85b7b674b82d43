/** Screens that the partner of a deal knows, with why an auction leaves them out and why the deal does. */
import type { ScreenKeptOut } from '../../../shared/contract/programmatic/deal.ts';
import type { deals } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { PartnerRow } from '../partners/partners.ts';
import { createHistories } from '../planner/histories.ts';
import { bidsIn, dealScreenKeptOut, floorOf, offeredScreen, ownerOf } from '../planner/keptOut.ts';
import { mappingsOf } from '../planner/mapped.ts';
import { nextOffer } from '../planner/reach.ts';
import type { OfferedScreen } from './dealInventory.ts';

type DealRow = typeof deals.$inferSelect;
export interface DealScreen extends OfferedScreen {
  device_id: string;
  isRetired: boolean;
  by_auction: ScreenKeptOut | null;
  by_deal: ScreenKeptOut | null;
}

export async function dealScreens(
  ctx: TransactionContext,
  deal: Pick<DealRow, 'floor' | 'inventory'>,
  partner: Pick<PartnerRow, 'id' | 'currencies' | 'max_lead_s'>,
): Promise<DealScreen[]> {
  const { currency } = await ownerOf(ctx);
  const floors = new Map<string | null, string>();
  const histories = createHistories(ctx.server.clock);
  const found: DealScreen[] = [];
  for (const { kept_out, ...row } of await mappingsOf(ctx, partner.id)) {
    const { listing_id } = row.placement;
    const own = floors.get(listing_id) ?? (await floorOf(ctx, listing_id, currency)).currency;
    floors.set(listing_id, own);
    const screen = offeredScreen(row);
    const offer = { histories, offered_until: null, max_lead_s: partner.max_lead_s };
    const by_auction = kept_out ?? (await nextOffer(ctx, row, offer)).kept_out;
    const { id: device_id, state } = row.device;
    found.push({
      ...{ ...screen, device_id, isRetired: state === 'retired', by_auction },
      by_deal: bidsIn(partner, own)
        ? dealScreenKeptOut(deal, { ...screen, currency: own })
        : 'screen_currency',
    });
  }
  return found;
}
