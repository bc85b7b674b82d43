import clsx from 'clsx';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { isHeard } from '../../../shared/contract/fleet/device.ts';
import type { Tile } from '../../../shared/contract/fleet/live.ts';
import { PRESENCE_BADGES } from '../devices/states.ts';
import { PATHS } from '../../app/paths.ts';
import { LANES, Mark } from '../../kit/ui/display/Mark.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';

interface ScreenTileProps {
  tile: Tile;
  now: number;
  /** Else presence and what plays are withheld: they were so when the link was there. */
  isLive: boolean;
}
/** One screen: how it is by shape, word and colour, and what it shows. Opens its sheet. */
export function ScreenTile({ tile, now, isLive }: ScreenTileProps) {
  const { t } = useTranslation(['monitor', 'devices']);
  const format = useFormat();
  const presence = isLive ? tile.presence : 'unknown';
  const badge = PRESENCE_BADGES[presence];
  const isIncomplete = tile.ready !== null && tile.ready < 1;
  return (
    <li className="min-w-0 border-r border-b border-line bg-surface">
      <Link
        href={`${PATHS.devices}?id=${tile.id}`}
        className={clsx(
          'lane flex h-full min-h-36 flex-col gap-1 py-3 pr-3 pl-5 hover:bg-neutral-tint focus-visible:-outline-offset-3',
          LANES[badge.tone],
        )}
      >
        <Still url={tile.picture_url} />
        <span className="flex flex-wrap items-baseline justify-between gap-x-3">
          <Mark {...badge} label={t(`devices:values.${presence}`)} />
          {tile.last_seen_at !== null && (
            <span className="text-13 text-ink-2">{format.ago(tile.last_seen_at, now)}</span>
          )}
        </span>
        <span className="text-16 font-semibold break-words">{tile.name}</span>
        {tile.vehicle !== null && <span className="text-13 text-ink-2">{tile.vehicle}</span>}
        <span className="flex-1" />
        {isLive && isHeard(tile.presence) && (
          <span className="text-13 break-words text-ink-2">
            {t('playing', { name: tile.now_playing ?? t('nothing') })}
          </span>
        )}
        <span className="flex flex-wrap justify-between gap-x-3 text-13 text-ink-2">
          {tile.saves_data && isHeard(tile.presence) && <span>{t('devices:savesData')}</span>}
          {isIncomplete && <span>{t('ready', { share: format.percent(tile.ready ?? 0) })}</span>}
          {tile.network !== null && presence === 'online' && <span>{t(`network.${tile.network}`)}</span>}
          {tile.version !== null && <span className="font-mono">{tile.version}</span>}
        </span>
      </Link>
    </li>
  );
}

/** What is on screen, where there is a picture of it. */
const Still = ({ url }: { url: string | null }) =>
  url === null ? null : (
    <span className="mb-1 block aspect-video w-full bg-[#0e1114]">
      <img
        src={url}
        alt=""
        loading="lazy"
        decoding="async"
        className="h-full w-full object-contain"
        onError={event => (event.currentTarget.hidden = true)}
        onLoad={event => (event.currentTarget.hidden = false)}
      />
    </span>
  );
