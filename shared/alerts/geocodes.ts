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
const SAME_SIGNS = 6;
const schemeOf = (name: string) => (SAME.includes(name.toLowerCase()) ? 'same' : name.toLowerCase());

/** The first digit of a SAME code names a part of the county: who knows only the county shows it there. */
const sameCodes = (value: string) =>
  /^\d{6}$/.test(value) ? [value, `0${value.slice(1)}`] : [value.padStart(SAME_SIGNS, '0')];
/** `CAZ041-042>044` names four zones. */
function ugcCodes(value: string): string[] {
  const [, head, list] = /^([A-Z]{2}[CZ])(\d{3}(?:[->]\d{3})*)-?$/i.exec(value) ?? [];
  if (head === undefined || list === undefined) return [value];
  return list.split('-').flatMap(each => {
    const [from = 0, to = from] = each.split('>').map(Number);
    return Array.from(
      { length: Math.max(0, to - from) + 1 },
      (_, n) => `${head}${String(from + n).padStart(3, '0')}`,
    );
  });
}
function codesOf({ name, value }: Geocode): string[] {
  const scheme = schemeOf(name);
  if (scheme === 'same') return sameCodes(value.trim());
  return scheme === 'ugc' ? ugcCodes(value.trim()) : [value.trim()];
}

export function resolve(codes: readonly Geocode[], table: readonly CodeRow[]): Resolved {
  const found: Resolved = { areas: [], tags: [], unresolved: [] };
  for (const code of codes) {
    const scheme = schemeOf(code.name);
    const values = codesOf(code).map(value => value.toLowerCase());
    const ofScheme = table.filter(row => schemeOf(row.scheme) === scheme);
    const valued = (value: string) => ofScheme.filter(row => row.value.toLowerCase() === value);
    /** Of a SAME code the part counts before the county; all zones of a UGC list count. */
    const rows =
      scheme === 'same' ? (values.map(valued).find(all => all.length > 0) ?? []) : values.flatMap(valued);
    if (rows.length === 0) found.unresolved.push(code);
    found.areas.push(...rows.flatMap(row => row.areas));
    found.tags.push(...rows.flatMap(row => row.tags));
  }
  return found;
}
