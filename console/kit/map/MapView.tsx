import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useEffect, useMemo, useState, type ComponentType } from 'react';
import type { Fence } from '../../../shared/contract/playout/fence.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useCanAccess } from '../useSave.ts';
import type { GlMapProps } from './GlMap.tsx';
import { boundsOf, isDrawable, type Bounds } from './geometry.ts';
import type { Drawing, MapDrawProps, MapPoint } from './mapProps.ts';
import { SvgMap } from './SvgMap.tsx';
import './map.css';

let loaded: ComponentType<GlMapProps> | null = null;

let isGl: boolean | null = null;
function hasWebGl(): boolean {
  if (isGl !== null) return isGl;
  const context = document.createElement('canvas').getContext('webgl2');
  context?.getExtension('WEBGL_lose_context')?.loseContext();
  return (isGl = context !== null);
}

/** Where a map opens that has nothing of its own to show; null: nothing is known yet. */
function useTenantBounds(isNeeded: boolean): Bounds | null {
  const { client } = useAuth();
  const queries = useQueryClient();
  const canAccess = useCanAccess();
  const { data } = useQuery({
    queryKey: ['bounds'],
    queryFn: async () => {
      const { tenantBounds } = await import('../tenantBounds.ts');
      return tenantBounds({ client, queries, mayRead: area => canAccess(area, 'R') });
    },
    enabled: isNeeded,
  });
  return data ?? null;
}

interface MapViewProps extends Pick<MapDrawProps, 'label' | 'onPlace' | 'onChoose'> {
  fences?: readonly Fence[];
  points?: readonly MapPoint[];
  chosen?: string | number | null;
  drawing?: Drawing | undefined;
  /** Whether shapes can be drawn by hand on what is shown. */
  onDrawable?: (isDrawable: boolean) => void;
  /** It shows what it began with, whatever is added: a press would else move the ground under the next one. */
  holdsView?: boolean;
  className?: string;
}
const NO_FENCES: readonly Fence[] = [];
const NO_POINTS: readonly MapPoint[] = [];

/**
 * Places on a map, fitted to them, or to where the tenant is while there are none. WebGL draws it; where there is none, or its files do not come, an outline in SVG
 * shows the same. What it shows stands beside it in words, too: that is up to the page.
 */
export function MapView({
  fences = NO_FENCES,
  points = NO_POINTS,
  chosen = null,
  onDrawable,
  holdsView = false,
  className = 'h-72 sm:h-96',
  ...rest
}: MapViewProps) {
  const [isPlain, setPlain] = useState(() => !hasWebGl());
  const [Gl, setGl] = useState<ComponentType<GlMapProps> | null>(() => loaded);
  const fail = useCallback((error: unknown) => {
    console.warn('no WebGL', error);
    setPlain(true);
  }, []);
  useEffect(() => {
    if (isPlain || Gl) return;
    import('./GlMap.tsx').then(({ default: component }) => {
      loaded = component;
      setGl(() => component);
    }, fail);
  }, [isPlain, Gl, fail]);
  useEffect(() => onDrawable?.(!isPlain), [onDrawable, isPlain]);
  const all = useMemo(() => boundsOf(fences.filter(isDrawable), points), [fences, points]);
  const [first] = useState(all);
  const own = holdsView ? first : all;
  const tenant = useTenantBounds(own === null);
  const props = { ...rest, fences, points, chosen, bounds: own ?? tenant };
  return (
    <div className={`map relative overflow-hidden border border-line bg-[var(--map-water)] ${className}`}>
      {isPlain ? <SvgMap {...props} /> : Gl && <Gl {...props} onFail={fail} />}
    </div>
  );
}
