import { useLocation } from 'wouter';
import { PATHS } from '../../../app/paths.ts';
import type { Resource, Row } from '../../resource/defineResource.ts';

/** `/admin/playlists/…` belongs to `admin`. */
const areaOf = (path: string) => path.split('/')[1];

/** The same pages exist in several areas: links stay in the current one (AMBIG-ROUTE-05). */
export function useBasePath<R extends Row>({ pages }: Pick<Resource<R>, 'pages'>): string {
  const [path] = useLocation();
  const bases = pages.map(name => PATHS[name] as string);
  return bases.find(base => areaOf(base) === areaOf(path)) ?? bases[0]!;
}
