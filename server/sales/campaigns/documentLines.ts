/** The lines of campaigns as screens are given them. */
import { createHash } from 'node:crypto';
import { and, eq, inArray, isNull, sql } from 'drizzle-orm';
import type { Fence } from '../../../shared/contract/playout/fence.ts';
import type { DocumentLine } from '../../../shared/contract/playout/flights.ts';
import type { DocumentItem } from '../../../shared/contract/playout/manifest.ts';
import { canonical } from '../../../shared/contract/wire/canonical.ts';
import { isApproved } from '../../content/creatives/approved.ts';
import { isQuarantined } from '../../content/creatives/quarantine.ts';
import { licenceEnd, mayStillBeShown } from '../../content/creatives/rights.ts';
import { derivedId, playableOf, type PlayableCreative } from '../../content/playlists/build.ts';
import { rightsOf } from '../../content/playlists/rights.ts';
import { creatives, locations, mediaAssets } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { needsLease } from '../../../shared/contract/sales/needsLease.ts';
import type { CampaignRow } from './listing.ts';

export interface LineSources {
  creatives: ReadonlyMap<string, PlayableCreative>;
  locations: ReadonlyMap<string, { lat: number; lng: number; radius_m: number }>;
}

/** What a campaign names of others. */
interface NamesSources {
  creative_ids: readonly string[];
  targeting: Pick<CampaignRow['targeting'], 'location_ids'>;
}
/** Of creatives: those with the file that was approved, not taken off, and still within their days. */
export async function lineSources(
  ctx: TransactionContext,
  rows: readonly NamesSources[],
): Promise<LineSources> {
  const { tx, tenant_id, now } = ctx;
  const creative_ids = [...new Set(rows.flatMap(row => row.creative_ids))];
  const location_ids = [...new Set(rows.flatMap(row => row.targeting.location_ids))];
  const playable =
    creative_ids.length === 0
      ? []
      : await tx
          .select({ creative: creatives, asset: mediaAssets, licence_until: licenceEnd })
          .from(creatives)
          .innerJoin(mediaAssets, eq(mediaAssets.id, creatives.asset_id))
          .where(
            and(
              ...[eq(creatives.tenant_id, tenant_id), inArray(creatives.id, creative_ids)],
              ...[isNull(creatives.deleted_at), isApproved, mayStillBeShown(now), sql`not ${isQuarantined}`],
            ),
          );
  const places =
    location_ids.length === 0
      ? []
      : await tx
          .select()
          .from(locations)
          .where(
            and(
              ...[eq(locations.tenant_id, tenant_id), inArray(locations.id, location_ids)],
              isNull(locations.deleted_at),
            ),
          );
  return {
    creatives: new Map(playable.flatMap(row => playableOf(row))),
    locations: new Map(places.map(({ id, lat, lng, radius_m }) => [id, { lat, lng, radius_m }])),
  };
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);
/** Says that two lines are of one advertiser, and not of which. */
const separationOf = ({ tenant_id, advertiser }: CampaignRow) =>
  shortHash(`${tenant_id} ${advertiser.toLowerCase()}`);

/** Of all its creatives. */
const categoriesOf = ({ creatives: own }: CampaignRow, sources: LineSources) =>
  [...new Set(own.flatMap(({ creative_id }) => sources.creatives.get(creative_id)?.cats ?? []))].sort();

const NO_RIGHTS = { dayparts: [], conditions: [], valid_from: null, valid_until: null };
function itemsOf(campaign: CampaignRow, sources: LineSources): DocumentItem[] {
  return campaign.creatives.flatMap(({ creative_id, weight }): DocumentItem[] => {
    const creative = sources.creatives.get(creative_id);
    if (!creative) return [];
    const { kind, name, asset, duration_ms, qr_target } = creative;
    return [
      {
        ...{ id: derivedId(campaign.id, creative_id), creative_id, kind, name, asset, duration_ms },
        ...{ transition: 'none', fit: null, ...(weight !== 1 && { weight }) },
        ...(qr_target && { qr: true as const }),
        ...rightsOf(NO_RIGHTS, creative, creative),
      },
    ];
  });
}

/** A campaign whose places are all gone plays nowhere, and not everywhere. */
function placeOf({ targeting }: CampaignRow, sources: LineSources): DocumentLine['place'] | 'nowhere' {
  const { fences, location_ids, max_fix_age_s, max_accuracy_m, when_unknown } = targeting;
  if (fences.length === 0 && location_ids.length === 0) return undefined;
  const circles = location_ids.flatMap((id): Fence[] => {
    const found = sources.locations.get(id);
    return found ? [{ shape: 'circle', ...found }] : [];
  });
  const all = [...fences, ...circles];
  if (all.length === 0) return 'nowhere';
  const place = { fences: all, max_fix_age_s, max_accuracy_m, when_unknown };
  return { version: shortHash(canonical(place)), ...place };
}

/** One for each flight that is not over; none where nothing of it may be shown. */
export function documentLines(campaign: CampaignRow, sources: LineSources, now: number): DocumentLine[] {
  const items = itemsOf(campaign, sources);
  const place = placeOf(campaign, sources);
  if (items.length === 0 || place === 'nowhere') return [];
  const { conditions } = campaign.targeting;
  const categories = categoriesOf(campaign, sources);
  const isPaced = campaign.pacing !== 'asap' && campaign.plays_per_h !== null;
  return campaign.flights
    .filter(({ ends_at }) => Date.parse(ends_at) > now)
    .map(({ id, starts_at, ends_at, dayparts, sov_s_per_h }) => ({
      ...{ id, campaign_id: campaign.id, class: campaign.class, starts_at, ends_at },
      ...(dayparts.length > 0 && { dayparts }),
      ...(conditions.length > 0 && { conditions }),
      ...(sov_s_per_h !== null && { sov_s_per_h }),
      ...(isPaced && sov_s_per_h === null && { plays_per_h: campaign.plays_per_h! }),
      ...(needsLease(campaign) && { leased: true as const }),
      ...(campaign.max_per_hour !== null && { max_per_hour: campaign.max_per_hour }),
      ...(campaign.max_per_day !== null && { max_per_day: campaign.max_per_day }),
      ...(campaign.max_per_ride !== null && { max_per_ride: campaign.max_per_ride }),
      separation: separationOf(campaign),
      ...(categories.length > 0 && { categories }),
      ...(place && { place }),
      items,
    }));
}
