import * as z from 'zod/mini';
import { BLANKS } from './contentItem.ts';
import { CONTENT_KINDS, KIND_FIELDS } from './contentKinds.ts';
import { endpoint, type Answer } from '../wire/endpoint.ts';

export const MAX_IMPORT_CHARS = 2_000_000;
/** Of JSON, which may need two bytes for what was one, or more. */
const MAX_IMPORT_BYTES = 8_388_608;
export const MAX_IMPORT_ROWS = 5_000;
/** So many problems are named. */
export const MAX_PROBLEMS = 200;

/** A field that holds more than one value has a column for each. */
const PARTS: Readonly<Record<string, readonly string[]>> = {
  title: ['title_en', 'title_zh'],
  body: ['body_en', 'body_zh'],
  geo: ['lat', 'lng', 'radius_m'],
};
/** Pictures are files: they are not imported with a table. */
const NOT_IMPORTED: readonly string[] = ['image_id'];
const fields = [
  'kind',
  'title',
  ...Object.keys(BLANKS),
  ...Object.values(KIND_FIELDS).flatMap(of => Object.keys(of)),
];
/** Columns a file may have, in any order; the first line names them. */
export const IMPORT_COLUMNS: readonly string[] = [
  ...new Set(fields.filter(name => !NOT_IMPORTED.includes(name)).flatMap(name => PARTS[name] ?? [name])),
];

export const importProblem = z.object({ line: z.int(), field: z.string(), text: z.string() });
export type ImportProblem = z.infer<typeof importProblem>;

/** Either all of its lines are taken, or none: what is wrong with which is answered by a dry run. */
export const importItems = endpoint({
  method: 'POST',
  path: '/api/content-items/import',
  access: { who: 'user', area: 'content', level: 'W' },
  summary: 'Make drafts of the lines of a CSV file',
  body: z.strictObject({
    csv: z.string().check(z.minLength(1), z.maxLength(MAX_IMPORT_CHARS)),
    dry_run: z.boolean(),
    /** Of the lines that name none. */
    kind: z.optional(z.enum(CONTENT_KINDS)),
  }),
  bodyLimit: MAX_IMPORT_BYTES,
  answer: z.object({
    lines: z.int(),
    /** 0 after a dry run. */
    imported: z.int(),
    wrong_lines: z.int(),
    problems: z.array(importProblem),
  }),
});
export type ImportAnswer = Answer<typeof importItems>;
