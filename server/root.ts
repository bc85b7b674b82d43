import { join } from 'node:path';

/** The project's root; sources and build output are both one folder below it. */
export const ROOT = join(import.meta.dirname, '..');
