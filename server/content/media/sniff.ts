/** Detects a file's type by its first bytes (magic numbers), not by its name. Pure. */

export type Kind =
  | 'image/jpeg'
  | 'image/png'
  | 'image/gif'
  | 'image/webp'
  | 'image/avif'
  | 'mp4'
  | 'webm'
  | 'markup'
  | 'archive'
  | 'heic'
  | 'unknown';

/** Enough for any signature and the first tag of a page. */
export const SNIFF_BYTES = 1_024;

const AVIF_BRANDS = new Set(['avif', 'avis']);
const HEIC_BRANDS = new Set(['heic', 'heix', 'hevc', 'hevx', 'heim', 'heis', 'mif1', 'msf1']);
const MARKUP = /^(<!doctype|<html|<head|<body|<script|<svg|<\?xml|<!--|<iframe|<meta|<link|<style)/i;
/** ZIP (also empty or split), gzip, 7z, RAR, bzip2, xz. */
const ARCHIVES = [
  '504b0304',
  '504b0506',
  '504b0708',
  '1f8b',
  '377abcaf271c',
  '526172211a07',
  '425a68',
  'fd377a585a00',
];
const SIGNATURES: [hex: string, kind: Kind][] = [
  ['ffd8ff', 'image/jpeg'],
  ['89504e470d0a1a0a', 'image/png'],
  ['474946383761', 'image/gif'],
  ['474946383961', 'image/gif'],
  ['1a45dfa3', 'webm'],
];
const HEX_BYTES = 16;
const BRAND_BYTES = 4;
const BRANDS_AT = 16;

/** Brands of an ISO media file's `ftyp` box: the major one, then those it is compatible with. */
function brands(head: Buffer): string[] {
  const end = Math.min(head.readUInt32BE(0), head.length);
  const list = [head.toString('latin1', 8, 12)];
  for (let at = BRANDS_AT; at + BRAND_BYTES <= end; at += BRAND_BYTES)
    list.push(head.toString('latin1', at, at + BRAND_BYTES));
  return list;
}

function isoKind(head: Buffer): Kind {
  const [major = '', ...compatible] = brands(head);
  if (AVIF_BRANDS.has(major) || (major === 'mif1' && compatible.some(brand => AVIF_BRANDS.has(brand))))
    return 'image/avif';
  return HEIC_BRANDS.has(major) ? 'heic' : 'mp4';
}

export function sniff(head: Buffer): Kind {
  const hex = head.toString('hex', 0, HEX_BYTES);
  const signature = SIGNATURES.find(([start]) => hex.startsWith(start));
  if (signature) return signature[1];
  const text = head.toString('latin1');
  if (text.startsWith('RIFF') && text.slice(8, 12) === 'WEBP') return 'image/webp';
  if (text.slice(4, 8) === 'ftyp') return isoKind(head);
  if (ARCHIVES.some(start => hex.startsWith(start))) return 'archive';
  if (MARKUP.test(textStart(head))) return 'markup';
  return 'unknown';
}

/** Text after a byte order mark and white space; removing NUL makes UTF-16 markup recognisable. */
const textStart = (head: Buffer) =>
  head
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(ÿþ|þÿ|ï»¿)/, '')
    .trimStart();
