import { BRIGHTNESS } from '../../shared/contract/fleet/device.ts';
import { ownerDevicePatch, ownerDevices } from '../../shared/contract/fleet/owner.ts';
import { OrientationCell, StorageCell, VehicleCell, VersionCell } from '../fleet/devices/cells.tsx';
import { NowPlayingPanel, ReportedPanel, SCREEN_COLUMNS, screenList } from '../fleet/devices/screenList.ts';
import { defineResource } from '../kit/resource/defineResource.ts';

export default defineResource({
  ...screenList,
  name: 'ownerDevices',
  entity: ownerDevices,
  pages: ['ownerDevice'],
  columns: SCREEN_COLUMNS,
  facts: [
    { key: 'state', as: 'state' },
    { key: 'playlist_name', as: 'text' },
    { key: 'vehicle', cell: VehicleCell },
    { key: 'orientation', cell: OrientationCell },
    { key: 'tz', as: 'text' },
    { key: 'reported', label: 'storage', cell: StorageCell },
    { key: 'reported', label: 'version', cell: VersionCell },
  ],
  panels: [
    { name: 'nowPlaying', place: 'main', panel: NowPlayingPanel },
    { name: 'reported', place: 'main', panel: ReportedPanel },
  ],
  form: {
    schema: ownerDevicePatch,
    fields: [
      { name: 'name', input: { as: 'text' } },
      { name: 'volume', input: { as: 'range', min: 0, max: 100 } },
      { name: 'brightness', input: { as: 'select', options: BRIGHTNESS } },
    ],
  },
});
