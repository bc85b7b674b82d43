import { useLocation } from 'wouter';
import { PATHS } from '../../../app/paths.ts';
import type { Resource, Row } from '../../resource/define.ts';

/** `/admin/playlists/…` stands in `admin`. */
const areaOf = (path: string) => path.split('/')[1];

/** The same pages stand in several shells: links stay in the one they are drawn in (AMBIG-ROUTE-05). */
export function useBase<R extends Row>({ at }: Pick<Resource<R>, 'at'>): string {
  const [path] = useLocation();
  const bases = at.map(name => PATHS[name] as string);
  return bases.find(base => areaOf(base) === areaOf(path)) ?? bases[0]!;
}
