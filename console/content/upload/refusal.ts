/** What is refused before a byte is sent: by the file's declared type and its size. The content is judged by the server. */
import type { LimitRefusal } from '../../../shared/contract/identity/settings/uploadLimits.ts';
import { maxBytes, SOURCE_MIMES, type SourceMime } from '../../../shared/contract/content/media.ts';

export type Refusal =
  | LimitRefusal
  | { why: 'type'; type: string }
  | { why: 'unknownType' }
  | { why: 'html' }
  | { why: 'empty' };

/** Types a browser leaves open or calls otherwise, by the ending of the name. */
const TYPE_BY_EXTENSION: Record<string, SourceMime> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
  mp4: 'video/mp4',
  m4v: 'video/mp4',
  webm: 'video/webm',
  '3gp': 'video/mp4',
  mov: 'video/quicktime',
  mkv: 'video/x-matroska',
  avi: 'video/x-msvideo',
  mpg: 'video/mpeg',
  mpeg: 'video/mpeg',
  ts: 'video/mp2t',
  mts: 'video/mp2t',
  m2ts: 'video/mp2t',
  heic: 'image/heic',
  heif: 'image/heic',
  tif: 'image/tiff',
  tiff: 'image/tiff',
  bmp: 'image/bmp',
};
/** What a field for files offers: browsers know some of them by their ending alone. */
export const ACCEPTED = [...SOURCE_MIMES, ...Object.keys(TYPE_BY_EXTENSION).map(one => `.${one}`)].join(',');

const MARKUP = /\.(html?|xhtml|svgz?|zip|rar|7z|tar|gz)$/i;
const MARKUP_TYPES = /html|svg|zip|compressed|x-tar/;

type FileInfo = Pick<File, 'name' | 'type' | 'size'>;

const extensionOf = (name: string) => name.slice(name.lastIndexOf('.') + 1).toLowerCase();

const isTaken = (type: string) => (SOURCE_MIMES as readonly string[]).includes(type);
const isOpen = (type: string) => type === '' || (/^(image|video)\//.test(type) && !isTaken(type));

export const typeOf = ({ name, type }: Pick<FileInfo, 'name' | 'type'>): string =>
  isOpen(type) ? (TYPE_BY_EXTENSION[extensionOf(name)] ?? type) : type;

export function refusalOf(file: FileInfo): Refusal | null {
  const type = typeOf(file);
  if (MARKUP.test(file.name) || MARKUP_TYPES.test(type)) return { why: 'html' };
  if (type === '') return { why: 'unknownType' };
  if (!isTaken(type)) return { why: 'type', type };
  if (file.size === 0) return { why: 'empty' };
  const limit = maxBytes(type);
  return file.size > limit ? { why: 'size', bytes: file.size, limit } : null;
}

/** `tram-28_summer.mp4` → `tram-28 summer`: a name to begin with. */
export const displayName = (filename: string) =>
  filename
    .replace(/\.[^.]+$/, '')
    .replaceAll('_', ' ')
    .trim() || filename;
