/** The files a creative has had: what was uploaded, what was asked for, and what came of it. */
import { and, desc, eq, inArray } from 'drizzle-orm';
import type { creativeVersions } from '../../../shared/contract/content/library/creativeCalls.ts';
import type { Submission } from '../../../shared/contract/content/submission.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import { mediaAssets, submissions } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { toAsset } from '../media/assets.ts';
import { readCreative } from './creatives.ts';
import { isQuarantined } from './quarantine.ts';

type Version = Answer<typeof creativeVersions>['items'][number];
interface Known {
  /** The file it shows now. */
  asset_id: string;
  isApproved: boolean;
}

/** What became of a file that was asked for. */
export function versionState(asset_id: string, state: Submission['state'], now: Known): Version['state'] {
  if (asset_id === now.asset_id && (state === 'approved' || state === 'withdrawn'))
    return now.isApproved ? 'live' : 'current';
  if (state === 'pending' || state === 'in_review') return 'waiting';
  return state === 'approved' ? 'former' : state;
}

export async function versionsOf(ctx: TransactionContext, id: string): Promise<{ items: Version[] }> {
  const { tx, tenant_id } = ctx;
  const creative = await readCreative(ctx, id);
  /** A device owner sees what plays, not what is being decided. */
  const requests =
    ctx.rule === 'own_devices'
      ? []
      : await tx
          .select()
          .from(submissions)
          .where(and(eq(submissions.tenant_id, tenant_id), eq(submissions.creative_id, id)))
          .orderBy(desc(submissions.created_at), desc(submissions.id));
  const ids = requests.flatMap(row => [row.asset_id, row.replaced_asset_id ?? row.asset_id]);
  const rows = await tx
    .select({ asset: mediaAssets, isQuarantined })
    .from(mediaAssets)
    .where(and(eq(mediaAssets.tenant_id, tenant_id), inArray(mediaAssets.id, [...ids, creative.asset.id])));
  const assets = new Map(rows.map(row => [row.asset.id, row]));
  const now = { asset_id: creative.asset.id, isApproved: creative.state === 'approved' };
  const items: Version[] = [];
  const add = (asset_id: string, version: Omit<Version, 'asset' | 'at'> & { at?: Date }) => {
    const row = assets.get(asset_id);
    if (!row) return;
    const { at = row.asset.created_at, ...rest } = version;
    items.push({ asset: toAsset(ctx, row.asset, row.isQuarantined), at: at.toISOString(), ...rest });
  };
  for (const { asset_id, state, created_at, id: submission_id } of requests)
    add(asset_id, { state: versionState(asset_id, state, now), at: created_at, submission_id });
  const listed = () => new Set(items.map(({ asset }) => asset.id));
  for (const { replaced_asset_id } of requests)
    if (replaced_asset_id !== null && replaced_asset_id !== now.asset_id && !listed().has(replaced_asset_id))
      add(replaced_asset_id, { state: 'former', submission_id: null });
  if (!items.some(({ state }) => state === 'live' || state === 'current'))
    add(now.asset_id, { state: now.isApproved ? 'live' : 'current', submission_id: null });
  const rank = ({ at, state }: Version) => `${at} ${state === 'waiting' ? 1 : 0}`;
  return { items: items.sort((a, b) => (rank(a) < rank(b) ? 1 : -1)) };
}
