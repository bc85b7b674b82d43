/** Brings a deleted campaign back as it was; only drafts and those that are over are ever deleted. */
import { and, eq } from 'drizzle-orm';
import type { Campaign } from '../../../shared/contract/sales/campaign.ts';
import { requireFound, requireRestorable } from '../../db/rows.ts';
import { campaigns } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { campaignListing } from './listing.ts';
import { campaignInReach } from '../../fleet/devices/members.ts';
import { writeCampaign } from './writes.ts';

export async function restoreCampaign(ctx: TransactionContext, id: string): Promise<Campaign> {
  const [found] = await ctx.tx
    .select()
    .from(campaigns)
    .where(and(eq(campaigns.tenant_id, ctx.tenant_id), eq(campaigns.id, id), campaignInReach(ctx)))
    .for('update');
  const row = requireFound(found, 'campaign');
  requireRestorable(row.deleted_at, ctx.now);
  ctx.auditNote.before = row;
  await writeCampaign(ctx, row, { deleted_at: null });
  return campaignListing.read(ctx, id);
}
