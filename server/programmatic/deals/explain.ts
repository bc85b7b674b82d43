/** Why a deal would or would not be in the next request to its partner: what the planner decides by, one check after the other. */
import { and, eq, inArray, isNotNull, isNull, sql } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import {
  SCREEN_KEPT_OUT,
  type Deal,
  type explainDeal,
  type KeptOut,
  type PartnerKeptOut,
} from '../../../shared/contract/programmatic/deal.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { rowCount } from '../../db/lists.ts';
import { requireFound } from '../../db/rows.ts';
import { creativeMappings, creatives, deals, partners } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { dropOf } from '../adapters/breaker.ts';
import { auditStateAt } from '../inventory/auditState.ts';
import type { PartnerRow } from '../partners/partners.ts';
import {
  accountKeptOut,
  bidsIn,
  buyerKeptOut,
  callsKeptOut,
  dealKeptOut,
  ownerOf,
  partnerKeptOut,
} from '../planner/keptOut.ts';
import { breakerOf } from '../planner/opportunities.ts';
import { firstSlot } from '../planner/slots.ts';
import { soldByDay, soldOn } from './dailyCap.ts';
import { dealListing } from './deals.ts';
import { dealScreens } from './dealScreens.ts';

type Explained = Answer<typeof explainDeal>;
type DealRow = typeof deals.$inferSelect;
const PERCENT = 100;

/** Those of its partner that may be shown: whoever lets us approve beforehand may also bid what is only pre-approved. */
export async function creativesOf(
  ctx: TransactionContext,
  { partner_id, allowed_crids }: Pick<Deal, 'partner_id' | 'allowed_crids'>,
): Promise<number> {
  const [row] = await ctx.tx
    .select({ n: rowCount })
    .from(creativeMappings)
    .innerJoin(partners, eq(partners.id, creativeMappings.partner_id))
    .innerJoin(creatives, eq(creatives.id, creativeMappings.creative_id))
    .where(
      and(
        ...[eq(creativeMappings.tenant_id, ctx.tenant_id), eq(creativeMappings.partner_id, partner_id)],
        ...[isNull(creativeMappings.deleted_at), isNotNull(creativeMappings.sha256)],
        sql`(${auditStateAt(ctx)} = 'approved'
          or ${auditStateAt(ctx)} = 'pre_approved' and not ${partners.requires_creative_preapproval})`,
        allowed_crids.length > 0 ? inArray(creativeMappings.crid, allowed_crids) : undefined,
      ),
    );
  return row?.n ?? 0;
}

interface Read {
  deal: DealRow;
  partner: PartnerRow & { kept_out: PartnerKeptOut | null };
}
export async function readDeal({ tx, tenant_id }: TransactionContext, id: string): Promise<Read> {
  const [row] = await tx
    .select({ deal: deals, partner: partners, kept_out: partnerKeptOut })
    .from(deals)
    .innerJoin(partners, eq(partners.id, deals.partner_id))
    .where(and(eq(deals.tenant_id, tenant_id), eq(deals.id, id)));
  const { deal, partner, kept_out } = requireFound(row, 'deal');
  return { deal, partner: { ...partner, kept_out } };
}

const none = { count: null, found: null };
const failing = (reason: KeptOut | null) => ({ passed: reason === null, reason });

export async function explain(ctx: TransactionContext, id: string): Promise<Explained> {
  const { state } = await dealListing.read(ctx, id);
  const { deal, partner } = await readDeal(ctx, id);
  const { country } = await ownerOf(ctx);
  const slot = firstSlot(ctx.now);
  const buying = buyerKeptOut(partner, { country, slot, now: ctx.now });
  const { mode, unhealth } = await breakerOf(ctx, partner.id);
  const drop = dropOf(mode, unhealth);
  const time = dealKeptOut(deal, slot.from);
  const sold = soldOn(await soldByDay(ctx, [deal]), deal, slot.from);
  const screens = (await dealScreens(ctx, deal, partner)).map(one => one.by_auction ?? one.by_deal);
  const fitting = screens.filter(reason => reason === null).length;
  const creatives = await creativesOf(ctx, deal);
  const account = await accountKeptOut(ctx);
  const checks: Explained['checks'] = [
    { ...none, check: 'account', ...failing(account) },
    { check: 'partner', ...failing(partner.kept_out), count: null, found: partner.state },
    {
      ...{ ...none, check: 'region', ...failing(buying === 'region' ? buying : null) },
      found: country,
    },
    {
      check: 'calls',
      ...failing(callsKeptOut(ctx.server, partner) ?? (drop < 1 ? null : 'breaker')),
      ...{ count: Math.round(drop * PERCENT), found: null },
    },
    { ...none, check: 'state', ...failing(state === 'active' ? null : 'deal_state'), found: state },
    {
      ...{ ...none, check: 'time' },
      ...failing(buying === 'lead' ? buying : time === 'hours' ? null : time),
      found: (time === 'before' ? deal.starts_at : deal.ends_at).toISOString(),
    },
    { ...none, check: 'hours', ...failing(time === 'hours' ? time : null), found: deal.tz },
    {
      ...{ check: 'daily_cap', count: sold },
      ...failing(deal.daily_cap === null || sold < deal.daily_cap ? null : 'daily_cap'),
      found: deal.daily_cap === null ? null : String(deal.daily_cap),
    },
    {
      ...{ ...none, check: 'floor', found: deal.floor.currency },
      ...failing(bidsIn(partner, deal.floor.currency) ? null : 'partner_currency'),
    },
    { ...none, check: 'screens', ...failing(fitting > 0 ? null : 'no_screen'), count: fitting },
    { ...none, check: 'creatives', ...failing(creatives > 0 ? null : 'no_creative'), count: creatives },
  ];
  const screens_left_out = SCREEN_KEPT_OUT.map(reason => ({
    reason,
    count: screens.filter(one => one === reason).length,
  })).filter(({ count }) => count > 0);
  const is_eligible = checks.every(({ passed }) => passed);
  return { is_eligible, as_of: instant(ctx.now), checks, screens_left_out };
}
