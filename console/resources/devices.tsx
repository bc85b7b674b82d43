import { devicePatch, devices, FITS, METERING } from '../../shared/contract/device.ts';
import { playlists } from '../../shared/contract/playlist.ts';
import { CommandsPanel } from '../control/CommandsPanel.tsx';
import { OrientationCell, StorageCell, VersionCell } from '../devices/cells.tsx';
import { PresenceTiles } from '../devices/PresenceTiles.tsx';
import { ReportedPanel } from '../devices/Reported.tsx';
import { SCREEN_COLUMNS, screenList } from '../devices/screenList.ts';
import { fresh } from '../fresh.ts';
import { defineResource } from './define.ts';

const PairDialog = fresh(async () => ({ default: (await import('../devices/PairDialog.tsx')).PairDialog }));

export default defineResource({
  ...screenList,
  name: 'devices',
  entity: devices,
  at: ['devices'],
  summary: PresenceTiles,
  columns: [
    ...SCREEN_COLUMNS,
    {
      key: 'reported',
      label: 'storage',
      cell: StorageCell,
      plain: ({ reported }) => reported && reported.storage.used,
      end: true,
      from: 'xl',
    },
    {
      key: 'reported',
      label: 'version',
      cell: VersionCell,
      plain: ({ reported }) => reported && reported.app_version,
      end: true,
      from: 'xl',
    },
  ],
  facts: [
    { key: 'state', as: 'state' },
    { key: 'playlist_name', as: 'text' },
    { key: 'vehicle', as: 'text' },
    { key: 'orientation', cell: OrientationCell },
    { key: 'tz', as: 'text' },
    { key: 'reported', label: 'version', cell: VersionCell },
    { key: 'created_at', as: 'time' },
  ],
  panels: [
    { name: 'reported', place: 'main', panel: ReportedPanel },
    { name: 'commands', place: 'main', panel: CommandsPanel },
  ],
  form: {
    schema: devicePatch,
    fields: [
      { name: 'name', input: { as: 'text' } },
      {
        name: 'playlist_id',
        input: { as: 'pick', from: playlists.list, read: playlists.read, orNull: true },
        hint: true,
      },
      { name: 'vehicle', input: { as: 'text', orNull: true }, hint: true },
      { name: 'orientation', input: { as: 'select', options: [0, 90, 180, 270] } },
      { name: 'fit', input: { as: 'select', options: FITS } },
      { name: 'volume', input: { as: 'range', min: 0, max: 100 } },
      { name: 'metered', input: { as: 'select', options: METERING }, hint: true },
      { name: 'data_plan_mb', input: { as: 'number', orNull: true }, hint: true },
      { name: 'data_plan_day', input: { as: 'number' }, hint: true },
    ],
  },
  primary: { name: 'pair', level: 'W', act: { dialog: PairDialog } },
  links: [
    {
      name: 'plays',
      area: 'prog_logs',
      level: 'R',
      link: row => `/admin/programmatic/proof-of-play?device_id=${row.id}`,
    },
  ],
  acts: { retire: { danger: true } },
});
