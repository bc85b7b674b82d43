/** The inline VAST of a bid: what a screen needs of it. Wrappers, scripts and document types are refused. */
import { XMLParser, XMLValidator } from 'fast-xml-parser';
import { get, isObject, textOf } from './json.ts';

export interface VastMedia {
  url: string;
  mime: string;
  w?: number;
  h?: number;
  bitrate_kbps?: number;
}
export interface Vast {
  version: string;
  duration_s: number;
  media: VastMedia[];
  impressions: string[];
  trackers: string[];
}
export const VAST_REFUSALS = [
  'not_well_formed',
  'doctype',
  'too_large',
  'too_deep',
  'not_vast',
  'wrapper',
  'script',
  'no_ad',
  'several_ads',
  'no_duration',
  'no_media',
] as const;
export type VastRefusal = (typeof VAST_REFUSALS)[number];
export type ReadVast = { vast: Vast; refusal?: undefined } | { vast?: undefined; refusal: VastRefusal };

const LONGEST = 256 * 1024;
const DEEPEST = 24;
const ATTRIBUTE = '@';
const XML = new XMLParser({
  ignoreAttributes: false,
  attributeNamePrefix: ATTRIBUTE,
  removeNSPrefix: true,
  processEntities: false,
  parseTagValue: false,
  parseAttributeValue: false,
  ignoreDeclaration: true,
  ignorePiTags: true,
});

/** Each is one piece: what stands in it opens nothing. */
const PIECES = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
] as const;
/** Where a tag ends that begins here: an end within an attribute's quotes is none. -1: nowhere. */
function endOfTag(text: string, begin: number): number {
  let quote = '';
  for (let at = begin; at < text.length; at++) {
    const char = text[at]!;
    if (quote !== '') quote = char === quote ? '' : quote;
    else if (char === '"' || char === "'") quote = char;
    else if (char === '>') return at;
  }
  return -1;
}
/** Before anything is built of it, because a parser may recurse; once through, whatever stands there. */
function isDeeper(text: string, deepest: number): boolean {
  let depth = 0;
  for (let at = text.indexOf('<'); at >= 0; at = text.indexOf('<', at)) {
    const piece = PIECES.find(([begin]) => text.startsWith(begin, at));
    const end = piece ? text.indexOf(piece[1], at + 1) : endOfTag(text, at + 1);
    // What is not closed is not well formed, which the parser says.
    if (end < 0) return false;
    if (piece === undefined) {
      if (text[at + 1] === '/') depth--;
      else if (text[end - 1] !== '/' && ++depth > deepest) return true;
    }
    at = end + 1;
  }
  return false;
}

const all = (value: unknown): unknown[] =>
  value === undefined ? [] : Array.isArray(value) ? (value as unknown[]) : [value];
/** The text of an element, with or without attributes, its entities resolved. */
const textIn = (value: unknown): string =>
  (textOf(value) ?? textOf(get(value, '#text')) ?? '')
    .trim()
    .replace(/&(amp|lt|gt|quot|apos);/g, (_, name: keyof typeof ENTITIES) => ENTITIES[name]);
const ENTITIES = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const attribute = (value: unknown, name: string) => textOf(get(value, ATTRIBUTE + name));
const numberIn = (value: unknown, name: string) => {
  const number = Number(attribute(value, name));
  return Number.isFinite(number) && number > 0 ? number : undefined;
};

const DURATION = /^(\d{1,2}):([0-5]\d):([0-5]\d(?:\.\d{1,3})?)$/;
const MINUTE = 60;
function durationOf(value: string): number | null {
  const found = DURATION.exec(value);
  if (found === null) return null;
  const [hours, minutes, seconds] = found.slice(1).map(Number) as [number, number, number];
  return (hours * MINUTE + minutes) * MINUTE + seconds;
}

const mediaOf = (file: unknown): VastMedia => ({
  url: textIn(file),
  mime: (attribute(file, 'type') ?? '').toLowerCase(),
  w: numberIn(file, 'width'),
  h: numberIn(file, 'height'),
  bitrate_kbps: numberIn(file, 'bitrate') ?? numberIn(file, 'maxBitrate'),
});

function treeOf(text: string): unknown {
  try {
    return XMLValidator.validate(text) === true ? XML.parse(text) : undefined;
  } catch (error) {
    if (error instanceof Error) return undefined;
    throw error;
  }
}

export function readVast(text: string): ReadVast {
  if (text.length > LONGEST) return { refusal: 'too_large' };
  if (/<!(DOCTYPE|ENTITY|ELEMENT|ATTLIST|NOTATION)/i.test(text)) return { refusal: 'doctype' };
  if (isDeeper(text, DEEPEST)) return { refusal: 'too_deep' };
  const tree = treeOf(text);
  if (tree === undefined) return { refusal: 'not_well_formed' };
  const root = get(tree, 'VAST');
  if (!isObject(root)) return { refusal: 'not_vast' };
  const ads = all(root.Ad);
  if (ads.length !== 1) return { refusal: ads.length === 0 ? 'no_ad' : 'several_ads' };
  if (get(ads[0], 'Wrapper') !== undefined) return { refusal: 'wrapper' };
  return readInline(get(ads[0], 'InLine'), attribute(root, 'version') ?? '');
}

function readInline(inline: unknown, version: string): ReadVast {
  if (!isObject(inline)) return { refusal: 'no_ad' };
  const linears = all(get(inline.Creatives, 'Creative')).flatMap(one => all(get(one, 'Linear')));
  const files = linears.flatMap(one => all(get(get(one, 'MediaFiles'), 'MediaFile')));
  const isScript = (file: unknown) =>
    attribute(file, 'apiFramework') !== undefined ||
    /javascript|x-shockwave|html/i.test(attribute(file, 'type') ?? '');
  const hasScript =
    inline.AdVerifications !== undefined ||
    linears.some(one => get(get(one, 'MediaFiles'), 'InteractiveCreativeFile') !== undefined);
  if (hasScript || files.some(isScript)) return { refusal: 'script' };
  const duration_s = durationOf(textIn(get(linears[0], 'Duration')));
  if (duration_s === null || duration_s === 0) return { refusal: 'no_duration' };
  const media = files.map(mediaOf).filter(({ url }) => /^https?:\/\//i.test(url) && URL.canParse(url));
  if (media.length === 0) return { refusal: 'no_media' };
  const impressions = all(inline.Impression).map(textIn).filter(Boolean);
  const trackers = linears.flatMap(one => all(get(get(one, 'TrackingEvents'), 'Tracking')).map(textIn));
  return { vast: { version, duration_s, media, impressions, trackers: trackers.filter(Boolean) } };
}
