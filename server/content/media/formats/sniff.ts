/** Detects a file's type by its first bytes (magic numbers), not by its name. Pure. */
import type { SourceMime } from '../../../../shared/contract/content/media.ts';

/** Known, so that its refusal can name it. */
export const NAMED = ['wmv', 'flv', 'ogg', 'pdf', 'psd'] as const;
export type Kind = SourceMime | (typeof NAMED)[number] | 'markup' | 'archive' | 'unknown';

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
  ['49492a00', 'image/tiff'],
  ['4d4d002a', 'image/tiff'],
  ['000001ba', 'video/mpeg'],
  ['3026b2758e66cf11', 'wmv'],
  ['464c5601', 'flv'],
  ['4f676753', 'ogg'],
  ['25504446', 'pdf'],
  ['38425053', 'psd'],
];
const EBML = '1a45dfa3';
/** Boxes with which QuickTime files without a brand begin. */
const QUICKTIME_BOXES = new Set(['moov', 'mdat', 'wide', 'free', 'skip', 'pnot']);
/** MPEG transport streams repeat a byte; cameras put a time of four bytes before each packet. */
const SYNC = 0x47;
const PACKETS = [
  { bytes: 188, at: 0 },
  { bytes: 192, at: 4 },
];
const SYNCS = 4;
/** Lengths of the header that follows the 14 bytes of a BMP file. */
const BMP_HEADERS = new Set([12, 40, 52, 56, 64, 108, 124]);
const BMP_HEADER_AT = 14;
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
  if (HEIC_BRANDS.has(major)) return 'image/heic';
  return major === 'qt  ' ? 'video/quicktime' : 'video/mp4';
}

function riffKind(head: Buffer): Kind {
  const form = head.toString('latin1', 8, 12);
  if (form === 'WEBP') return 'image/webp';
  return form === 'AVI ' ? 'video/x-msvideo' : 'unknown';
}

const isTransportStream = (head: Buffer) =>
  PACKETS.some(({ bytes, at }) =>
    Array.from({ length: SYNCS }, (_, n) => head[at + n * bytes]).every(byte => byte === SYNC),
  );

const isBmp = (head: Buffer) =>
  head.toString('latin1', 0, 2) === 'BM' &&
  head.length >= BMP_HEADER_AT + BRAND_BYTES &&
  BMP_HEADERS.has(head.readUInt32LE(BMP_HEADER_AT));

export function sniff(head: Buffer): Kind {
  const hex = head.toString('hex', 0, HEX_BYTES);
  const signature = SIGNATURES.find(([start]) => hex.startsWith(start));
  if (signature) return signature[1];
  const text = head.toString('latin1');
  if (hex.startsWith(EBML)) return text.includes('webm') ? 'video/webm' : 'video/x-matroska';
  if (text.startsWith('RIFF')) return riffKind(head);
  const box = text.slice(4, 8);
  if (box === 'ftyp') return isoKind(head);
  if (QUICKTIME_BOXES.has(box)) return 'video/quicktime';
  if (ARCHIVES.some(start => hex.startsWith(start))) return 'archive';
  if (MARKUP.test(textStart(head))) return 'markup';
  if (isTransportStream(head)) return 'video/mp2t';
  return isBmp(head) ? 'image/bmp' : 'unknown';
}

/** Text after a byte order mark and white space; removing NUL makes UTF-16 markup recognisable. */
const textStart = (head: Buffer) =>
  head
    .toString('latin1')
    .replaceAll('\0', '')
    .replace(/^(ÿþ|þÿ|ï»¿)/, '')
    .trimStart();
