/** Which route of the table an address is; what an error says of where it happened. */
import { PATHS, type PageName } from './paths.ts';

const SIGN_IN = '/auth';
/** In the order of the table: `/new` stands before `/:id`. */
const patterns = (Object.entries(PATHS) as [PageName, string][]).map(
  ([name, path]) => [name, new RegExp(`^${path.replaceAll(/:[a-z_]+/g, '[^/]+')}/?$`)] as const,
);

export const sectionOf = (path: string): PageName | 'auth' | null =>
  path === SIGN_IN ? 'auth' : (patterns.find(([, pattern]) => pattern.test(path))?.[0] ?? null);
