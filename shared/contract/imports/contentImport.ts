import * as z from 'zod/mini';
import { BLANKS } from '../content/contentItem.ts';
import { CONTENT_KINDS, KIND_FIELDS } from '../content/contentKinds.ts';
import { endpoint } from '../wire/endpoint.ts';
import { csvBody, importAnswer, MAX_IMPORT_BYTES } from './csvImport.ts';

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

/** Either all of its lines are taken, or none: what is wrong with which is answered by a dry run. */
export const importItems = endpoint({
  method: 'POST',
  path: '/api/content-items/import',
  access: { who: 'user', area: 'content', level: 'W' },
  summary: 'Make drafts of the lines of a CSV file',
  body: z.strictObject({
    ...csvBody,
    /** Of the lines that name none. */
    kind: z.optional(z.enum(CONTENT_KINDS)),
  }),
  bodyLimit: MAX_IMPORT_BYTES,
  answer: importAnswer,
});
