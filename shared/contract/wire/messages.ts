/** zod's messages as the specification words them (§5 generic schema messages); messages of a field take precedence. */
import * as z from 'zod/mini';

function kind(value: unknown): string {
  if (value === null) return 'null';
  if (Array.isArray(value)) return 'array';
  if (value instanceof Date) return 'date';
  return Number.isNaN(value) ? 'nan' : typeof value;
}
/** Type names of zod 3 that zod 4 has changed. */
const EXPECTED: Record<string, string> = { int: 'integer', tuple: 'array', record: 'object' };

z.config({
  customError(issue) {
    if (issue.code === 'invalid_type') {
      if (issue.input === undefined) return 'Required';
      return `Expected ${EXPECTED[issue.expected] ?? issue.expected}, received ${kind(issue.input)}`;
    }
    if (issue.code === 'too_small' && issue.origin === 'string')
      return `String must contain at least ${String(issue.minimum)} character(s)`;
    if (issue.code === 'too_big' && issue.origin === 'string')
      return `String must contain at most ${String(issue.maximum)} character(s)`;
    if (issue.code === 'too_small') return `Must be at least ${String(issue.minimum)}`;
    if (issue.code === 'too_big') return `Must be at most ${String(issue.maximum)}`;
    return 'Invalid input';
  },
});

/** Messages by field of a failed parse; the root is `_`. */
export function fieldTexts(error: z.core.$ZodError): Record<string, string[]> {
  /** A Map, because field names come from the client, such as `toString`. */
  const fields = new Map<string, string[]>();
  for (const issue of error.issues) {
    const paths =
      issue.code === 'unrecognized_keys' ? issue.keys.map(key => [...issue.path, key]) : [issue.path];
    for (const path of paths) {
      const field = path.map(String).join('.') || '_';
      const text = issue.code === 'unrecognized_keys' ? 'Unknown field' : issue.message;
      fields.set(field, [...(fields.get(field) ?? []), text]);
    }
  }
  return Object.fromEntries(fields);
}
