/** What a rule applies to is of its own tenant. */
import { and, eq, inArray } from 'drizzle-orm';
import { AppError } from '../../shared/contract/wire/errors.ts';
import { campaigns, deviceGroups } from '../db/schema.ts';
import type { TransactionContext } from '../transaction/context.ts';

const refuse = (field: string, text: string) => new AppError('VALIDATION', text, { [field]: [text] });

/** One that was deleted may be restored, and its rule is edited meanwhile. */
export async function requireCampaigns(
  { tx, tenant_id }: TransactionContext,
  { campaign_ids = [] }: { campaign_ids?: string[] },
): Promise<void> {
  if (campaign_ids.length === 0) return;
  const found = await tx
    .select({ id: campaigns.id })
    .from(campaigns)
    .where(and(eq(campaigns.tenant_id, tenant_id), inArray(campaigns.id, campaign_ids)));
  if (found.length < new Set(campaign_ids).size) throw refuse('campaign_ids', 'There is no such campaign.');
}

/** A group that was deleted holds no screen any more: a rule that named it is edited meanwhile, too. */
export async function requireGroups(
  { tx, tenant_id }: TransactionContext,
  { group_ids = [] }: { group_ids?: string[] },
): Promise<void> {
  if (group_ids.length === 0) return;
  const found = await tx
    .select({ id: deviceGroups.id })
    .from(deviceGroups)
    .where(and(eq(deviceGroups.tenant_id, tenant_id), inArray(deviceGroups.id, group_ids)));
  if (found.length < new Set(group_ids).size) throw refuse('group_ids', 'There is no such group.');
}
