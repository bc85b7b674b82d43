/** Sold spots as lines of the documents of their screens: each may play once, under its own lease. */
import { and, eq, gt, inArray, isNotNull } from 'drizzle-orm';
import { createHash } from 'node:crypto';
import { dateOf } from '../../../shared/clock.ts';
import type { DocumentLine } from '../../../shared/contract/playout/flights.ts';
import type { SpotState } from '../../../shared/contract/programmatic/bid.ts';
import { originalOf } from '../../../shared/playout/renditions.ts';
import { derivedId, type PlayableCreative } from '../../content/playlists/build.ts';
import { rightsOf } from '../../content/playlists/rights.ts';
import { bids } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';

/** What may still be shown. */
export const SPOTS_TO_PLAY: readonly SpotState[] = ['granted', 'delivered', 'ready'];
const columns = {
  id: bids.id,
  device_id: bids.device_id,
  creative_id: bids.creative_id,
  creative_sha256: bids.creative_sha256,
  length_ms: bids.length_ms,
  play_from: bids.play_from,
  play_deadline: bids.play_deadline,
  adomain: bids.adomain,
};
export interface SpotToPlay {
  id: string;
  device_id: string;
  creative_id: string;
  creative_sha256: string;
  /** ms, as it was sold. */
  length_ms: number;
  play_from: Date;
  play_deadline: Date;
  adomain: string[];
}

type Row = { [K in keyof SpotToPlay]: SpotToPlay[K] | null };
const isWhole = (row: Row): row is SpotToPlay => Object.values(row).every(value => value !== null);

export async function spotsToPlay({ tx, tenant_id, now }: TransactionContext): Promise<SpotToPlay[]> {
  const rows = await tx
    .select(columns)
    .from(bids)
    .where(
      and(
        ...[eq(bids.tenant_id, tenant_id), isNotNull(bids.lease_id)],
        ...[inArray(bids.spot_state, [...SPOTS_TO_PLAY]), gt(bids.play_deadline, dateOf(now))],
      ),
    )
    .orderBy(bids.id);
  return rows.filter(isWhole);
}

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);
const NO_RIGHTS = { dayparts: [], conditions: [], valid_from: null, valid_until: null };

/**
 * null: its creative may not be shown any more, or is not the very file that was approved for it. Its campaign and its
 * line are the spot itself: it has no campaign.
 */
export function lineOf(
  spot: SpotToPlay,
  creative: PlayableCreative | undefined,
  tenant_id: string,
): DocumentLine | null {
  if (!creative || originalOf(creative.asset) !== spot.creative_sha256) return null;
  const { kind, name, asset, qr_target, cats } = creative;
  const [advertiser = spot.id] = spot.adomain;
  return {
    ...{ id: spot.id, campaign_id: spot.id, class: 'standard', leased: true, programmatic: true },
    starts_at: spot.play_from.toISOString(),
    ends_at: spot.play_deadline.toISOString(),
    separation: shortHash(`${tenant_id} ${advertiser.toLowerCase()}`),
    ...(cats && cats.length > 0 && { categories: [...cats].sort() }),
    items: [
      {
        ...{ id: derivedId(spot.id, spot.creative_id), creative_id: spot.creative_id },
        ...{ kind, name, asset, duration_ms: spot.length_ms, transition: 'none', fit: null },
        ...(qr_target && { qr: true as const }),
        ...rightsOf(NO_RIGHTS, creative, creative),
      },
    ],
  };
}
