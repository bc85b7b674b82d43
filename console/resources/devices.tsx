import {
  device,
  devicePatch,
  FITS,
  listDevices,
  patchDevice,
  presence,
  PRESENCES,
  readDevice,
} from '../../shared/contract/device.ts';
import { listPlaylists } from '../../shared/contract/playlist.ts';
import { systemClock } from '../../shared/clock.ts';
import { OrientationCell, StorageCell, VersionCell } from '../devices/cells.tsx';
import { PairDialog } from '../devices/PairDialog.tsx';
import { PresenceCell } from '../devices/Presence.tsx';
import { PresenceTiles } from '../devices/PresenceTiles.tsx';
import { ReportedPanel } from '../devices/Reported.tsx';
import { RetireDialog } from '../devices/RetireDialog.tsx';
import { AgoCell, TextCell, TimeCell } from '../fields/cells.tsx';
import { DeviceStateCell, PRESENCE_SIGNS } from '../fields/states.tsx';
import { defineResource } from './define.ts';

const REFRESH_MS = 15_000;

export default defineResource({
  name: 'devices',
  area: 'devices',
  path: '/admin/devices',
  opens: 'sheet',
  row: device,
  endpoints: { list: listDevices, read: readDevice, patch: patchDevice },
  paging: 'page',
  refreshMs: REFRESH_MS,
  searchable: true,
  defaultSort: 'name',
  lane: row => PRESENCE_SIGNS[presence(row.last_seen_at, systemClock.now())].tone,
  summary: PresenceTiles,
  columns: [
    { key: 'name', cell: TextCell, sortable: true },
    { key: 'presence', cell: PresenceCell },
    { key: 'now_playing', cell: TextCell, from: 'md' },
    { key: 'playlist_name', cell: TextCell, sortable: true, from: 'lg' },
    { key: 'vehicle', cell: TextCell, sortable: true, from: 'xl' },
    { key: 'last_seen_at', cell: AgoCell, sortable: true, end: true, from: 'sm' },
    { key: 'reported', label: 'storage', cell: StorageCell, end: true, from: 'xl' },
    { key: 'reported', label: 'version', cell: VersionCell, end: true, from: 'xl' },
  ],
  filters: [{ kind: 'choice', key: 'status', options: PRESENCES }],
  facts: [
    { key: 'state', cell: DeviceStateCell },
    { key: 'playlist_name', cell: TextCell },
    { key: 'vehicle', cell: TextCell },
    { key: 'orientation', cell: OrientationCell },
    { key: 'tz', cell: TextCell },
    { key: 'reported', label: 'version', cell: VersionCell },
    { key: 'created_at', cell: TimeCell },
  ],
  panels: [{ name: 'reported', place: 'main', panel: ReportedPanel }],
  form: {
    schema: devicePatch,
    fields: [
      { name: 'name', input: { as: 'text' } },
      { name: 'playlist_id', input: { as: 'pick', from: listPlaylists }, hint: true },
      { name: 'vehicle', input: { as: 'text', orNull: true }, hint: true },
      { name: 'orientation', input: { as: 'select', options: [0, 90, 180, 270] } },
      { name: 'fit', input: { as: 'select', options: FITS } },
      { name: 'volume', input: { as: 'range', min: 0, max: 100 } },
    ],
  },
  primary: { name: 'pair', level: 'W', act: { dialog: PairDialog } },
  actions: [
    {
      name: 'plays',
      level: 'R',
      act: { link: row => `/admin/programmatic/proof-of-play?device_id=${row.id}` },
    },
    {
      name: 'retire',
      level: 'W',
      danger: true,
      shown: row => row.state !== 'retired',
      act: { dialog: RetireDialog },
    },
  ],
});
