/** A payload against the tables of OpenRTB: every field by its type, its range and its name. */
import { get, isObject, isPresent, pointerTo, type Json } from '../json.ts';
import type { Field, ObjectSpec } from '../spec/field.ts';
import { specOf } from '../spec/objects.ts';
import {
  byMode,
  findingOf,
  type Finding,
  type Odd,
  type PatchStep,
  type ValidateOptions,
} from './finding.ts';
import { nearMiss, placeOf } from './nearMiss.ts';
import { actualType, isOfType, oddValue, typeName } from './value.ts';

/** Deeper than any object of OpenRTB; `ext` is not walked. */
const DEEPEST = 12;
/** Of a list; no request has as many, and each costs time. */
const MOST_ENTRIES = 1_000;
/** More would only repeat themselves. */
export const MOST_FINDINGS = 500;

export interface Walk {
  findings: Finding[];
  /** The payload as it was written; in lenient mode with what could be repaired without guessing. */
  normalized: Json;
  /** Where a value of `normalized` stands in the payload, for those that were moved. */
  written: Map<string, string>;
}

interface Visit {
  options: ValidateOptions;
  findings: Finding[];
  written: Map<string, string>;
}

const add = (visit: Visit, odd: Odd) => {
  if (visit.findings.length < MOST_FINDINGS) visit.findings.push(findingOf(odd));
};

/** Mistakes that a lenient reader repairs; the rest are errors to everybody. */
function severityOf(visit: Visit, code: Odd['code'], isRepaired: boolean, field: Field): Odd['severity'] {
  if (code === 'hostname' || code === 'country') return 'warning';
  if (isRepaired || code === 'url' || code === 'currency') return byMode(visit.options.mode);
  return code === 'not_listed' && field.isArray === true ? byMode(visit.options.mode) : 'error';
}

/** One value, which is no list, as `normalized` has it; undefined where nothing can be made of it. */
function visitOne(visit: Visit, at: Spot, value: unknown, depth: number): unknown {
  const { name, field, pointer, section } = at;
  const odd = oddValue(name, value, field);
  if (odd !== null) {
    const { code, params, repaired, isMistyped } = odd;
    const severity = severityOf(visit, code, repaired !== undefined, field);
    const usual: Odd['params'] = field.usual === undefined ? {} : { repaired: field.usual };
    const offered = repaired ?? field.usual;
    if (offered === undefined) add(visit, { pointer, code, section, severity, params });
    else
      add(visit, {
        ...{ pointer, code, section, severity, params: { ...usual, ...params } },
        repair: [{ op: 'replace', path: pointer, value: offered }],
      });
    if (repaired !== undefined && visit.options.mode === 'lenient') return repaired;
    return isMistyped === true ? undefined : value;
  }
  if (field.of === undefined || !isObject(value) || depth >= DEEPEST) return value;
  return visitObject(visit, field.of, value, pointer, depth + 1);
}

interface Spot {
  name: string;
  field: Field;
  pointer: string;
  section: string;
}

function visitList(visit: Visit, at: Spot, value: unknown, depth: number): unknown {
  const { name, field, pointer, section } = at;
  if (!Array.isArray(value)) {
    // A single value where a list belongs is a list of one.
    const isLike = isOfType(value, field.type) || (field.type === 'string' && typeof value === 'number');
    const repaired = isLike ? [field.type === 'string' ? String(value) : value] : undefined;
    add(visit, {
      ...{ pointer, section, code: 'wrong_type' },
      severity: isLike ? byMode(visit.options.mode) : 'error',
      params: {
        ...{ name, expected: typeName(field), actual: actualType(value) },
        ...(isLike ? { repaired: JSON.stringify(repaired).slice(0, 80) } : {}),
      },
      ...(isLike ? { repair: [{ op: 'replace', path: pointer, value: repaired }] } : {}),
    });
    if (!isLike || visit.options.mode === 'strict') return undefined;
    return visitList(visit, at, repaired, depth);
  }
  const list = value as unknown[];
  if (list.length === 0 && field.isFilled === true)
    add(visit, { pointer, code: 'empty', section, params: { name } });
  if (list.length > MOST_ENTRIES)
    add(visit, {
      ...{ pointer, code: 'too_many', section, severity: 'warning' },
      params: { name, max: MOST_ENTRIES },
    });
  return list
    .slice(0, MOST_ENTRIES)
    .map((one, index) => visitOne(visit, { ...at, pointer: pointerTo(pointer, index) }, one, depth))
    .filter(one => one !== undefined);
}

