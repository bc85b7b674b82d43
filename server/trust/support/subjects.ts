/** Campaigns and invoices that a ticket may be about: those its writer may see on their own pages. */
import { and, desc, eq, isNotNull, isNull, type SQL } from 'drizzle-orm';
import { allows, cellOf } from '../../../shared/contract/wire/access.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { campaigns, invoices } from '../../db/schema.ts';
import type { UserPrincipal } from '../../http/principal.ts';
import { campaignInReach } from '../../fleet/devices/members.ts';
import type { TransactionContext } from '../../transaction/context.ts';

const MAX_CHOICES = 500;
interface Choice {
  id: string;
  name: string;
}

/** The rule of campaigns, not that of tickets, says which of them a role sees. */
const campaignScope = (ctx: TransactionContext, { role }: UserPrincipal): SQL | undefined =>
  and(
    eq(campaigns.tenant_id, ctx.tenant_id),
    isNull(campaigns.deleted_at),
    campaignInReach({ ...ctx, rule: cellOf(role, 'campaigns').rule }),
  );
export async function campaignsInReach(
  ctx: TransactionContext,
  principal: UserPrincipal,
  id?: string,
): Promise<Choice[]> {
  if (!allows(principal.role, 'campaigns', 'R')) return [];
  return ctx.tx
    .select({ id: campaigns.id, name: campaigns.name })
    .from(campaigns)
    .where(and(campaignScope(ctx, principal), id === undefined ? undefined : eq(campaigns.id, id)))
    .orderBy(desc(campaigns.created_at), desc(campaigns.id))
    .limit(MAX_CHOICES);
}

/** A draft has no number to name it by. */
export async function invoicesInReach(
  { tx, tenant_id }: TransactionContext,
  { role }: UserPrincipal,
  id?: string,
): Promise<(Choice & { number: string })[]> {
  if (!allows(role, 'billing', 'R')) return [];
  const rows = await tx
    .select({ id: invoices.id, number: invoices.number, customer: invoices.customer_name })
    .from(invoices)
    .where(
      and(
        eq(invoices.tenant_id, tenant_id),
        isNull(invoices.deleted_at),
        isNotNull(invoices.number),
        id === undefined ? undefined : eq(invoices.id, id),
      ),
    )
    .orderBy(desc(invoices.sent_at), desc(invoices.id))
    .limit(MAX_CHOICES);
  return rows.map(row => {
    const number = row.number ?? '';
    return { id: row.id, number, name: `${number} ${row.customer}` };
  });
}

const refused = (field: string, what: string) => {
  const text = `There is no such ${what}.`;
  return new AppError('VALIDATION', text, { [field]: [text] });
};
interface Named {
  campaign_id: string | null;
  invoice_id: string | null;
}
/** What a new ticket names beside its device, with the names it is read by. */
export async function subjectsOf(
  ctx: TransactionContext,
  principal: UserPrincipal,
  { campaign_id, invoice_id }: Named,
) {
  const [campaign] = campaign_id === null ? [] : await campaignsInReach(ctx, principal, campaign_id);
  if (campaign_id !== null && !campaign) throw refused('campaign_id', 'campaign');
  const [invoice] = invoice_id === null ? [] : await invoicesInReach(ctx, principal, invoice_id);
  if (invoice_id !== null && !invoice) throw refused('invoice_id', 'invoice');
  return {
    ...{ campaign_id, campaign_name: campaign?.name ?? null },
    ...{ invoice_id, invoice_number: invoice?.number ?? null },
  };
}
