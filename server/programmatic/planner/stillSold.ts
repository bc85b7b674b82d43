/** While partners were asked, one may have been stopped, a deal ended or a creative refused: what they won then is not sold. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import type { AuditState } from '../../../shared/contract/programmatic/creativeMapping.ts';
import { LOSS } from '../../../shared/openrtb/auction/codes.ts';
import {
  creativeMappings,
  creatives,
  deals,
  devices,
  inventoryMappings,
  partners,
  placements,
} from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { dealStateOf } from '../deals/dealState.ts';
import { auditStateAt } from '../inventory/auditState.ts';
import type { Held } from './hold.ts';
import { screenKeptOut } from './keptOut.ts';

interface Sold {
  partner_id: string;
  dealid: string | null;
  crid: string | null;
}
/** Locks what it reads, so that a kill switch waits for the sale and then finds it. */
export async function isStillSold(
  ctx: TransactionContext,
  { partner_id, dealid, crid }: Sold,
): Promise<boolean> {
  const { tx, tenant_id, now } = ctx;
  const [partner] = await tx
    .select({ state: partners.state })
    .from(partners)
    .where(and(eq(partners.tenant_id, tenant_id), eq(partners.id, partner_id)))
    .for('share');
  if (partner?.state !== 'active') return false;
  if (dealid !== null) {
    const [deal] = await tx
      .select()
      .from(deals)
      .where(
        and(
          ...[eq(deals.tenant_id, tenant_id), eq(deals.partner_id, partner_id)],
          ...[eq(deals.deal_code, dealid), isNull(deals.deleted_at)],
        ),
      )
      .for('share');
    if (!deal || dealStateOf(deal, now) !== 'active') return false;
  }
  if (crid === null) return false;
  const [creative] = await tx
    .select({ state: sql<AuditState>`${auditStateAt(ctx)}` })
    .from(creativeMappings)
    .leftJoin(creatives, eq(creatives.id, creativeMappings.creative_id))
    .where(
      and(
        ...[eq(creativeMappings.tenant_id, tenant_id), eq(creativeMappings.partner_id, partner_id)],
        ...[eq(creativeMappings.crid, crid), isNull(creativeMappings.deleted_at)],
      ),
    )
    .for('share', { of: creativeMappings });
  return creative?.state === 'approved' || creative?.state === 'pre_approved';
}

/** Its screen is in service still, and its partner knows it. */
async function isStillOffered(
  { tx, tenant_id, now }: TransactionContext,
  { placement_id, partner_id }: { placement_id: string; partner_id: string },
): Promise<boolean> {
  const [row] = await tx
    .select({ kept_out: screenKeptOut(now) })
    .from(inventoryMappings)
    .innerJoin(placements, eq(placements.id, inventoryMappings.placement_id))
    .innerJoin(devices, eq(devices.id, placements.device_id))
    .where(
      and(
        ...[eq(inventoryMappings.tenant_id, tenant_id), eq(inventoryMappings.partner_id, partner_id)],
        ...[eq(inventoryMappings.placement_id, placement_id), isNull(inventoryMappings.deleted_at)],
        isNull(placements.deleted_at),
      ),
    );
  return row?.kept_out === null;
}

export async function withoutStopped(ctx: TransactionContext, held: Held): Promise<Held> {
  const winner = held.standings.find(({ outcome }) => outcome === 'won');
  if (!winner || held.isTest) return held;
  const { partner_id } = winner;
  const isOffered = await isStillOffered(ctx, { placement_id: held.opportunity.placement.id, partner_id });
  if (isOffered && (await isStillSold(ctx, { ...winner.bid, partner_id }))) return held;
  const lost = { outcome: 'lost', loss_code: LOSS.internal_error, clearing_micros: null } as const;
  return { ...held, standings: held.standings.map(one => (one === winner ? { ...one, ...lost } : one)) };
}
