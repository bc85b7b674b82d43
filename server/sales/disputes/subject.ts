/** What a dispute is about: which plays, and in which currency they are paid. */
import { and, eq, isNull } from 'drizzle-orm';
import { dateOf } from '../../../shared/clock.ts';
import type { disputes as entity } from '../../../shared/contract/sales/dispute.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { dayStart } from '../../../shared/i18n/format.ts';
import { requireFound } from '../../db/rows.ts';
import { bids, campaigns, partners, plays, tenants, type disputes } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { findInvoice } from '../billing/invoices.ts';
import { refuseField } from '../billing/lines.ts';

type DisputeInput = Body<NonNullable<typeof entity.create>>;
type DisputeInsert = typeof disputes.$inferInsert;
export type Subject = Pick<DisputeInsert, 'scope' | 'subject' | 'currency'> &
  Partial<
    Pick<
      DisputeInsert,
      'campaign_id' | 'invoice_id' | 'line_id' | 'partner_id' | 'dealid' | 'play_id' | 'from' | 'to'
    >
  >;

async function tenantOf({ tx, tenant_id }: TransactionContext) {
  const { tz, currency } = tenants;
  const [row] = await tx.select({ tz, currency }).from(tenants).where(eq(tenants.id, tenant_id));
  return requireFound(row, 'tenant');
}
const missing = (field: string) => refuseField(field, 'There is no such row.');

async function campaignSubject(ctx: TransactionContext, id: string, currency: string): Promise<Subject> {
  const [row] = await ctx.tx
    .select({ name: campaigns.name })
    .from(campaigns)
    .where(and(eq(campaigns.tenant_id, ctx.tenant_id), eq(campaigns.id, id), isNull(campaigns.deleted_at)));
  if (!row) return missing('campaign_id');
  return { scope: 'campaign', subject: row.name, campaign_id: id, currency };
}
async function partnerSubject(ctx: TransactionContext, id: string, currency: string): Promise<Subject> {
  const [row] = await ctx.tx
    .select({ name: partners.name })
    .from(partners)
    .where(and(eq(partners.tenant_id, ctx.tenant_id), eq(partners.id, id)));
  if (!row) return missing('partner_id');
  return { scope: 'partner', subject: row.name, partner_id: id, currency };
}

/** Drafts can still be changed, so there is nothing to dispute of them. */
async function invoiceSubject(
  ctx: TransactionContext,
  { invoice_id, line_id }: { invoice_id: string; line_id: string | null },
): Promise<Subject> {
  const row = await findInvoice(ctx, invoice_id);
  if (row.deleted_at !== null || row.number === null || row.state === 'void')
    return refuseField('invoice_id', 'Only an invoice that was sent can be disputed.');
  const line = row.lines.find(one => one.id === line_id);
  if (line_id !== null && !line) return refuseField('line_id', 'There is no such line.');
  const times = (line ? [line] : row.lines).flatMap(({ evidence }) =>
    evidence?.from && evidence.to ? [[Date.parse(evidence.from), Date.parse(evidence.to)] as const] : [],
  );
  return {
    ...{ scope: 'invoice', invoice_id, line_id, currency: row.currency },
    subject: [row.number, row.customer_name, line?.text].filter(Boolean).join(' '),
    ...(times.length > 0 && {
      from: dateOf(Math.min(...times.map(([from]) => from))),
      to: dateOf(Math.max(...times.map(([, to]) => to))),
    }),
  };
}

/** Of the partner that bought it, or else of its campaign. */
async function playSubject(ctx: TransactionContext, play_id: string, currency: string): Promise<Subject> {
  const [play] = await ctx.tx
    .select({ campaign_id: plays.campaign_id, started_at: plays.started_at })
    .from(plays)
    .where(and(eq(plays.tenant_id, ctx.tenant_id), eq(plays.play_id, play_id)));
  if (!play) return missing('play_id');
  const [bid] = await ctx.tx
    .select({ partner_id: bids.partner_id, dealid: bids.dealid, cur: bids.cur, played_at: bids.played_at })
    .from(bids)
    .where(and(eq(bids.tenant_id, ctx.tenant_id), eq(bids.play_id, play_id)));
  const at = (bid?.played_at ?? play.started_at).getTime();
  const moment = { play_id, from: dateOf(at), to: dateOf(at + 1) };
  if (bid)
    return {
      ...(await partnerSubject(ctx, bid.partner_id, bid.cur ?? currency)),
      ...{ ...moment, dealid: bid.dealid },
    };
  if (play.campaign_id === null) return refuseField('play_id', 'Nobody pays for this play.');
  return { ...(await campaignSubject(ctx, play.campaign_id, currency)), ...moment };
}

export async function subjectOf(ctx: TransactionContext, input: DisputeInput): Promise<Subject> {
  const { tz, currency: own } = await tenantOf(ctx);
  const found = await named();
  if (input.currency !== undefined && input.currency !== found.currency)
    return refuseField('currency', `It is paid in ${found.currency}.`);
  const { first_day, last_day } = input;
  if (first_day === null || last_day === null || found.scope === 'invoice' || found.play_id) return found;
  const from = dateOf(Date.parse(dayStart(first_day, tz)));
  return { ...found, from, to: dateOf(Date.parse(dayStart(last_day, tz, 1))) };

  function named(): Promise<Subject> {
    const { play_id, invoice_id, line_id, campaign_id, partner_id, dealid } = input;
    if (play_id) return playSubject(ctx, play_id, own);
    if (invoice_id) return invoiceSubject(ctx, { invoice_id, line_id });
    if (campaign_id) return campaignSubject(ctx, campaign_id, own);
    return partnerSubject(ctx, partner_id ?? '', input.currency ?? own).then(one => ({ ...one, dealid }));
  }
}
