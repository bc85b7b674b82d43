/** What a partner can be asked for, read from what it is set to and what it knows. */
import { and, eq, isNull, sql } from 'drizzle-orm';
import { PLACEMENT_MEDIA } from '../../../shared/contract/programmatic/placement.ts';
import type { partnerCapabilities } from '../../../shared/contract/programmatic/partner.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { rowCount } from '../../db/lists.ts';
import { creativeMappings, creatives } from '../../db/schema.ts';
import { ownLayers, placeDecimalsOf } from '../../identity/tenants/layers.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { auditStateAt } from '../inventory/auditState.ts';
import { partnerListing } from './listing.ts';
import { missingOf } from './readiness.ts';

export async function capabilitiesOf(
  ctx: TransactionContext,
  id: string,
): Promise<Answer<typeof partnerCapabilities>> {
  const partner = await partnerListing.read(ctx, id);
  const [counted] = await ctx.tx
    .select({ n: rowCount })
    .from(creativeMappings)
    .leftJoin(creatives, eq(creatives.id, creativeMappings.creative_id))
    .where(
      and(
        ...[eq(creativeMappings.tenant_id, ctx.tenant_id), eq(creativeMappings.partner_id, id)],
        isNull(creativeMappings.deleted_at),
        sql`${auditStateAt(ctx)} in ('pre_approved', 'approved')`,
      ),
    );
  return {
    openrtb: { version: '2.6', gzip: partner.request_gzip },
    capabilities: { dooh: { mediaTypes: PLACEMENT_MEDIA.filter(medium => partner.media[medium]) } },
    currencies: partner.currencies,
    place_decimals: placeDecimalsOf(await ownLayers(ctx)),
    screens: partner.mapped,
    creatives: counted?.n ?? 0,
    missing: missingOf(partner),
  };
}
