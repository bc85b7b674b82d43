/** Why a file is not taken: each refusal names what was found and what would do. */
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { maxBytes, MIMES } from '../../../shared/contract/content/media.ts';

export const TAKEN = ['H.264', 'VP9', 'AV1', 'JPEG', 'PNG', 'WebP', 'AVIF', 'GIF'] as const;
type Reason = 'video_codec' | 'audio_codec' | 'container' | 'no_video' | 'unreadable' | 'broken';

export const typeRefused = (reason: Reason, foundType: string | null, cause?: unknown) =>
  new AppError(
    'TYPE_REFUSED',
    foundType === null
      ? 'The file cannot be read as an image or a video.'
      : `${foundType} is not taken; ${TAKEN.join(', ')} are.`,
    { reason, found: foundType, taken: TAKEN },
    { cause },
  );

export const htmlRefused = (foundType: string) =>
  new AppError('HTML_NOT_ACCEPTED', 'HTML, SVG and archives are not taken: only images and videos.', {
    found: foundType,
    taken: TAKEN,
  });

export const tooLarge = (mime: string, bytes: number) =>
  new AppError('TOO_LARGE', 'The file is larger than allowed.', { bytes, max_bytes: maxBytes(mime) });

export const notValid = (field: string, text: string) =>
  new AppError('VALIDATION', text, { [field]: [text] });

const MARKUP_TYPES =
  /^(text\/html|application\/xhtml\+xml|image\/svg\+xml|application\/zip|application\/x-zip.*)$/;

/** Before a byte is sent: the declared type and size may already settle it. A type left open is judged later. */
export function refuseEarly(declared: { filetype: string; bytes: number }): void {
  const { filetype, bytes } = declared;
  if (MARKUP_TYPES.test(filetype)) throw htmlRefused(filetype);
  const known = (MIMES as readonly string[]).includes(filetype);
  if (!known && filetype !== '' && filetype !== 'application/octet-stream')
    throw typeRefused('container', filetype);
  if (bytes === 0) throw notValid('file', 'The file is empty.');
  const limit = known ? filetype : 'video/mp4';
  if (bytes > maxBytes(limit)) throw tooLarge(limit, bytes);
}
