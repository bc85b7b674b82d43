/** Not a generic screen: figures that need attention, each linking to the list behind it. */
import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { systemClock } from '../../../shared/clock.ts';
import { devices, PRESENCE_S } from '../../../shared/contract/fleet/device.ts';
import { playTotals } from '../../../shared/contract/proof/play.ts';
import { pendingUsers } from '../../../shared/contract/identity/user.ts';
import { dayStart, isoDate } from '../../../shared/i18n/format.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth, useSignedIn } from '../session/auth.tsx';
import { lazyOptional, lazyPage } from '../../kit/lazyPage.ts';
import { PATHS } from '../paths.ts';
import { PageTitle } from '../../kit/ui/display/PageTitle.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { TileLink, Tiles } from '../../kit/ui/display/Tiles.tsx';
import { useIsLive } from '../../kit/live.tsx';
import { useFormat, useZone } from '../../kit/text/useFormat.ts';
import { useCanAccess } from '../../kit/useSave.ts';

const REFRESH_MS = 30_000;
const SECOND_MS = 1_000;
const CHART_ROWS = 6;
const COUNT_ONLY = { limit: 1 };
const WaitingAlerts = lazyOptional(() => import('../../alerts/watch/WaitingTile.tsx'));
const Offer = lazyOptional(() => import('../onboarding/Offer.tsx'), ['onboarding']);
const SupportHome = lazyOptional(() => import('./SupportHome.tsx'), ['supportHome']);
const PlaysByHour = lazyPage(() => import('../../proof/plays/PlaysByHour.tsx'), ['charts']);

function useFigures() {
  const { client } = useAuth();
  const canAccess = useCanAccess();
  const tz = useZone();
  const today = dayStart(isoDate(systemClock.now(), tz), tz);
  const polling = { refetchInterval: REFRESH_MS };
  const screens = useQuery({ ...read(client, devices.list, { query: COUNT_ONLY }), ...polling });
  const plays = useQuery({ ...read(client, playTotals, { query: { from: today } }), ...polling });
  const canApprove = canAccess('pending_users', 'A');
  const pendingApprovals = useQuery({
    ...read(client, pendingUsers.list, { query: COUNT_ONLY }),
    ...polling,
    enabled: canApprove,
  });
  const isLive = useIsLive(screens.dataUpdatedAt, REFRESH_MS);
  const failed = [screens, plays, pendingApprovals].find(answer => answer.isError);
  return {
    devices: isLive ? screens.data : undefined,
    plays: isLive ? plays.data : undefined,
    waiting: isLive ? pendingApprovals.data?.total : undefined,
    canApprove,
    failed,
    today,
  };
}

export default function Overview() {
  const { t } = useTranslation('navigation');
  const figures = useFigures();
  const { failed } = figures;
  const { role } = useSignedIn().user;
  return (
    <>
      <PageTitle className="mb-5 flex min-h-12 items-center">{t('home.title')}</PageTitle>
      {failed && (
        <div className="mb-5">
          <ErrorPanel error={failed.error} retry={() => void failed.refetch()} busy={failed.isFetching} />
        </div>
      )}
      {role === 'staff_support' && (
        <Suspense>
          <SupportHome />
        </Suspense>
      )}
      <FigureTiles figures={figures} />
      <Suspense fallback={<Skeleton rows={CHART_ROWS} />}>
        <PlaysByHour />
      </Suspense>
      <Suspense>
        <Offer />
      </Suspense>
    </>
  );
}

function FigureTiles({ figures }: { figures: ReturnType<typeof useFigures> }) {
  const { t } = useTranslation('navigation');
  const format = useFormat();
  const canAccess = useCanAccess();
  const { devices, plays, waiting, canApprove, today } = figures;
  const figureText = (n: number | undefined) => (n === undefined ? '–' : format.number(n));
  const online = devices && (devices.facets.presence?.online ?? 0);
  const offline = devices && (devices.facets.presence?.offline ?? 0);
  return (
    <Tiles>
      <TileLink
        href={`${PATHS.devices}?status=online`}
        figure={figureText(online)}
        label={t('home.screens')}
        note={t('home.ofTotal', { total: figureText(devices?.total) })}
        lane={online ? '[--lane:var(--ok)]' : ''}
      />
      <TileLink
        href={`${PATHS.devices}?status=offline`}
        figure={figureText(offline)}
        label={t('home.offline')}
        note={t('home.offlineNote', { length: format.duration(PRESENCE_S.stale * SECOND_MS) })}
        lane={offline ? '[--lane:var(--danger)]' : ''}
      />
      <TileLink
        href={`${PATHS.plays}?from=${today}`}
        figure={figureText(plays?.plays)}
        label={t('home.plays')}
        note={plays && t('home.playTime', { length: format.duration(plays.duration_ms) })}
        lane="[--lane:var(--lamp)]"
      />
      {canApprove && (
        <TileLink
          href={PATHS.pendingUsers}
          figure={figureText(waiting)}
          label={t('home.waiting')}
          note={t('home.waitingNote')}
          lane={waiting ? '[--lane:var(--warn)]' : ''}
        />
      )}
      {canAccess('alerts', 'A') && (
        <Suspense>
          <WaitingAlerts />
        </Suspense>
      )}
    </Tiles>
  );
}
