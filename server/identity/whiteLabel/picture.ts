/** A picture as it is kept: written anew, so that nothing of the file but its pixels is served. */
import type { Sharp } from 'sharp';
import { MAX_SPLASH_BYTES } from '../../../shared/constants.ts';
import { LOGO_TYPES, MAX_LOGO_BYTES, type Picture } from '../../../shared/contract/identity/whiteLabel.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';

const MAX_PIXELS = 4_096 * 4_096;
const FORMATS: readonly string[] = LOGO_TYPES.map(type => type.slice('image/'.length));
const TEXT = 'A PNG or WebP file of at most 512 KB';

interface Kept {
  mime: 'image/png' | 'image/webp';
  sides: readonly number[];
  write: (picture: Sharp, side: number) => Sharp;
}
/** Twice what the console draws, for dense screens; every mail program shows a PNG. */
const LOGO: Kept = {
  mime: 'image/png',
  sides: [480],
  write: (picture, side) =>
    fitting(picture, { width: side, height: 96 }).png({ palette: true, compressionLevel: 9 }),
};
/** Screens pay for each byte: the first of these that is small enough, or the last. */
const SPLASH_SIDES_PX = [1_280, 960, 640];
const SPLASH: Kept = {
  mime: 'image/webp',
  sides: SPLASH_SIDES_PX,
  write: (picture, side) => fitting(picture, { width: side, height: side }).webp({ quality: 75 }),
};
const KEPT: Record<Picture, Kept> = { logo_light: LOGO, logo_dark: LOGO, player_splash: SPLASH };

const fitting = (picture: Sharp, box: { width: number; height: number }) =>
  picture.resize({ ...box, fit: 'inside', withoutEnlargement: true });
const refusal = (field: Picture, cause?: unknown) =>
  new AppError('VALIDATION', 'The picture cannot be taken.', { [field]: [TEXT] }, { cause });

/** A data URL; throws VALIDATION for `field` where the content is no PNG or WebP, whatever it calls itself. */
export async function keptPicture(field: Picture, picked: string): Promise<string> {
  const bytes = Buffer.from(picked.slice(picked.indexOf(',') + 1), 'base64');
  if (bytes.length > MAX_LOGO_BYTES) throw refusal(field);
  const { default: sharp } = await import('sharp');
  const { mime, sides, write } = KEPT[field];
  try {
    const picture = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS });
    const { format } = await picture.metadata();
    if (!FORMATS.includes(format)) throw refusal(field);
    let written = Buffer.alloc(0);
    for (const side of sides) {
      written = await write(sharp(bytes, { failOn: 'error' }).autoOrient(), side).toBuffer();
      if (written.length <= MAX_SPLASH_BYTES) break;
    }
    return `data:${mime};base64,${written.toString('base64')}`;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refusal(field, error);
  }
}
