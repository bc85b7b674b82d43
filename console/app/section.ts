/** Finds the page name of a path, for the context of error reports. */
import { PATHS, type PageName } from './paths.ts';

const SIGN_IN = '/auth';
/** Keeps the order of PATHS, so that `/new` matches before `/:id`. */
const patterns = (Object.entries(PATHS) as [PageName, string][]).map(
  ([name, path]) => [name, new RegExp(`^${path.replaceAll(/:[a-z_]+/g, '[^/]+')}/?$`)] as const,
);

export const sectionOf = (path: string): PageName | 'auth' | null =>
  path === SIGN_IN ? 'auth' : (patterns.find(([, pattern]) => pattern.test(path))?.[0] ?? null);
