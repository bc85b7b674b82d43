import { systemClock } from '../../shared/clock.ts';
import { device, presence } from '../../shared/contract/device.ts';
import { ownerDevicePatch, ownerDevices } from '../../shared/contract/owner.ts';
import { OrientationCell, StorageCell, VersionCell } from '../devices/cells.tsx';
import { PresenceCell } from '../devices/Presence.tsx';
import { ReportedPanel } from '../devices/Reported.tsx';
import { DEVICE_SIGNS, PRESENCE_SIGNS } from '../fields/states.ts';
import { defineResource } from './define.ts';

const REFRESH_MS = 15_000;

export default defineResource({
  name: 'ownerDevices',
  entity: ownerDevices,
  row: device,
  at: ['ownerDevice'],
  opens: 'sheet',
  label: row => row.name,
  refreshMs: REFRESH_MS,
  lane: row => PRESENCE_SIGNS[presence(row.last_seen_at, systemClock.now())].tone,
  signs: { state: DEVICE_SIGNS, presence: PRESENCE_SIGNS },
  columns: [
    { key: 'name', as: 'text' },
    { key: 'presence', cell: PresenceCell },
    { key: 'now_playing', as: 'text', from: 'md' },
    { key: 'playlist_name', as: 'text', from: 'lg' },
    { key: 'vehicle', as: 'text', from: 'xl' },
    { key: 'last_seen_at', as: 'ago', end: true, from: 'sm' },
  ],
  filters: ['status'],
  facts: [
    { key: 'state', as: 'state' },
    { key: 'playlist_name', as: 'text' },
    { key: 'vehicle', as: 'text' },
    { key: 'orientation', cell: OrientationCell },
    { key: 'tz', as: 'text' },
    { key: 'reported', label: 'storage', cell: StorageCell },
    { key: 'reported', label: 'version', cell: VersionCell },
  ],
  panels: [{ name: 'reported', place: 'main', panel: ReportedPanel }],
  form: {
    schema: ownerDevicePatch,
    fields: [
      { name: 'name', input: { as: 'text' }, hint: true },
      { name: 'volume', input: { as: 'range', min: 0, max: 100 } },
    ],
  },
});
