/** The rules of codes as screens are given them. */
import { and, asc, eq, isNull } from 'drizzle-orm';
import type { CodeRule } from '../../../shared/contract/playout/codes.ts';
import { qrRules } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

export async function codeRulesOf({
  tx,
  tenant_id,
}: Pick<TransactionContext, 'tx' | 'tenant_id'>): Promise<CodeRule[]> {
  const rules = await tx
    .select({
      number: qrRules.number,
      kinds: qrRules.kinds,
      dayparts: qrRules.dayparts,
      campaign_ids: qrRules.campaign_ids,
      place: qrRules.place,
      size_pct: qrRules.size_pct,
      min_show_s: qrRules.min_show_s,
    })
    .from(qrRules)
    .where(and(eq(qrRules.tenant_id, tenant_id), eq(qrRules.status, 'active'), isNull(qrRules.deleted_at)))
    .orderBy(asc(qrRules.rank));
  /** A document says nothing of a rule for all campaigns that it did not say before there were others. */
  return rules.map(({ campaign_ids, ...rule }) => ({
    ...rule,
    ...(campaign_ids.length > 0 && { campaign_ids }),
  }));
}