/** An unknown field: a warning always, with the field that was meant where that can be told. */
function visitUnknown(
  visit: Visit,
  object: string,
  spec: ObjectSpec,
  at: Spot & { value: Json },
): string | null {
  const { name, pointer, section, value } = at;
  if (visit.findings.length >= MOST_FINDINGS) return null;
  const parent = pointer.slice(0, pointer.lastIndexOf('/'));
  const where = placeOf(object, name);
  const base = { pointer, section, severity: 'warning' as const };
  if (where !== undefined) {
    const path = where.startsWith('../../')
      ? pointerTo(parent.split('/').slice(0, -2).join('/'), ...where.slice('../../'.length).split('/'))
      : pointerTo(parent, ...where.split('/'));
    add(visit, {
      ...base,
      code: 'misplaced',
      params: { name, object, where: path },
      repair: moved(pointer, path, value[name]),
    });
    return null;
  }
  const free = Object.keys(spec.fields).filter(field => !isPresent(get(value, field)));
  const likely = nearMiss(name, free);
  if (likely === undefined) {
    add(visit, { ...base, code: 'unknown_field', params: { name, object } });
    return null;
  }
  add(visit, {
    ...base,
    code: 'near_miss',
    params: { name, object, likely },
    repair: [{ op: 'move', from: pointer, path: pointerTo(parent, likely) }],
  });
  return likely;
}

/** An image given as an object is moved by its address; everything else as it is. */
function moved(from: string, path: string, value: unknown): PatchStep[] {
  const image = get(value, 'img');
  if (path.endsWith('/adm') && typeof image === 'string')
    return [
      { op: 'remove', path: from },
      { op: 'add', path, value: image },
    ];
  return [{ op: 'move', from, path }];
}

function visitObject(visit: Visit, object: string, value: Json, pointer: string, depth: number): Json {
  const spec = specOf(object);
  const { section } = spec;
  const normalized: Record<string, unknown> = {};
  const { mode, profile } = visit.options;
  const take = (name: string, from: string, given: unknown) => {
    const field = spec.fields[name]!;
    const at = { name, field, pointer: pointerTo(pointer, from), section };
    if (field.isDeprecated === true)
      add(visit, { pointer: at.pointer, section, code: 'deprecated', severity: 'warning', params: { name } });
    const read =
      field.isArray === true ? visitList(visit, at, given, depth) : visitOne(visit, at, given, depth);
    if (read !== undefined) normalized[name] = read;
  };
  for (const [name, given] of Object.entries(value)) {
    if (Object.hasOwn(spec.fields, name)) {
      if (given !== null) take(name, name, given);
      continue;
    }
    const field = { type: 'any' } as const;
    const at = { name, field, section, pointer: pointerTo(pointer, name), value };
    const other = visitUnknown(visit, object, spec, at);
    if (other === null || mode === 'strict') continue;
    visit.written.set(pointerTo(pointer, other), at.pointer);
    take(other, name, given);
  }
  for (const [name, field] of Object.entries(spec.fields))
    if (field.required !== undefined && !isFilled(normalized[name], value, name)) {
      const isEmpty = get(value, name) === '';
      const path = pointerTo(pointer, name);
      const { usual } = field;
      const at: Pick<Odd, 'pointer' | 'section' | 'params' | 'repair'> = {
        ...{ pointer: path, section, params: { name } },
        ...(usual !== undefined && {
          params: { name, repaired: usual },
          repair: [{ op: 'add', path, value: usual }],
        }),
      };
      if (field.required === 'spec') add(visit, { ...at, code: isEmpty ? 'empty' : 'missing' });
      else if (profile === 'dooh')
        add(visit, { ...at, code: 'missing_dooh', severity: name === 'dooh' ? 'error' : byMode(mode) });
    }
  return normalized;
}

/** A value of the wrong type has its own finding, and an empty list too. */
const isFilled = (normalized: unknown, value: Json, name: string) =>
  normalized === '' ? false : normalized !== undefined || isPresent(get(value, name));

/** `payload` must be an object; what is inside is checked. */
export function walk(object: string, payload: Json, options: ValidateOptions): Walk {
  const visit: Visit = { options, findings: [], written: new Map() };
  const normalized = visitObject(visit, object, payload, '', 0);
  return { findings: visit.findings, normalized, written: visit.written };
}

/** Where something that a rule found in the payload as meant stands in the payload as written. */
export function writtenAt(pointer: string, written: Walk['written']): string {
  for (let path = pointer; path !== ''; path = path.slice(0, path.lastIndexOf('/'))) {
    const from = written.get(path);
    if (from !== undefined) return from + pointer.slice(path.length);
  }
  return pointer;
}
