/** Values of a document: texts, words of a list, times, and places. Odd ones are noted, not refused. */
import { decodeXML } from 'entities';
import { instant } from '../../../shared/clock.ts';
import type { AlertWarning } from '../../../shared/contract/alerts/alert.ts';
import type { AlertArea } from '../../../shared/contract/alerts/area.ts';
import { cutText } from '../../../shared/alerts/cutText.ts';
import { simplified } from '../../../shared/alerts/simplify.ts';
import { CapRefusal } from './refusal.ts';
import { CDATA, isNode, listOf, part, type Node } from './tree.ts';

export type Warn = (code: string, message: string) => void;
/** Of one code, so that none of another is lost among them. */
const MAX_WARNINGS = 10;
/** Each is noted once. */
export function warnings(): { list: AlertWarning[]; warn: Warn } {
  const noted = new Map<string, Set<string>>();
  const list: AlertWarning[] = [];
  const warn: Warn = (code, message) => {
    const ofCode = noted.get(code) ?? new Set();
    if (ofCode.has(message) || ofCode.size >= MAX_WARNINGS) return;
    noted.set(code, ofCode.add(message));
    list.push({ code, message });
  };
  return { list, warn };
}

const MAX_TEXT = 20_000;
const TAGS = /<\/?[a-z][^<>]*>/gi;
const BREAKS = /<br\s*\/?>|<\/p>/gi;
/** Normalizing takes time by the square of such a run; no script has longer ones. */
const MANY_MARKS = /(\p{M}{30})\p{M}+/gu;
const written = (value: unknown): string =>
  typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean' ? String(value) : '';
/** As it stands there, however long. In JSON nothing is escaped; what looks like it is rare and harmless. */
export function rawOf(value: unknown): string {
  const [first] = listOf(value);
  return isNode(first)
    ? `${decodeXML(written(part(first, '#text')))}${listOf(part(first, CDATA)).map(written).join('')}`
    : decodeXML(written(first));
}
export const textOf = (value: unknown) =>
  cutText(rawOf(value), MAX_TEXT).replace(MANY_MARKS, '$1').normalize('NFC').trim();
export const textAt = (node: Node, name: string) => textOf(part(node, name));
/** Without HTML tags, which some senders put into their texts. */
export const plainAt = (node: Node, name: string) =>
  textAt(node, name)
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
  if (near !== undefined) warn('case', `${name} is written “${cutText(text, 40)}”, not “${near}”.`);
  return near ?? null;
}

const STRICT_TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d[-+]\d\d:\d\d$/;
const HAS_ZONE = /(Z|[-+]\d\d:?\d\d)$/i;
export function timeAt(node: Node, name: string, warn: Warn): string | null {
  const text = textAt(node, name);
  if (text === '') return null;
  if (!STRICT_TIME.test(text)) warn('time', `${name} is not in CAP’s time format: “${cutText(text, 60)}”.`);
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

/** Points of all polygons of a document, so that a small one does not keep the server busy. */
export const MAX_DOCUMENT_POINTS = 50_000;
export interface PointBudget {
  /** Of the document. */
  left: number;
}
export interface PolygonPlace {
  warn: Warn;
  points: PointBudget;
  /** So many are kept. */
  most: number;
}
/** `38.47,-120.14 38.34,-119.95 …`; closed by itself. */
export function polygonOf(text: string, { warn, points, most }: PolygonPlace): AlertArea | null {
  const numbers = numbersOf(text);
  const places = Array.from({ length: Math.floor(numbers.length / 2) }, (_, n) => ({
    lat: numbers[2 * n]!,
    lng: numbers[2 * n + 1]!,
  }));
  points.left -= places.length;
  if (points.left < 0)
    throw new CapRefusal(
      'points',
      `The polygons of a document may have ${MAX_DOCUMENT_POINTS} points together at most.`,
    );
  const isWhole = numbers.length % 2 === 0 && places.every(({ lat, lng }) => isPlace(lat, lng));
  if (/,(\s|$)/.test(text)) warn('commas', 'A polygon has stray commas.');
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
  const fewer = simplified(ring, most);
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
