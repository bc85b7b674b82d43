/** What a list of screens shows, whoever reads it. */
import { systemClock } from '../../../shared/clock.ts';
import { device, presence, type Device } from '../../../shared/contract/fleet/device.ts';
import { DEVICE_SIGNS, PRESENCE_SIGNS } from '../../kit/fields/states.ts';
import { serverTime } from '../../kit/text/serverClock.ts';
import type { Column } from '../../kit/resource/define.ts';
import { VehicleCell } from './cells.tsx';
import { PresenceCell } from './Presence.tsx';

export const screenList = {
  row: device,
  opens: 'sheet' as const,
  label: (row: Device) => row.name,
  refreshMs: 15_000,
  lane: (row: Device) => PRESENCE_SIGNS[presence(row.last_seen_at, serverTime(systemClock.now()))].tone,
  signs: { state: DEVICE_SIGNS, presence: PRESENCE_SIGNS },
  filters: ['status'],
};

export const SCREEN_COLUMNS: readonly Column<Device>[] = [
  { key: 'name', as: 'text' },
  { key: 'presence', cell: PresenceCell },
  { key: 'now_playing', as: 'text', from: 'md' },
  { key: 'playlist_name', as: 'text', from: 'lg' },
  { key: 'vehicle', cell: VehicleCell, plain: ({ vehicle }) => vehicle && vehicle.label, from: 'xl' },
  { key: 'last_seen_at', as: 'ago', end: true, from: 'sm' },
];
