/** Why an auction leaves out an account, a partner, a screen or a deal. The planner decides by it, and the explanation of a deal names it. */
import { and, eq, isNull, sql, type SQL } from 'drizzle-orm';
import { instant } from '../../../shared/clock.ts';
import type { KeptOut, PartnerKeptOut, ScreenKeptOut } from '../../../shared/contract/programmatic/deal.ts';
import { KILL_SWITCHES } from '../../../shared/contract/programmatic/partners/suspended.ts';
import { OPENRTB_KINDS } from '../../../shared/contract/programmatic/tester/openrtbKinds.ts';
import type { Coordinates } from '../../../shared/contract/playout/fence.ts';
import { localAt, startDayOf } from '../../../shared/playout/rights.ts';
import type { Server } from '../../context/server.ts';
import { requireFound } from '../../db/rows.ts';
import {
  devices,
  inventoryMappings,
  listings,
  partners,
  tenants,
  type deals,
  type placements,
} from '../../db/schema.ts';
import { featuresOff, ownLayers } from '../../identity/tenants/layers.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { MOST_OFFLINE_H } from '../../proof/analytics/history.ts';
import { isInInventory, type OfferedScreen } from '../deals/dealInventory.ts';
import { secretOf } from '../partners/credentials.ts';
import { endpointOf } from '../partners/endpoint.ts';
import type { PartnerRow } from '../partners/partners.ts';
import type { Slot } from './slots.ts';

const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
type DealRow = typeof deals.$inferSelect;

export async function ownerOf({ tx, tenant_id }: TransactionContext) {
  const [tenant] = await tx
    .select({
      ...{ id: tenants.id, name: tenants.name, currency: tenants.currency, country: tenants.country },
      status: tenants.status,
    })
    .from(tenants)
    .where(eq(tenants.id, tenant_id));
  return requireFound(tenant, 'tenant');
}
/** Nothing of the account is sold. */
export async function accountKeptOut(ctx: TransactionContext): Promise<KeptOut | null> {
  if (featuresOff(await ownLayers(ctx)).includes('programmatic')) return 'feature_off';
  return (await ownerOf(ctx)).status === 'active' ? null : 'account_state';
}

export const partnerKeptOut = sql<PartnerKeptOut | null>`case
  when ${partners.state} = 'suspended' and ${partners.suspended_by} = any(${sql.param([...KILL_SWITCHES])}::text[]) then 'kill_switch'
  when ${partners.state} <> 'active' then 'partner_state'
  when ${partners.kind} <> all(${sql.param([...OPENRTB_KINDS])}::text[]) then 'partner_kind' end`;
/** A screen that no history makes believable is not looked at; the others by their own (`reach.ts`). */
export const screenKeptOut = (now: number): SQL<ScreenKeptOut | null> => sql`case
  when ${inventoryMappings.state} <> 'mapped' then 'unmapped'
  when ${devices.state} <> 'active' or ${devices.deleted_at} is not null then 'screen_state'
  when ${devices.last_seen_at} is null
    or ${devices.last_seen_at} < ${instant(now - MOST_OFFLINE_H * HOUR_MS)}::timestamptz then 'unheard' end`;

/** Nothing can be sent to a partner: it has no address, or its secret was sealed with another key, as after a wrong restore. */
export function callsKeptOut(server: Server, partner: PartnerRow): KeptOut | null {
  if (endpointOf(server, partner) === null) return 'no_endpoint';
  try {
    secretOf(server, partner);
    return null;
  } catch {
    return 'no_secret';
  }
}

/** A partner does not buy in the country of the account, or not as far ahead as the spot lies. */
export function buyerKeptOut(
  { regions, max_lead_s }: Pick<PartnerRow, 'regions' | 'max_lead_s'>,
  { country, slot, now }: { country: string | null; slot: Slot; now: number },
): 'region' | 'lead' | null {
  if (regions.length > 0 && (country === null || !regions.includes(country))) return 'region';
  return slot.from - now > max_lead_s * SECOND_MS ? 'lead' : null;
}
/** What is not sold in a currency that a partner bids in is not offered to it. */
export const bidsIn = ({ currencies }: Pick<PartnerRow, 'currencies'>, currency: string) =>
  currencies.includes(currency);

/** The floor of its listing, for a thousand; none without one. */
export async function floorOf(
  { tx, tenant_id }: TransactionContext,
  listing_id: string | null,
  currency: string,
) {
  if (listing_id === null) return { micros: 0, currency };
  const [listing] = await tx
    .select({ micros: listings.floor_micros, currency: listings.currency })
    .from(listings)
    .where(and(eq(listings.tenant_id, tenant_id), eq(listings.id, listing_id), isNull(listings.deleted_at)));
  return listing ?? { micros: 0, currency };
}

export interface MappedScreen {
  placement: Pick<typeof placements.$inferSelect, 'id' | 'venue_ids' | 'media' | 'movable'>;
  device: Pick<typeof devices.$inferSelect, 'tags' | 'reported'>;
  location: Coordinates | null;
}
/** A screen that stands is where its location is, whether or not it has a position of its own. */
export function offeredScreen({ placement, device, location }: MappedScreen): OfferedScreen {
  const reported = device.reported?.place ?? null;
  const place = placement.movable ? reported : (location ?? reported);
  return { placement, tags: device.tags, place };
}

/** A deal is not for that time. */
export function dealKeptOut(
  { starts_at, ends_at, dayparts, tz }: Pick<DealRow, 'starts_at' | 'ends_at' | 'dayparts' | 'tz'>,
  at: number,
): 'before' | 'after' | 'hours' | null {
  if (at < starts_at.getTime()) return 'before';
  if (at >= ends_at.getTime()) return 'after';
  const local = localAt(at, tz);
  return dayparts.length === 0 || dayparts.some(one => startDayOf(one, local) !== null) ? null : 'hours';
}
/** A deal is not for that screen. Bids are compared in the currency of its floor: a deal in any other could never win. */
export function dealScreenKeptOut(
  { floor, inventory }: Pick<DealRow, 'floor' | 'inventory'>,
  { currency, ...screen }: OfferedScreen & { currency: string },
): 'screen_currency' | 'inventory' | null {
  if (floor.currency !== currency) return 'screen_currency';
  return isInInventory(inventory, screen) ? null : 'inventory';
}
export const isOffered = (deal: DealRow, screen: OfferedScreen & { currency: string }, at: number) =>
  dealKeptOut(deal, at) === null && dealScreenKeptOut(deal, screen) === null;
