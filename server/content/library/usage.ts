/** Where media files and creatives are used: what a deletion is refused with, and what their pages show. */
import { and, asc, eq, inArray, isNull, ne, or, sql, type SQL } from 'drizzle-orm';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { OPEN_SUBMISSIONS } from '../../../shared/contract/content/submissionState.ts';
import { SLIDE_MIME } from '../../../shared/contract/content/media.ts';
import { NAMED_SCREENS, type Usage } from '../../../shared/contract/content/library/usage.ts';
import {
  contentItems,
  creatives,
  devices,
  mediaAssets,
  playlists,
  playlistVersions,
  submissions,
} from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { assetListing } from '../media/assets.ts';
import { readCreative } from '../creatives/creatives.ts';
import { campaignUses, playlistUses } from '../creatives/uses.ts';
import { creativeInReach, deviceInReach, playsAny } from '../ownDevices.ts';
import { isLiveVersion } from '../playlists/liveVersion.ts';

/** Playlists with any of these creatives, by name. */
async function playlistsWith(ctx: TransactionContext, ids: readonly string[]): Promise<Usage['playlists']> {
  const all = new Map<string, Usage['playlists'][number]>();
  for (const { creative_id: _, ...use } of await playlistUses(ctx, ids)) {
    const other = all.get(use.id);
    all.set(use.id, {
      ...use,
      is_live: use.is_live || other?.is_live === true,
      in_draft: use.in_draft || other?.in_draft === true,
    });
  }
  return [...all.values()];
}

async function screensWith(ctx: TransactionContext, all: Usage['playlists']) {
  const live = all.filter(one => one.is_live).map(({ id }) => id);
  if (live.length === 0) return { screens: [], screen_count: 0 };
  /** In the second zone of another playlist it stands on the screens of that one. */
  const beside = await ctx.tx
    .select({ id: playlists.id })
    .from(playlists)
    .innerJoin(playlistVersions, isLiveVersion)
    .where(
      and(
        ...[eq(playlists.tenant_id, ctx.tenant_id), isNull(playlists.deleted_at)],
        inArray(playlistVersions.beside_id, live),
      ),
    );
  const rows = await ctx.tx
    .select({ id: devices.id, name: devices.name, total: sql<number>`count(*) over ()`.mapWith(Number) })
    .from(devices)
    .where(
      and(
        ...[eq(devices.tenant_id, ctx.tenant_id), ne(devices.state, 'retired'), deviceInReach(ctx)],
        playsAny([...live, ...beside.map(({ id }) => id)]),
      ),
    )
    .orderBy(asc(devices.name), asc(devices.id))
    .limit(NAMED_SCREENS);
  return { screens: rows.map(({ id, name }) => ({ id, name })), screen_count: rows[0]?.total ?? 0 };
}

/** That somebody is to decide: of these creatives, or with this file. */
const openSubmissions = ({ tx, tenant_id }: TransactionContext, subject: SQL | undefined) =>
  tx
    .select({ id: submissions.id, name: creatives.name, state: submissions.state })
    .from(submissions)
    .innerJoin(creatives, eq(creatives.id, submissions.creative_id))
    .where(and(eq(submissions.tenant_id, tenant_id), inArray(submissions.state, OPEN_SUBMISSIONS), subject))
    .orderBy(asc(creatives.name), asc(submissions.id));

async function slidesWith({ tx, tenant_id }: TransactionContext, ids: readonly string[]) {
  if (ids.length === 0) return [];
  return tx
    .select({ id: creatives.id, name: creatives.name })
    .from(creatives)
    .innerJoin(mediaAssets, eq(mediaAssets.id, creatives.asset_id))
    .where(
      and(
        ...[eq(creatives.tenant_id, tenant_id), isNull(creatives.deleted_at)],
        eq(mediaAssets.mime, SLIDE_MIME),
        sql`exists(select 1 from jsonb_each_text(${mediaAssets.slide} -> 'images') as picture
          where picture.value = any(${`{${ids.join(',')}}`}::text[]))`,
      ),
    )
    .orderBy(asc(creatives.name), asc(creatives.id));
}

/** Of an edit that waits. */
const waitingImage = sql<string | null>`${contentItems.waiting} -> 'body' ->> 'image_id'`;
const contentWith = ({ tx, tenant_id }: TransactionContext, asset_ids: readonly string[]) =>
  tx
    .select({
      ...{ id: contentItems.id, title: contentItems.title },
      ...{ image_id: contentItems.image_id, waiting_image_id: waitingImage },
    })
    .from(contentItems)
    .where(
      and(
        ...[eq(contentItems.tenant_id, tenant_id), isNull(contentItems.deleted_at)],
        or(inArray(contentItems.image_id, [...asset_ids]), inArray(waitingImage, [...asset_ids])),
      ),
    )
    .orderBy(asc(contentItems.created_at), asc(contentItems.id));

const creativesOf = (ctx: TransactionContext, asset_ids: readonly string[]) =>
  ctx.tx
    .select({
      id: creatives.id,
      name: creatives.name,
      state: sql<Usage['creatives'][number]['state']>`${creatives.state}`,
      asset_id: creatives.asset_id,
    })
    .from(creatives)
    .where(
      and(
        ...[eq(creatives.tenant_id, ctx.tenant_id), isNull(creatives.deleted_at), creativeInReach(ctx)],
        inArray(creatives.asset_id, [...asset_ids]),
      ),
    )
    .orderBy(asc(creatives.name), asc(creatives.id));

