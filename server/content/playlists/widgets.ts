/** The files of widgets: slides that a screen fills by itself. */
import { and, eq, isNull } from 'drizzle-orm';
import type { Widget } from '../../../shared/contract/content/playlist.ts';
import type { DocumentAsset } from '../../../shared/contract/playout/manifest.ts';
import { widgetScene } from '../../../shared/slides/widgets.ts';
import { mediaAssets } from '../../db/schema.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import { documentAssetOf } from '../media/assets.ts';
import { addAsset } from '../media/ingest.ts';
import { makeSceneFile } from '../slides/slideFile.ts';

export async function widgetAsset(ctx: TransactionContext, widget: Widget): Promise<DocumentAsset> {
  const file = await makeSceneFile(ctx, widgetScene(widget), { name: widget, pictures: [] });
  // Published before, it stands there already, and a preview of it writes nothing.
  if (!(await isStored(ctx, file.sha256))) await addAsset(ctx, file);
  const { facts, bytes, sha256, chunks_sha256 } = file;
  const asset = documentAssetOf(
    { bytes, sha256, chunks_sha256, mime: facts.mime, renditions: [], unplayable: null },
    [],
  );
  if (asset === null) throw new Error('a slide is played as it is');
  return asset;
}

async function isStored({ tx, tenant_id }: TransactionContext, sha256: string): Promise<boolean> {
  const [row] = await tx
    .select({ id: mediaAssets.id })
    .from(mediaAssets)
    .where(
      and(
        eq(mediaAssets.tenant_id, tenant_id),
        eq(mediaAssets.sha256, sha256),
        isNull(mediaAssets.deleted_at),
      ),
    );
  return row !== undefined;
}
