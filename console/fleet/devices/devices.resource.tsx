import { Suspense } from 'react';
import {
  BRIGHTNESS,
  devicePatch,
  devices,
  FITS,
  MAX_GROUPS,
  METERING,
  type Device,
  type Vehicle,
} from '../../../shared/contract/fleet/device.ts';
import { allows } from '../../../shared/contract/wire/access.ts';
import { BulkActions } from './BulkActions.tsx';
import { CommandsPanel, FirstCommandsPanel } from '../commands/CommandsPanel.tsx';
import { KioskCell, OrientationCell, PlaylistCell, StorageCell, VehicleCell, VersionCell } from './cells.tsx';
import { DevicesSummary } from './DevicesSummary.tsx';
import { GroupFilter } from '../groups/GroupFilter.tsx';
import { NowPlayingPanel, ReportedPanel, SCREEN_COLUMNS, screenList } from './screenList.ts';
import { PicturesPanel } from '../pictures/PicturesPanel.tsx';
import { groupRelation, locationRelation, screenPlaylists, userRelation } from '../relations.ts';
import { lazyOptional, lazyWithRetry } from '../../kit/lazyPage.ts';
import { lazyPanel } from '../../kit/lazyPanel.ts';
import { VersionFilter } from '../VersionFilter.tsx';
import { DeviceSchedulePanel } from '../../playout/schedule/panels.tsx';
import { IncidentsPanel } from '../incidents/IncidentsPanel.tsx';
import {
  defineResource,
  FACTS_PANEL,
  FORM_PANEL,
  type CustomFilterProps,
} from '../../kit/resource/defineResource.ts';

/** The contract of playlists is larger than the list of screens. */
const Playlists = lazyOptional<CustomFilterProps>(async () => ({
  default: (await import('../PlaylistFilter.tsx')).PlaylistFilter,
}));
const PlaylistFilter = (props: CustomFilterProps) => (
  <Suspense>
    <Playlists {...props} />
  </Suspense>
);
const PairDialog = lazyWithRetry(async () => ({ default: (await import('./PairDialog.tsx')).PairDialog }));

const DevicesMap = lazyPanel(
  async () => ({ default: (await import('../map/DevicesMap.tsx')).DevicesMap }),
  ['map'],
);
const SimulatorPanel = lazyPanel(
  async () => ({ default: (await import('../../playout/simulator/SimulatorPanel.tsx')).SimulatorPanel }),
  ['simulator'],
);

/** A new label; what stands for the plate stays. */
const withLabel = (before: Device['vehicle'], label: string | Vehicle | null) =>
  typeof label === 'string' ? { ...before, label } : label;

export default defineResource({
  ...screenList,
  name: 'devices',
  entity: devices,
  pages: ['devices'],
  summary: DevicesSummary,
  map: DevicesMap,
  filters: [
    'status',
    { keys: ['group_id'], input: GroupFilter },
    { keys: ['playlist_id'], input: PlaylistFilter },
    { keys: ['app_version'], input: VersionFilter },
  ],
  columns: [
    ...SCREEN_COLUMNS,
    {
      key: 'reported',
      label: 'storage',
      cell: StorageCell,
      exportValue: ({ reported }) => reported && reported.storage.used,
      alignEnd: true,
      from: 'xl',
    },
    {
      key: 'reported',
      label: 'version',
      cell: VersionCell,
      exportValue: ({ reported }) => reported && reported.app_version,
      alignEnd: true,
      from: 'xl',
    },
  ],
  facts: [
    { key: 'state', as: 'state' },
    { key: 'playlist_name', cell: PlaylistCell },
    { key: 'vehicle', cell: VehicleCell },
    { key: 'serial', as: 'text' },
    { key: 'resolution', as: 'text' },
    { key: 'orientation', cell: OrientationCell },
    { key: 'kiosk', cell: KioskCell },
    { key: 'tz', as: 'text' },
    { key: 'reported', label: 'version', cell: VersionCell },
    { key: 'created_at', as: 'time' },
  ],
  panels: [
    { name: 'nowPlaying', place: 'main', panel: NowPlayingPanel },
    { name: 'pictures', place: 'main', panel: PicturesPanel },
    { name: 'firstCommands', place: 'main', panel: FirstCommandsPanel },
    { name: 'reported', place: 'main', panel: ReportedPanel },
    { name: 'incidents', place: 'main', panel: IncidentsPanel },
    { name: 'commands', place: 'main', panel: CommandsPanel },
    { name: 'schedule', place: 'main', panel: DeviceSchedulePanel },
    { name: 'simulator', place: 'main', panel: SimulatorPanel },
  ],
  tabs: [
    { name: 'now', panels: ['nowPlaying', 'firstCommands', 'pictures', 'reported', 'incidents'] },
    { name: 'schedule', panels: ['schedule'] },
    { name: 'settings', panels: [FORM_PANEL] },
    {
      name: 'remote',
      panels: ['commands'],
      isVisible: (row, { role }) => row.state !== 'unpaired' && allows(role, 'monitor', 'R'),
    },
    { name: 'simulator', panels: ['simulator'], isVisible: row => row.state !== 'unpaired' },
    { name: 'details', panels: [FACTS_PANEL] },
  ],
  form: {
    schema: devicePatch,
    from: row => ({ ...row, vehicle: row.vehicle?.label ?? null }),
    body: ({ vehicle, ...changed }, row) => ({
      ...changed,
      ...(vehicle === undefined ? {} : { vehicle: withLabel(row.vehicle, vehicle) }),
    }),
    fields: [
      { name: 'name', input: { as: 'text' } },
      {
        name: 'playlist_id',
        input: { ...screenPlaylists, nullable: true },
        hint: true,
      },
      { name: 'vehicle', input: { as: 'text', nullable: true }, hint: true },
      { name: 'serial', input: { as: 'text', nullable: true } },
      {
        name: 'group_ids',
        input: { as: 'relations', of: groupRelation, max: MAX_GROUPS },
        hint: true,
      },
      {
        name: 'location_id',
        input: { as: 'pick', of: locationRelation, nullable: true },
      },
      {
        name: 'owner_user_id',
        input: { as: 'pick', of: userRelation, nullable: true },
        hint: true,
        isVisible: ({ role }) => allows(role, 'users', 'R'),
      },
      { name: 'tags', input: { as: 'tags' } },
      { name: 'orientation', input: { as: 'select', options: [0, 90, 180, 270] } },
      { name: 'fit', input: { as: 'select', options: FITS } },
      { name: 'volume', input: { as: 'range', min: 0, max: 100 } },
      { name: 'brightness', input: { as: 'select', options: BRIGHTNESS } },
      { name: 'metered', input: { as: 'select', options: METERING }, hint: true },
      { name: 'data_plan_mb', input: { as: 'number', nullable: true }, hint: true },
      { name: 'data_plan_day', input: { as: 'number' }, hint: true },
      { name: 'depot_from', input: { as: 'text', type: 'time', nullable: true }, hint: true },
      { name: 'depot_to', input: { as: 'text', type: 'time', nullable: true }, hint: true },
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
  bulk: { area: 'monitor', level: 'W', bar: BulkActions },
  acts: { retire: { danger: true }, suspend: { danger: true } },
});
