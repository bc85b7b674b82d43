/**
 * Codes of places, as the tenant's own table knows them. Nothing is bundled: outlines of counties and zones are large,
 * change each year and belong to whoever publishes them. What is known of SAME and UGC is how they are written. Pure.
 */
import type { AlertArea, Geocode } from '../contract/alerts/area.ts';
import type { Resolved } from './target.ts';

export interface CodeRow {
  scheme: string;
  value: string;
  areas: readonly AlertArea[];
  tags: readonly string[];
}
const SAME = ['same', 'fips6', 'fips'];
const SAME_DIGITS = 6;
const schemeOf = (name: string) => (SAME.includes(name.toLowerCase()) ? 'same' : name.toLowerCase());

/** The first digit of a SAME code names a part of the county: who knows only the county shows it there. */
const sameCodes = (value: string) =>
  /^\d{6}$/.test(value) ? [value, `0${value.slice(1)}`] : [value.padStart(SAME_DIGITS, '0')];

type Zones = readonly (readonly [from: number, to: number])[];
/** `CAZ041-042>044` names four zones: its state, and ranges of their numbers. */
function zonesOf(value: string): { head: string; zones: Zones } | null {
  const [, head, list] = /^([A-Z]{2}[CZ])(\d{3}(?:[->]\d{3})*)-?$/i.exec(value) ?? [];
  if (head === undefined || list === undefined) return null;
  const zones = list.split('-').map((each): [number, number] => {
    const [from = 0, to = from] = each.split('>').map(Number);
    return [from, Math.max(from, to)];
  });
  return { head: head.toLowerCase(), zones };
}

interface CodeIndex {
  byValue: Map<string, CodeRow[]>;
  /** The zones of each state: a range costs what the table knows of it, not what it spans. */
  zones: Map<string, { number: number; row: CodeRow }[]>;
}
const ZONE = /^([a-z]{2}[cz])(\d{3})$/;
function indexOf(table: readonly CodeRow[]): CodeIndex {
  const index: CodeIndex = { byValue: new Map(), zones: new Map() };
  const add = <T>(map: Map<string, T[]>, key: string, one: T) => {
    const all = map.get(key);
    if (all === undefined) map.set(key, [one]);
    else all.push(one);
  };
  for (const row of table) {
    const [scheme, value] = [schemeOf(row.scheme), row.value.toLowerCase()];
    add(index.byValue, `${scheme} ${value}`, row);
    const [, head, digits] = (scheme === 'ugc' ? ZONE.exec(value) : null) ?? [];
    if (head !== undefined) add(index.zones, head, { number: Number(digits), row });
  }
  return index;
}
/** A table does not change while it is held. */
const indexes = new WeakMap<readonly CodeRow[], CodeIndex>();
function indexed(table: readonly CodeRow[]): CodeIndex {
  const found = indexes.get(table) ?? indexOf(table);
  indexes.set(table, found);
  return found;
}

/** Of a SAME code the part counts before the county; all zones of a UGC list count. */
function rowsOf({ name, value }: Geocode, { byValue, zones: known }: CodeIndex): CodeRow[] {
  const scheme = schemeOf(name);
  const written = value.trim().toLowerCase();
  const valued = (one: string) => byValue.get(`${scheme} ${one}`) ?? [];
  if (scheme === 'same')
    return (
      sameCodes(written)
        .map(valued)
        .find(all => all.length > 0) ?? []
    );
  const named = scheme === 'ugc' ? zonesOf(written) : null;
  if (named === null) return valued(written);
  return (known.get(named.head) ?? []).flatMap(({ number, row }) =>
    named.zones.some(([from, to]) => number >= from && number <= to) ? [row] : [],
  );
}

/** Each place once, however often its code is named. */
export function resolve(codes: readonly Geocode[], table: readonly CodeRow[]): Resolved {
  const index = indexed(table);
  const rows = new Set<CodeRow>();
  const unresolved: Geocode[] = [];
  for (const code of codes) {
    const found = rowsOf(code, index);
    if (found.length === 0) unresolved.push(code);
    for (const row of found) rows.add(row);
  }
  const all = [...rows];
  return {
    areas: all.flatMap(row => row.areas),
    tags: [...new Set(all.flatMap(row => row.tags))],
    unresolved,
  };
}
