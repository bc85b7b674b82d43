/** Errors for refused files: each names what was found and what is accepted. */
import { AppError } from '../../../shared/contract/wire/errors.ts';
import { maxBytes, type REFUSAL_REASONS } from '../../../shared/contract/content/media.ts';

export const ACCEPTED_FORMATS = ['H.264', 'VP9', 'AV1', 'JPEG', 'PNG', 'WebP', 'AVIF', 'GIF'] as const;
type Reason = (typeof REFUSAL_REASONS)[number];

export const typeRefused = (reason: Reason, foundType: string | null, cause?: unknown) =>
  new AppError(
    'TYPE_REFUSED',
    foundType === null
      ? 'The file cannot be read as an image or a video.'
      : `${foundType} is not taken; ${ACCEPTED_FORMATS.join(', ')} are.`,
    { reason, found: foundType, taken: ACCEPTED_FORMATS },
    { cause },
  );

export const htmlRefused = (foundType: string) =>
  new AppError(
    'HTML_NOT_ACCEPTED',
    'HTML, SVG and archives are not accepted, because they could run code on the screens.',
    { found: foundType, taken: ACCEPTED_FORMATS },
  );

export const tooLarge = (mime: string, bytes: number) =>
  new AppError('TOO_LARGE', 'The file is larger than allowed.', { bytes, max_bytes: maxBytes(mime) });

export const notValid = (field: string, text: string) =>
  new AppError('VALIDATION', text, { [field]: [text] });

const MARKUP_TYPES =
  /^(text\/html|application\/xhtml\+xml|image\/svg\+xml|application\/zip|application\/x-zip.*)$/;

/** Checks declared type and size before any byte is sent. An undeclared type is checked after the upload. */
export function requireAcceptable(declared: { filetype: string; bytes: number }): void {
  const { filetype, bytes } = declared;
  if (MARKUP_TYPES.test(filetype)) throw htmlRefused(filetype);
  const isMedia = /^(image|video)\//.test(filetype);
  if (!isMedia && filetype !== '' && filetype !== 'application/octet-stream')
    throw typeRefused('container', filetype);
  if (bytes === 0) throw notValid('file', 'The file is empty.');
  const limit = isMedia ? filetype : 'video/mp4';
  if (bytes > maxBytes(limit)) throw tooLarge(limit, bytes);
}
