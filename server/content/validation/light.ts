/** The light of a picture that stands still, from its thumbnail: the same picture, and read in a moment. */
import { SLIDE_MIME } from '../../../shared/contract/content/media.ts';
import type { mediaAssets } from '../../db/schema.ts';
import type { Server } from '../../context/server.ts';
import { cellsOf, FRAME, greyOf, hexOf } from '../../../shared/proof/light.ts';
import { withMediaFile } from '../media/store.ts';
import type { Looked } from './measure.ts';

type File = Pick<typeof mediaAssets.$inferSelect, 'mime' | 'thumbnail_sha256'>;
/** Empty where there is no picture of it; what is transparent lies on black, as on a screen. */
export async function lightOfPicture(
  server: Server,
  { mime, thumbnail_sha256 }: File,
): Promise<Pick<Partial<Looked>, 'light'>> {
  if (thumbnail_sha256 === null || mime === SLIDE_MIME) return {};
  const { default: sharp } = await import('sharp');
  const { data, info } = await withMediaFile(server, thumbnail_sha256, ({ path }) =>
    sharp(path)
      .flatten({ background: '#000000' })
      .resize(FRAME.wide, FRAME.high, { fit: 'fill' })
      .raw()
      .toBuffer({ resolveWithObject: true }),
  );
  return { light: hexOf(cellsOf(greyOf(data, info.channels))) };
}
