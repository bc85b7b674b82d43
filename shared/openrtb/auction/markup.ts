/** The markup of a bid as a screen could show it: one image, or an inline VAST. HTML and scripts are refused. */
import { readVast, type Vast, type VastRefusal } from '../vast.ts';

export type Markup =
  | { kind: 'none' }
  | { kind: 'image'; url: string; mime: string | null }
  | { kind: 'vast'; vast: Vast }
  | { kind: 'refused'; reason: VastRefusal | 'html' };

const TYPES: Record<string, string> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  avif: 'image/avif',
  gif: 'image/gif',
};
/** "image/jpg" is no registered type, but many write it. */
export const plainMime = (mime: string) => (mime === 'image/jpg' ? 'image/jpeg' : mime.toLowerCase());

/** An image needs no more; what is longer is something else. */
const LONGEST_IMAGE_MARKUP = 4_096;
const URL_ONLY = /^https?:\/\/[^\s<>"]+$/i;
/** One picture, perhaps inside one link; nothing else, and no event handlers. */
const IMAGE = /^(?:<a\b[^<>]*>\s*)?<img\b([^<>]*)>(?:\s*<\/a>)?$/i;
const SOURCE = /\bsrc\s*=\s*(?:"([^"]*)"|'([^']*)')/i;
const HANDLER = /\bon\w+\s*=|\bsrcset\s*=|javascript:/i;

function imageOf(url: string): Markup {
  if (!URL_ONLY.test(url) || !URL.canParse(url)) return { kind: 'refused', reason: 'html' };
  const extension = /\.(\w+)$/.exec(new URL(url).pathname)?.[1]?.toLowerCase() ?? '';
  return { kind: 'image', url, mime: TYPES[extension] ?? null };
}

export function readMarkup(adm: string | undefined, iurl: string | undefined): Markup {
  const text = adm?.trim() ?? '';
  if (text === '') return iurl === undefined || iurl === '' ? { kind: 'none' } : imageOf(iurl);
  if (URL_ONLY.test(text)) return imageOf(text);
  const image = text.length > LONGEST_IMAGE_MARKUP ? null : IMAGE.exec(text);
  if (image !== null && !HANDLER.test(text)) {
    const source = SOURCE.exec(image[1]!);
    return imageOf((source?.[1] ?? source?.[2] ?? '').replaceAll('&amp;', '&'));
  }
  if (!/^(<\?xml|<!--|<!DOCTYPE|<VAST)/i.test(text)) return { kind: 'refused', reason: 'html' };
  const { vast, refusal } = readVast(text);
  return vast === undefined ? { kind: 'refused', reason: refusal } : { kind: 'vast', vast };
}
