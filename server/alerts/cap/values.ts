/** Values of a document: texts, words of a list, times, and places. Odd ones are noted, not refused. */
import { decodeXML } from 'entities';
import { instant } from '../../../shared/clock.ts';
import type { AlertWarning } from '../../../shared/contract/alerts/alert.ts';
import type { AlertArea } from '../../../shared/contract/alerts/area.ts';
import { simplified } from '../../../shared/alerts/simplify.ts';
import { CDATA, isNode, listOf, part, type Node } from './tree.ts';

export type Warn = (code: string, message: string) => void;
/** Each is noted once. */
export function warnings(): { list: AlertWarning[]; warn: Warn } {
  const list: AlertWarning[] = [];
  const warn: Warn = (code, message) => {
    if (!list.some(one => one.code === code && one.message === message)) list.push({ code, message });
  };
  return { list, warn };
}

/** Polygons are long. */
const MAX_PART = 200_000;
const MAX_TEXT = 20_000;
const TAGS = /<\/?[a-z][^<>]*>/gi;
const BREAKS = /<br\s*\/?>|<\/p>/gi;
const written = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
/** In JSON nothing is escaped; what looks like it is rare and harmless. */
export function textOf(value: unknown): string {
  const [first] = listOf(value);
  const raw = isNode(first)
    ? `${decodeXML(written(part(first, '#text')))}${listOf(part(first, CDATA)).map(written).join('')}`
    : decodeXML(written(first));
  return raw.slice(0, MAX_PART).replaceAll('\0', '').normalize('NFC').trim();
}
export const textAt = (node: Node, name: string) => textOf(part(node, name));
/** Without HTML tags, which some senders put into their texts. */
export const plainAt = (node: Node, name: string) =>
  textAt(node, name)
    .slice(0, MAX_TEXT)
    .replace(BREAKS, '\n')
    .replace(TAGS, ' ')
    .replace(/[ \t]+/g, ' ')
    .trim();

export function wordOf<W extends string>(
  words: readonly W[],
  { node, name, warn }: { node: Node; name: string; warn: Warn },
): W | null {
  const text = textAt(node, name);
  const exact = words.find(word => word === text);
  if (exact !== undefined) return exact;
  const near = words.find(word => word.toLowerCase() === text.toLowerCase());
  if (near !== undefined) warn('case', `${name} is written “${text}”, not “${near}”.`);
  return near ?? null;
}

const STRICT_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[-+]\d\d:\d\d$/;
const HAS_ZONE = /(Z|[-+]\d\d:?\d\d)$/i;
export function timeAt(node: Node, name: string, warn: Warn): string | null {
  const text = textAt(node, name);
  if (text === '') return null;
  if (!STRICT_TIME.test(text)) warn('time', `${name} is not in CAP’s time format: “${text.slice(0, 60)}”.`);
  const ms = Date.parse(HAS_ZONE.test(text) ? text : `${text}Z`);
  const isPlausible = ms >= 0 && ms < Date.UTC(10_000, 0, 1);
  return isPlausible ? instant(ms) : null;
}

const numbersOf = (text: string) =>
  text
    .split(/[\s,;]+/)
    .filter(one => one !== '')
    .map(Number);
const isPlace = (lat: number | undefined, lng: number | undefined) =>
  lat !== undefined && lng !== undefined && Math.abs(lat) <= 90 && Math.abs(lng) <= 180;

/** `38.47,-120.14 38.34,-119.95 …`; closed by itself. */
export function polygonOf(text: string, warn: Warn): AlertArea | null {
  const numbers = numbersOf(text);
  const places = Array.from({ length: Math.floor(numbers.length / 2) }, (_, n) => ({
    lat: numbers[2 * n]!,
    lng: numbers[2 * n + 1]!,
  }));
  const isWhole = numbers.length % 2 === 0 && places.every(({ lat, lng }) => isPlace(lat, lng));
  if (/,\s*($|\s)/.test(text)) warn('commas', 'A polygon has stray commas.');
  const [first, last] = [places[0], places.at(-1)];
  const isClosed = first !== undefined && first.lat === last?.lat && first.lng === last.lng;
  const ring = isClosed ? places.slice(0, -1) : places;
  if (!isWhole || ring.length < 3) {
    warn(
      'polygon',
      text.trim() === ''
        ? 'A polygon is empty.'
        : 'A polygon could not be read: it needs at least three valid points.',
    );
    return null;
  }
  if (!isClosed) warn('polygon_open', 'A polygon was not closed; its first point is used as the last.');
  const fewer = simplified(ring);
  if (fewer.length < ring.length)
    warn('polygon_simplified', `A polygon of ${ring.length} points was simplified.`);
  return { shape: 'polygon', rings: [[...fewer]] };
}

const KM_M = 1_000;
const MAX_KM = 20_015;
/** `32.9525,-115.5527 15`: a place and kilometres round it. */
export function circleOf(text: string, warn: Warn): AlertArea | null {
  const [lat, lng, km, ...more] = numbersOf(text);
  if (!isPlace(lat, lng) || km === undefined || !(km >= 0 && km <= MAX_KM) || more.length > 0) {
    warn('circle', 'A circle could not be read.');
    return null;
  }
  if (km === 0) warn('circle_point', 'A circle has a radius of 0; it is used as a point.');
  return { shape: 'circle', lat: lat!, lng: lng!, radius_m: Math.max(1, Math.round(km * KM_M)) };
}
