/** A page of its own: figures of four resources, each a link to the list that proves it. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { creatives } from '../../shared/contract/creative.ts';
import { devices } from '../../shared/contract/device.ts';
import { playTotals } from '../../shared/contract/play.ts';
import { playlists } from '../../shared/contract/playlist.ts';
import { dayStart, isoDate } from '../../shared/format.ts';
import { systemClock } from '../../shared/clock.ts';
import { read } from '../../shared/net/queries.ts';
import { useAuth } from '../auth.tsx';
import { PageTitle } from '../ui/PageTitle.tsx';
import { ErrorPanel } from '../ui/states.tsx';
import { TileLink, Tiles } from '../ui/Tiles.tsx';
import { useFormat, useZone } from '../useFormat.ts';
import { useMay } from '../useSave.ts';

const REFRESH_MS = 30_000;
const ONE = { query: { limit: 1 } };

function useFigures() {
  const { client } = useAuth();
  const tz = useZone();
  const today = dayStart(isoDate(systemClock.now(), tz), tz);
  const screens = useQuery({ ...read(client, devices.list, ONE), refetchInterval: REFRESH_MS });
  const plays = useQuery({
    ...read(client, playTotals, { query: { from: today } }),
    refetchInterval: REFRESH_MS,
  });
  const works = useQuery(read(client, creatives.list, ONE));
  const loops = useQuery(read(client, playlists.list, ONE));
  const failed = [screens, plays, works, loops].find(answer => answer.isError);
  return {
    devices: screens.data,
    plays: plays.data,
    creatives: works.data,
    playlists: loops.data,
    failed,
    today,
  };
}

export default function Overview() {
  const { t } = useTranslation('navigation');
  const format = useFormat();
  const { devices, plays, creatives, playlists, failed, today } = useFigures();
  const shown = (n: number | undefined) => (n === undefined ? '–' : format.number(n));
  return (
    <>
      <PageTitle className="mb-5">{t('home.title')}</PageTitle>
      {failed && (
        <div className="mb-5">
          <ErrorPanel error={failed.error} retry={() => void failed.refetch()} busy={failed.isFetching} />
        </div>
      )}
      <Tiles>
        <TileLink
          href="/admin/devices?status=online"
          figure={shown(devices && (devices.facets.presence?.online ?? 0))}
          label={t('home.screens')}
          note={t('home.ofTotal', { total: shown(devices?.total) })}
          lane="[--lane:var(--ok)]"
        />
        <TileLink
          href={`/admin/programmatic/proof-of-play?from=${today}`}
          figure={shown(plays?.plays)}
          label={t('home.plays')}
          note={plays && t('home.playTime', { length: format.duration(plays.duration_ms) })}
          lane="[--lane:var(--lamp)]"
        />
        <TileLink
          href="/creatives"
          figure={shown(creatives?.total)}
          label={t('home.creatives')}
          note={t('home.creativesNote')}
        />
        <TileLink
          href="/playlists"
          figure={shown(playlists?.total)}
          label={t('home.playlists')}
          note={t('home.playlistsNote')}
        />
      </Tiles>
      <Steps />
    </>
  );
}

/** The whole way, for who comes for the first time; drawn for who may go it. */
function Steps() {
  const { t } = useTranslation('navigation');
  const may = useMay();
  const steps = [
    { name: 'pair', href: '/admin/devices?pair=1', area: 'devices' },
    { name: 'upload', href: '/creatives/upload', area: 'creatives' },
    { name: 'playlist', href: '/playlists/new', area: 'creatives' },
  ] as const;
  const open = steps.filter(step => may(step.area, 'W'));
  if (open.length === 0) return null;
  return (
    <section aria-labelledby="steps" className="mt-8">
      <h2 id="steps" className="mb-3 text-20">
        {t('home.start')}
      </h2>
      <ol className="grid border-t-2 border-ink bg-surface md:grid-cols-3">
        {open.map(({ name, href }, i) => (
          <li key={name} className="border-b border-line md:not-last:border-r">
            <Link
              href={href}
              className="flex h-full gap-4 px-5 py-5 hover:bg-neutral-tint focus-visible:-outline-offset-3"
            >
              <span aria-hidden="true" className="font-mono text-28 leading-none font-semibold text-ink-3">
                {i + 1}
              </span>
              <span>
                <span className="block text-16 font-semibold text-primary">
                  {t(`home.steps.${name}.title`)}
                </span>
                <span className="block text-ink-2">{t(`home.steps.${name}.text`)}</span>
              </span>
            </Link>
          </li>
        ))}
      </ol>
    </section>
  );
}
