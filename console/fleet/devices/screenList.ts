/** What a list of screens shows, whoever reads it. */
import { systemClock } from '../../../shared/clock.ts';
import { device, presence, type Device } from '../../../shared/contract/fleet/device.ts';
import { DEVICE_BADGES, PRESENCE_BADGES } from './states.ts';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { serverTime } from '../../kit/text/serverClock.ts';
import type { Column } from '../../kit/resource/defineResource.ts';
import { NowPlayingCell, PlaylistCell, ScreenPresenceCell, VehicleCell } from './cells.tsx';

/** They come with the sheet, not with the list. */
export const NowPlayingPanel = lazyWithRetry(() => import('./NowPlaying.tsx'));
export const ReportedPanel = lazyWithRetry(() => import('./Reported.tsx'));

export const screenList = {
  row: device,
  opensIn: 'sheet' as const,
  label: (row: Device) => row.name,
  refreshMs: 15_000,
  stripe: (row: Device, isLive: boolean) =>
    PRESENCE_BADGES[isLive ? presence(row.last_seen_at, serverTime(systemClock.now())) : 'unknown'].tone,
  stateBadges: { state: DEVICE_BADGES, presence: PRESENCE_BADGES },
  filters: ['status'],
};

export const SCREEN_COLUMNS: readonly Column<Device>[] = [
  { key: 'name', as: 'text' },
  { key: 'presence', cell: ScreenPresenceCell },
  { key: 'now_playing', cell: NowPlayingCell, exportValue: row => row.now_playing, from: 'md' },
  { key: 'playlist_name', cell: PlaylistCell, exportValue: row => row.playlist_name, from: 'lg' },
  { key: 'vehicle', cell: VehicleCell, exportValue: ({ vehicle }) => vehicle && vehicle.label, from: 'xl' },
  { key: 'last_seen_at', as: 'ago', alignEnd: true, from: 'sm' },
];
