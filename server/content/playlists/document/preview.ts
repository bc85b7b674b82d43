/** What screens would be given if a draft were published now, for the player in the console's frame. */
import { and, eq } from 'drizzle-orm';
import type { PlaylistItemInput } from '../../../../shared/contract/content/playlist.ts';
import type { PlaylistPreview } from '../../../../shared/contract/content/playlistCalls.ts';
import { uuid7 } from '../../../../shared/random.ts';
import { requireFound } from '../../../db/rows.ts';
import { playlists, type PublishedItem } from '../../../db/schema.ts';
import type { TransactionContext } from '../../../transaction/context.ts';
import { mediaLink } from '../../media/links.ts';
import { draftItems, versionItems } from '../drafts.ts';
import { requireInReach } from '../playlists.ts';
import { contentOf } from './content.ts';

/** `items`: in place of the draft that is saved. */
export async function previewOf(
  ctx: TransactionContext,
  id: string,
  items?: readonly PlaylistItemInput[],
): Promise<PlaylistPreview> {
  await requireInReach(ctx, id);
  const { tx, tenant_id, now } = ctx;
  const [found] = await tx
    .select()
    .from(playlists)
    .where(and(eq(playlists.tenant_id, tenant_id), eq(playlists.id, id)));
  const row = requireFound(found, 'playlist');
  /** Nothing was changed: the audit log tells that it was looked at, not what it held. */
  ctx.auditNote.target_name = row.name;
  ctx.auditNote.after = {};
  const drafts = items
    ? versionItems(items.map(item => ({ ...item, id: item.id ?? uuid7(now) }) as PublishedItem))
    : await draftItems(ctx, id);
  const version = (row.published_version ?? 0) + 1;
  const content = await contentOf(ctx, { ...row, version, items: drafts });
  const { document } = content;
  const files = [...document.items, ...(document.beside?.items ?? [])].map(({ asset }) => asset.sha256);
  return { ...content, urls: Object.fromEntries(files.map(sha256 => [sha256, mediaLink(ctx, sha256)])) };
}
