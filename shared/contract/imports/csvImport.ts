/** What every import of a CSV file has in common. */
import * as z from 'zod/mini';

export const MAX_IMPORT_CHARS = 2_000_000;
/** Of JSON, which may need two bytes for what was one, or more. */
export const MAX_IMPORT_BYTES = 8_388_608;
export const MAX_IMPORT_ROWS = 5_000;
/** So many problems are named. */
export const MAX_PROBLEMS = 200;

/** `dry_run`: the lines are checked, and nothing is written. */
export const csvBody = {
  csv: z.string().check(z.minLength(1), z.maxLength(MAX_IMPORT_CHARS)),
  dry_run: z.boolean(),
};
export const importProblem = z.object({ line: z.int(), field: z.string(), text: z.string() });
export type ImportProblem = z.infer<typeof importProblem>;
/** Either all lines are taken, or none. */
export const importAnswer = z.object({
  lines: z.int(),
  /** 0 after a dry run. */
  imported: z.int(),
  wrong_lines: z.int(),
  problems: z.array(importProblem),
});
export type ImportAnswer = z.infer<typeof importAnswer>;
