/** A landing, not a list: an owner's devices now, what they played today and earn, and what is open. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { systemClock } from '../../shared/clock.ts';
import { ownerSummary } from '../../shared/contract/fleet/owner.ts';
import type { Answer } from '../../shared/contract/wire/endpoint.ts';
import { dayStart, isoDate } from '../../shared/i18n/format.ts';
import { read } from '../../shared/net/queries.ts';
import { PATHS } from '../app/paths.ts';
import { useAuth } from '../app/session/auth.tsx';
import { PRESENCE_BADGES } from '../fleet/devices/states.ts';
import { Mark } from '../kit/ui/display/Mark.tsx';
import { PageTitle } from '../kit/ui/display/PageTitle.tsx';
import { ErrorPanel, Skeleton } from '../kit/ui/display/placeholders.tsx';
import { Tile, TileLink, Tiles } from '../kit/ui/display/Tiles.tsx';
import { useMonthName } from '../sales/earnings/useMonthName.ts';
import { DataAge, useIsLive } from '../kit/live.tsx';
import { useFormat, useNow, useZone } from '../kit/text/useFormat.ts';

const REFRESH_MS = 30_000;

export default function OwnerDashboard() {
  const { t } = useTranslation(['navigation', 'devices', 'ownerDashboard']);
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
  const offline = data.devices.filter(device => device.presence === 'offline').length;
  const online = data.devices.filter(device => device.presence === 'online').length;
  return (
    <>
      <PageTitle className="mb-5">{t('ownerDashboard')}</PageTitle>
      <DataAge isLive={isLive} updatedAt={dataUpdatedAt} />
      <Tiles>
        <Tile
          figure={isLive ? format.number(online) : '–'}
          label={t('home.screens')}
          note={[
            t('home.ofTotal', { total: format.number(data.devices.length) }),
            ...(isLive && offline > 0
              ? [t('ownerDashboard:offline', { count: offline, shown: format.number(offline) })]
              : []),
          ].join(' · ')}
          lane={isLive && offline > 0 ? '[--lane:var(--danger)]' : '[--lane:var(--ok)]'}
        />
        <Tile
          figure={isLive ? format.number(data.plays) : '–'}
          label={t('home.plays')}
          note={t('home.playTime', { length: format.duration(data.playing_ms) })}
          lane="[--lane:var(--lamp)]"
        />
        <Open {...data} />
      </Tiles>
      {data.devices.length === 0 && <p className="text-16 text-ink-2">{t('landing.noDevices')}</p>}
      <ul className="border-y border-line bg-surface empty:border-0">
        {data.devices.map(device => (
          <li
            key={device.id}
            className="flex min-h-12 flex-wrap items-center gap-x-6 gap-y-1 border-line px-5 py-2 not-last:border-b"
          >
            <Link
              href={`${PATHS.ownerDevice}?id=${device.id}`}
              className="link inline-flex min-h-12 min-w-40 flex-1 items-center font-semibold"
            >
              {device.name}
            </Link>
            <Mark
              {...PRESENCE_BADGES[presenceOf(device)]}
              label={t(`devices:values.${presenceOf(device)}`)}
            />
            <span className="min-w-40 flex-1 text-ink-2">{(isLive && device.now_playing) || '–'}</span>
            <span className="text-13 text-ink-3">
              {device.last_seen_at !== null &&
                (presenceOf(device) === 'offline'
                  ? t('ownerDashboard:offlineSince', { when: format.appointment(device.last_seen_at) })
                  : format.ago(device.last_seen_at, now))}
            </span>
          </li>
        ))}
      </ul>
    </>
  );
}

/** What he earns and what waits; each figure leads to what is behind it. */
function Open({ month, next_payout: payout, tickets }: Answer<typeof ownerSummary>) {
  const { t } = useTranslation('ownerDashboard');
  const format = useFormat();
  const monthName = useMonthName();
  return (
    <>
      <TileLink
        href={PATHS.ownerEarnings}
        figure={format.money(month.net_minor, month.currency)}
        label={t('earned.label', { month: monthName(month.period) })}
        note={t('earned.note', { gross: format.money(month.gross_minor, month.currency) })}
      />
      <TileLink
        href={PATHS.ownerEarnings}
        figure={payout === null ? '–' : format.money(payout.amount_minor, payout.currency)}
        label={t('payout.label')}
        note={t(`payout.${payout?.state ?? 'none'}`)}
      />
      <TileLink
        href={PATHS.ownerSupport}
        figure={format.number(tickets.open)}
        label={t('tickets.label')}
        note={
          tickets.waiting === 0
            ? t('tickets.none')
            : t('tickets.waiting', { count: tickets.waiting, shown: format.number(tickets.waiting) })
        }
        lane={tickets.waiting === 0 ? '' : '[--lane:var(--warn)]'}
      />
    </>
  );
}
