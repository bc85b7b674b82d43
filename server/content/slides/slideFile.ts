/** The file of a slide: its pictures made small, packed behind its scene, and stored under its hash. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { and, eq, inArray, isNull } from 'drizzle-orm';
import { shownFile, SLIDE_MIME } from '../../../shared/contract/content/media.ts';
import type { SlideContent } from '../../../shared/contract/content/slide.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { uuid7 } from '../../../shared/random.ts';
import { composeSlide } from '../../../shared/slides/compose.ts';
import { packSlide } from '../../../shared/slides/file.ts';
import type { Scene } from '../../../shared/slides/scene.ts';
import { creatives, mediaAssets } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import type { TransactionContext } from '../../transaction/context.ts';
import type { AssetFile } from '../media/ingest.ts';
import { storeFile, withMediaFile } from '../media/store.ts';
import { isApproved } from '../creatives/approved.ts';

/** No picture of a slide is larger than a screen. */
const BOX = { width: 1_920, height: 1_920, fit: 'inside', withoutEnlargement: true } as const;
const QUALITY = 80;
/** A slide has no pixels of its own: it is drawn in those of each screen. */
const NOMINAL = { w: 1_920, h: 1_080 } as const;

export async function makeSlideFile(ctx: TransactionContext, slide: SlideContent): Promise<AssetFile> {
  const { scene, images } = composeSlide(slide);
  const sources = await picturesOf(ctx, slide, images);
  const pictures = await Promise.all(sources.map(({ sha256 }) => copyForSlide(ctx.server, sha256)));
  const picture_ids = sources.map(({ asset_id }) => asset_id);
  return { ...(await makeSceneFile(ctx, scene, { name: slide.template, pictures })), slide, picture_ids };
}

/** `pictures`: WebP, as the scene counts them. */
export async function makeSceneFile(
  ctx: TransactionContext,
  scene: Scene,
  { name, pictures }: { name: string; pictures: readonly Buffer[] },
): Promise<AssetFile> {
  const packed = packSlide(scene, pictures);
  const { server } = ctx;
  const folder = server.objects.scratch;
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `${uuid7(ctx.now)}.slide`);
  try {
    await writeFile(file, packed);
    return {
      ...(await storeFile(server, file)),
      ...{ filename: `${name}.slide`, thumbnail_sha256: null, renditions: [] },
      facts: { mime: SLIDE_MIME, codec: null, unplayable: null, duration_ms: null, ...NOMINAL },
    };
  } finally {
    await rm(file, { force: true });
  }
}

/** A picture as a slide holds it. */
export const copyForSlide = (server: Server, sha256: string): Promise<Buffer> =>
  withMediaFile(server, sha256, async ({ path, isIntact }) => {
    /** What was approved is its bytes, and these are drawn into something new. */
    if (!(await isIntact()))
      throw new AppError('RULE', 'The file of the picture is damaged. Upload it again.', { sha256 });
    const { default: sharp } = await import('sharp');
    return sharp(path).autoOrient().resize(BOX).webp({ quality: QUALITY }).toBuffer();
  });

/** Of approved pictures alone: who approves a slide by making it may show nothing else in it. */
async function picturesOf(
  ctx: TransactionContext,
  slide: SlideContent,
  ids: readonly string[],
): Promise<{ asset_id: string; sha256: string }[]> {
  const { tx, tenant_id } = ctx;
  if (ids.length === 0) return [];
  const rows = await tx
    .select({
      ...{ id: creatives.id, asset_id: mediaAssets.id, approved: creatives.approved_renditions },
      ...{ sha256: mediaAssets.sha256, bytes: mediaAssets.bytes, mime: mediaAssets.mime },
      ...{ unplayable: mediaAssets.unplayable, renditions: mediaAssets.renditions },
    })
    .from(creatives)
    .innerJoin(mediaAssets, eq(mediaAssets.id, creatives.asset_id))
    .where(
      and(
        ...[
          eq(creatives.tenant_id, tenant_id),
          inArray(creatives.id, [...ids]),
          isNull(creatives.deleted_at),
        ],
        ...[eq(creatives.kind, 'image'), eq(mediaAssets.state, 'ready'), isApproved],
      ),
    );
  /** As screens are shown it: smaller than a file may be, and readable whatever the file is. */
  const known = new Map(
    rows.map(({ id, asset_id, approved, ...file }) => {
      const renditions = file.renditions.filter(({ sha256 }) => approved.includes(sha256));
      return [id, { asset_id, sha256: shownFile({ ...file, renditions }).sha256 }];
    }),
  );
  return ids.map(id => {
    const source = known.get(id);
    if (source === undefined) throw noPicture(slide, id);
    return source;
  });
}

function noPicture({ images }: SlideContent, id: string): AppError {
  const [field = ''] = Object.entries(images).find(([, one]) => one === id) ?? [];
  const text = 'Choose a picture that is approved.';
  return new AppError('VALIDATION', text, { [`slide.images.${field}`]: [text] });
}
