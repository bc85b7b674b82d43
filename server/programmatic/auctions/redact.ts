/** Leaves out of a bid request and its answer what points to a device or an address. Pure. */

import { parseShallow } from '../../../shared/openrtb/json.ts';

const SECRET_KEYS = new Set([
  'ifa',
  'ip',
  'ipv6',
  'didsha1',
  'didmd5',
  'dpidsha1',
  'dpidmd5',
  'macsha1',
  'macmd5',
]);
/** Persons are never asked about; whatever a partner's own fields name of them goes too. */
const SECRET_OBJECTS = new Set(['user', 'eids']);
const REDACTED = '[redacted]';

/** JSON in, JSON out; what is no JSON is cut, since nobody can say what is in it. */
export function redacted(text: string, maxChars: number): string {
  const value = parseShallow(text);
  const clean = value === undefined ? JSON.stringify('[not JSON]') : JSON.stringify(without(value));
  return clean.length <= maxChars ? clean : JSON.stringify({ truncated: clean.slice(0, maxChars) });
}

function without(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(without);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, held]) => {
      if (SECRET_OBJECTS.has(key)) return [];
      return [[key, SECRET_KEYS.has(key) ? REDACTED : without(held)]];
    }),
  );
}
