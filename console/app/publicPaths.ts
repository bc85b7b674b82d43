import { PUBLIC_PATHS } from '../../shared/constants.ts';

export { PUBLIC_PATHS };
/** The public pages that exist in this version. */
export const AVAILABLE_PUBLIC_PAGES = [
  'pricing',
  'register',
  'jobs',
  'translate',
  'terms',
  'privacy',
  'dpa',
  'contact',
] as const satisfies readonly (keyof typeof PUBLIC_PATHS)[];

export const pathMatcher = (paths: readonly string[]) => {
  const patterns = paths.map(path => new RegExp(`^${path.replaceAll(/:[a-z_]+/g, '[^/]+')}/?$`));
  return (path: string) => patterns.some(pattern => pattern.test(path));
};
/** Drawn without sign-in. */
export const isPublicPath = pathMatcher(Object.values(PUBLIC_PATHS));
