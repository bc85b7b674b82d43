/** A logo as it is kept: written anew as a PNG, which every mail program shows, so that nothing of the file but its pixels is served. */
import { LOGO_TYPES, MAX_LOGO_BYTES } from '../../../shared/contract/identity/whiteLabel.ts';
import { AppError } from '../../../shared/contract/wire/errors.ts';

/** Twice what the console draws, for dense screens. */
const MAX_WIDTH = 480;
const MAX_HEIGHT = 96;
const MAX_PIXELS = 2_048 * 2_048;
const FORMATS: readonly string[] = LOGO_TYPES.map(type => type.slice('image/'.length));
const TEXT = 'A PNG or WebP file of at most 512 KB';

const refusal = (field: string, cause?: unknown) =>
  new AppError('VALIDATION', 'The logo cannot be taken.', { [field]: [TEXT] }, { cause });

/** A data URL; throws VALIDATION for `field` where the content is no PNG or WebP, whatever it calls itself. */
export async function keptLogo(field: string, picked: string): Promise<string> {
  const bytes = Buffer.from(picked.slice(picked.indexOf(',') + 1), 'base64');
  if (bytes.length > MAX_LOGO_BYTES) throw refusal(field);
  const { default: sharp } = await import('sharp');
  try {
    const picture = sharp(bytes, { failOn: 'error', limitInputPixels: MAX_PIXELS });
    const { format } = await picture.metadata();
    if (!FORMATS.includes(format)) throw refusal(field);
    const png = await picture
      .autoOrient()
      .resize({ width: MAX_WIDTH, height: MAX_HEIGHT, fit: 'inside', withoutEnlargement: true })
      .png({ palette: true, compressionLevel: 9 })
      .toBuffer();
    return `data:image/png;base64,${png.toString('base64')}`;
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refusal(field, error);
  }
}
