/** One value against the type, range and format of its field. */
import { hasIsoCurrency, isCountry, isHostname, isHttpUrl } from '../formats.ts';
import { isObject } from '../json.ts';
import type { Field } from '../spec/field.ts';
import type { Odd } from './finding.ts';

export type OddValue = Pick<Odd, 'code' | 'params'> & {
  /** What it should be, where that can be known. */
  repaired?: unknown;
  /** Nothing else is worth saying about a value of the wrong type. */
  isMistyped?: true;
};

const NUMERIC = /^-?\d+(\.\d+)?$/;
export const isOfType = (value: unknown, type: Field['type']): boolean => {
  if (type === 'any') return true;
  if (type === 'string') return typeof value === 'string';
  if (type === 'object') return isObject(value);
  if (typeof value !== 'number') return false;
  return type === 'number' || !Number.isFinite(value) || Number.isInteger(value);
};

/** The value in the type its field has, where nothing is guessed by saying so. */
function coerced(value: unknown, field: Field): unknown {
  if (field.type === 'string' && typeof value === 'number') return String(value);
  if (field.type !== 'integer' && field.type !== 'number') return undefined;
  if (typeof value === 'boolean' && field.max === undefined && field.values?.length === 2)
    return value ? 1 : 0;
  if (typeof value !== 'string' || !NUMERIC.test(value.trim())) return undefined;
  const number = Number(value);
  return isOfType(number, field.type) && Number.isFinite(number) ? number : undefined;
}

const NAMES = { string: 'a string', integer: 'an integer', number: 'a number', object: 'an object', any: '' };
export const typeName = (field: Field) =>
  field.isArray === true ? `an array (each ${NAMES[field.type]})` : NAMES[field.type];
export const actualType = (value: unknown) =>
  value === null
    ? 'null'
    : Array.isArray(value)
      ? 'an array'
      : typeof value === 'number'
        ? 'a number'
        : `a${typeof value === 'object' ? 'n' : ''} ${typeof value}`;

const SHOWN = 80;
const brief = (value: unknown) => JSON.stringify(value)?.slice(0, SHOWN) ?? '';
const mistyped = (name: string, value: unknown, field: Field): OddValue => {
  const repaired = coerced(value, field);
  const params = { name, expected: NAMES[field.type], actual: actualType(value) };
  if (repaired === undefined) return { code: 'wrong_type', params, isMistyped: true };
  return { code: 'wrong_type', params: { ...params, repaired: brief(repaired) }, repaired, isMistyped: true };
};

function oddNumber(name: string, value: number, { min, max, values, customFrom }: Field): OddValue | null {
  if (!Number.isFinite(value)) return { code: 'not_finite', params: { name }, isMistyped: true };
  if (values !== undefined && !values.includes(value)) {
    if (customFrom !== undefined && value >= customFrom) return null;
    return { code: 'not_listed', params: { name, value, allowed: values.join(', ') } };
  }
  if (min !== undefined && value < min) return { code: 'too_small', params: { name, min } };
  return max !== undefined && value > max ? { code: 'too_big', params: { name, max } } : null;
}

function oddText(name: string, value: string, { format, maxLength }: Field): OddValue | null {
  if (maxLength !== undefined && value.length > maxLength)
    return { code: 'too_long', params: { name, max: maxLength } };
  const excerpt = value.slice(0, SHOWN);
  if (format === 'currency' && !hasIsoCurrency(value)) {
    const repaired = value.trim().toUpperCase();
    if (!hasIsoCurrency(repaired)) return { code: 'currency', params: { value: excerpt } };
    return { code: 'currency', params: { value: excerpt, repaired }, repaired };
  }
  if (format === 'country' && !isCountry(value)) return { code: 'country', params: { value: excerpt } };
  if (format === 'hostname' && !isHostname(value)) return { code: 'hostname', params: { value: excerpt } };
  if (format === 'url' && !isHttpUrl(value)) {
    const repaired = value.replace(/\s/g, '');
    if (!isHttpUrl(repaired)) return { code: 'url', params: { name } };
    return { code: 'url', params: { name, repaired }, repaired };
  }
  return null;
}

/** What is odd about one value that is no list; null where nothing is. */
export function oddValue(name: string, value: unknown, field: Field): OddValue | null {
  if (!isOfType(value, field.type)) return mistyped(name, value, field);
  if (typeof value === 'number') return oddNumber(name, value, field);
  return typeof value === 'string' ? oddText(name, value, field) : null;
}
