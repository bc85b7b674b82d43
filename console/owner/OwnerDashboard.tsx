/** A landing, not a list: an owner's devices now and what they played today. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { systemClock } from '../../shared/clock.ts';
import { ownerSummary } from '../../shared/contract/fleet/owner.ts';
import { dayStart, isoDate } from '../../shared/i18n/format.ts';
import { read } from '../../shared/net/queries.ts';
import { useAuth } from '../app/session/auth.tsx';
import { PRESENCE_BADGES } from '../fleet/devices/states.ts';
import { Mark } from '../kit/ui/display/Mark.tsx';
import { PageTitle } from '../kit/ui/display/PageTitle.tsx';
import { ErrorPanel, Skeleton } from '../kit/ui/display/placeholders.tsx';
import { Tile, Tiles } from '../kit/ui/display/Tiles.tsx';
import { DataAge, useIsLive } from '../kit/live.tsx';
import { useFormat, useNow, useZone } from '../kit/text/useFormat.ts';

const REFRESH_MS = 30_000;

export default function OwnerDashboard() {
  const { t } = useTranslation(['navigation', 'devices']);
  const { client } = useAuth();
  const format = useFormat();
  const tz = useZone();
  const now = useNow();
  const from = dayStart(isoDate(systemClock.now(), tz), tz);
  const { data, dataUpdatedAt, error, refetch, isFetching } = useQuery({
    ...read(client, ownerSummary, { query: { from } }),
    refetchInterval: REFRESH_MS,
  });
  const isLive = useIsLive(dataUpdatedAt, REFRESH_MS);
  if (error && !data) return <ErrorPanel error={error} retry={() => void refetch()} busy={isFetching} />;
  if (!data) return <Skeleton rows={3} />;
  const presenceOf = ({ presence }: (typeof data.devices)[number]) => (isLive ? presence : 'unknown');
  const online = data.devices.filter(device => device.presence === 'online').length;
  return (
    <>
      <PageTitle className="mb-5">{t('ownerDashboard')}</PageTitle>
      <DataAge isLive={isLive} updatedAt={dataUpdatedAt} />
      <Tiles>
        <Tile
          figure={isLive ? format.number(online) : '–'}
          label={t('home.screens')}
          note={t('home.ofTotal', { total: format.number(data.devices.length) })}
          lane="[--lane:var(--ok)]"
        />
        <Tile
          figure={isLive ? format.number(data.plays) : '–'}
          label={t('home.plays')}
          note={t('home.playTime', { length: format.duration(data.playing_ms) })}
          lane="[--lane:var(--lamp)]"
        />
      </Tiles>
      {data.devices.length === 0 && <p className="text-16 text-ink-2">{t('landing.noDevices')}</p>}
      <ul className="border-y border-line bg-surface empty:border-0">
        {data.devices.map(device => (
          <li
            key={device.id}
            className="flex min-h-12 flex-wrap items-center gap-x-6 gap-y-1 border-line px-5 py-2 not-last:border-b"
          >
            <span className="min-w-40 flex-1 font-semibold">{device.name}</span>
            <Mark
              {...PRESENCE_BADGES[presenceOf(device)]}
              label={t(`devices:values.${presenceOf(device)}`)}
            />
            <span className="min-w-40 flex-1 text-ink-2">{(isLive && device.now_playing) || '–'}</span>
            <span className="text-13 text-ink-3">
              {device.last_seen_at === null ? '' : format.ago(device.last_seen_at, now)}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}