async function neighbours(
  { tx, tenant_id }: TransactionContext,
  file: { id: string; replaces: string | null },
) {
  const named = { id: mediaAssets.id, name: mediaAssets.filename };
  const of = async (which: SQL) => {
    const own = and(eq(mediaAssets.tenant_id, tenant_id), isNull(mediaAssets.deleted_at), which);
    const [row] = await tx.select(named).from(mediaAssets).where(own).limit(1);
    return row ?? null;
  };
  return {
    replaces: file.replaces === null ? null : await of(eq(mediaAssets.id, file.replaces)),
    replaced_by: await of(eq(mediaAssets.replaces, file.id)),
  };
}

/** A device owner sees what plays on his screens, not what the office works at. */
const isOffice = (ctx: TransactionContext) => ctx.rule !== 'own_devices';

export async function usageOfMedia(ctx: TransactionContext, id: string): Promise<Usage> {
  const file = await assetListing.read(ctx, id);
  const made = await creativesOf(ctx, [id]);
  const ids = made.map(one => one.id);
  const inPlaylists = await playlistsWith(ctx, ids);
  const inOffice = isOffice(ctx);
  return {
    creatives: made.map(({ asset_id: _, ...one }) => one),
    playlists: inPlaylists,
    ...(await screensWith(ctx, inPlaylists)),
    submissions: inOffice ? await openSubmissions(ctx, eq(submissions.asset_id, id)) : [],
    slides: inOffice ? await slidesWith(ctx, ids) : [],
    content: inOffice ? (await contentWith(ctx, [id])).map(one => ({ id: one.id, title: one.title })) : [],
    ...(await neighbours(ctx, file)),
  };
}

export async function usageOfCreative(ctx: TransactionContext, id: string): Promise<Usage> {
  await readCreative(ctx, id);
  const inPlaylists = await playlistsWith(ctx, [id]);
  const inOffice = isOffice(ctx);
  return {
    creatives: [],
    playlists: inPlaylists,
    ...(await screensWith(ctx, inPlaylists)),
    submissions: inOffice ? await openSubmissions(ctx, eq(submissions.creative_id, id)) : [],
    slides: inOffice ? await slidesWith(ctx, [id]) : [],
    ...{ content: [], replaces: null, replaced_by: null },
  };
}

export interface Blocker {
  by: 'playlists' | 'campaigns' | 'submissions' | 'content-items';
  used_in: { id: string; name: string }[];
}
/** What keeps each of these files from being deleted; a file that nothing holds has no line. */
export async function blockersOf(
  ctx: TransactionContext,
  asset_ids: readonly string[],
): Promise<Map<string, Blocker>> {
  const all = new Map<string, Blocker>();
  if (asset_ids.length === 0) return all;
  const made = await creativesOf(ctx, asset_ids);
  const assetOf = new Map(made.map(one => [one.id, one.asset_id]));
  const add = (asset_id: string, by: Blocker['by'], use: Blocker['used_in'][number]) => {
    const blocker = all.get(asset_id) ?? { by, used_in: [] };
    const isNew = !blocker.used_in.some(({ id }) => id === use.id);
    if (blocker.by === by && isNew) blocker.used_in.push(use);
    all.set(asset_id, blocker);
  };
  for (const { creative_id, id, name } of await playlistUses(ctx, [...assetOf.keys()]))
    add(assetOf.get(creative_id) ?? '', 'playlists', { id, name });
  for (const { creative_id, id, name } of await campaignUses(ctx, [...assetOf.keys()]))
    add(assetOf.get(creative_id) ?? '', 'campaigns', { id, name });
  for (const { asset_id, id, name } of await submissionsByAsset(ctx, asset_ids))
    add(asset_id, 'submissions', { id, name });
  for (const { image_id, waiting_image_id, id, title } of await contentWith(ctx, asset_ids))
    for (const shown of [image_id, waiting_image_id])
      if (shown !== null && asset_ids.includes(shown))
        add(shown, 'content-items', { id, name: title.en || title.zh });
  return all;
}

/** Also of a creative that shows the file while a newer one waits. */
const submissionsByAsset = ({ tx, tenant_id }: TransactionContext, asset_ids: readonly string[]) =>
  tx
    .select({
      id: submissions.id,
      name: creatives.name,
      asset_id: sql<string>`case when ${inArray(creatives.asset_id, [...asset_ids])}
        then ${creatives.asset_id} else ${submissions.asset_id} end`,
    })
    .from(submissions)
    .innerJoin(creatives, eq(creatives.id, submissions.creative_id))
    .where(
      and(
        ...[eq(submissions.tenant_id, tenant_id), inArray(submissions.state, OPEN_SUBMISSIONS)],
        or(inArray(submissions.asset_id, [...asset_ids]), inArray(creatives.asset_id, [...asset_ids])),
      ),
    );

const TEXTS: Record<Blocker['by'], string> = {
  playlists: 'This is used in playlists.',
  campaigns: 'This is used in campaigns.',
  submissions: 'This waits for a decision.',
  'content-items': 'Local content shows this.',
};
export const inUse = (blocker: Blocker) => new AppError('IN_USE', TEXTS[blocker.by], { ...blocker });
