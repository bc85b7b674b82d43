import { join } from 'node:path';

/** Where the project lies, for its sources and for what is built of them alike: both are one folder below. */
export const ROOT = join(import.meta.dirname, '..');
