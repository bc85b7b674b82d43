/** A page of its own: a wall that moves by itself is no list that somebody asks for. */
import { Maximize } from 'lucide-react';
import { Suspense, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'wouter';
import { PRESENCES } from '../../../shared/contract/fleet/device.ts';
import { Incidents } from '../incidents/Incidents.tsx';
import Notices from './Notices.tsx';
import { ScreenTile } from './ScreenTile.tsx';
import { WallFilters, type WallChoice } from './WallFilters.tsx';
import { useWall } from './useWall.ts';
import { POLL_MS } from './wallStream.ts';
import { PresenceCounts, Freshness, Versions } from './WallHead.tsx';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { EmptyState, ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { useIsLive } from '../../kit/live.tsx';
import { useFormat, useNow } from '../../kit/text/useFormat.ts';
import { useNetworkStatus } from '../../kit/useNetworkStatus.ts';
import { useCanAccess } from '../../kit/useSave.ts';

/** Staff alone see it. */
const Builds = lazyWithRetry(() => import('./Builds.tsx'));

const PER_PAGE = 60;

function useWallParams() {
  const [params, setParams] = useSearchParams();
  const status = PRESENCES.find(word => word === params.get('status')) ?? '';
  const version = params.get('version') ?? '';
  const playlist_id = params.get('playlist_id') ?? '';
  const group_id = params.get('group_id') ?? '';
  const page = Math.max(1, Math.floor(Number(params.get('page') ?? 1)) || 1);
  const chosen: WallChoice = { status, version, playlist_id, group_id };
  const setWallParams = ({ page: nth, ...next }: WallChoice & { page: number }) =>
    setParams({
      ...Object.fromEntries(Object.entries(next).filter(([, value]) => value !== '')),
      ...(nth > 1 ? { page: String(nth) } : {}),
    });
  return { chosen, page, setWallParams };
}

export default function Monitor() {
  const { t } = useTranslation(['monitor', 'navigation', 'screens']);
  const { chosen, page, setWallParams: put } = useWallParams();
  const { wall, link, failure } = useWall({ ...chosen, limit: PER_PAGE, offset: (page - 1) * PER_PAGE });
  const now = useNow();
  const isLive = useIsLive(link === 'live' || !wall ? 0 : Date.parse(wall.at), POLL_MS);
  const isNarrowed = page > 1 || Object.values(chosen).some(value => value !== '');
  const none = isNarrowed ? 'empty' : 'noScreens';
  const canManageRollout = useCanAccess()('system', 'W');
  const isOffline = useNetworkStatus() === 'offline';
  const root = useRef<HTMLDivElement>(null);
  return (
    <div ref={root} className="overflow-y-auto bg-bg [&:fullscreen]:p-6">
      <div className="mb-5 flex min-h-12 flex-wrap items-center gap-x-6 gap-y-2">
        <PageTitle>{t('navigation:monitor')}</PageTitle>
        <Freshness wall={wall} link={link} />
        <span className="flex-1" />
        <Button
          variant="outline"
          icon={<Maximize size={18} aria-hidden />}
          onClick={() => void root.current?.requestFullscreen().catch(() => undefined)}
        >
          {t('fullScreen')}
        </Button>
      </div>
      {failure !== null && <ErrorPanel error={failure} />}
      <PresenceCounts
        wall={isLive ? wall : null}
        selected={chosen.status}
        onSelect={status => put({ ...chosen, status, page: 1 })}
      />
      <Incidents open={wall?.incidents ?? 0} />
      <section aria-labelledby="screens">
        <h2 id="screens" className="mb-2 text-20">
          {t('screens')}
        </h2>
        <WallFilters
          chosen={chosen}
          versions={wall?.versions ?? []}
          choose={change => put({ ...chosen, ...change, page: 1 })}
        />
        {!wall && failure === null && !isOffline && <Skeleton rows={4} className="h-36" />}
        {!wall && failure === null && isOffline && (
          <EmptyState title={t('screens:away.title')} text={t('screens:away.text')} />
        )}
        {wall?.tiles.length === 0 && <EmptyState title={t(`${none}.title`)} text={t(`${none}.text`)} />}
        <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(220px,100%),1fr))] border-t-2 border-ink">
          {wall?.tiles.map(tile => (
            <ScreenTile key={tile.id} tile={tile} now={now} isLive={isLive} />
          ))}
        </ul>
        {wall && <WallPager page={page} total={wall.total} onPage={next => put({ ...chosen, page: next })} />}
      </section>
      {canManageRollout ? (
        <Suspense fallback={<Skeleton rows={3} />}>
          <Builds />
        </Suspense>
      ) : (
        wall && <Versions versions={wall.versions} />
      )}
      <Notices />
    </div>
  );
}

interface WallPagerProps {
  page: number;
  total: number;
  onPage: (page: number) => void;
}
function WallPager({ page, total, onPage }: WallPagerProps) {
  const { t } = useTranslation('monitor');
  const format = useFormat();
  const from = (page - 1) * PER_PAGE + 1;
  if (total <= PER_PAGE && page === 1) return null;
  return (
    <nav aria-label={t('pages')} className="flex flex-wrap items-center gap-2 py-3 text-ink-2">
      <span>
        {t('range', {
          from: format.number(from),
          to: format.number(Math.min(total, from + PER_PAGE - 1)),
          total: format.number(total),
        })}
      </span>
      <Button variant="outline" disabled={page === 1} onClick={() => onPage(page - 1)}>
        {t('previous')}
      </Button>
      <Button variant="outline" disabled={from + PER_PAGE > total} onClick={() => onPage(page + 1)}>
        {t('next')}
      </Button>
    </nav>
  );
}
