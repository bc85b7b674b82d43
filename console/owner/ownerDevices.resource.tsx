import { Suspense } from 'react';
import { BRIGHTNESS, type Device } from '../../shared/contract/fleet/device.ts';
import { ownerDevicePatch, ownerDevices } from '../../shared/contract/fleet/owner.ts';
import { OrientationCell, StorageCell, VehicleCell, VersionCell } from '../fleet/devices/cells.tsx';
import { NowPlayingPanel, ReportedPanel, SCREEN_COLUMNS, screenList } from '../fleet/devices/screenList.ts';
import { lazyPage } from '../kit/lazyPage.ts';
import { defineResource } from '../kit/resource/defineResource.ts';
import { Skeleton } from '../kit/ui/display/placeholders.tsx';

const OwnCommands = lazyPage<{ row: Device }>(() => import('./OwnCommands.tsx'), ['commands']);
const PairOwnDialog = lazyPage<{ close: () => void }>(() => import('./PairOwnDialog.tsx'), ['devices']);

/** Comes with the sheet, not with the list. */
const CommandsPanel = ({ row }: { row: Device }) => (
  <Suspense fallback={<Skeleton rows={3} />}>
    <OwnCommands row={row} />
  </Suspense>
);
const PairDialog = ({ close }: { close: () => void }) => (
  <Suspense>
    <PairOwnDialog close={close} />
  </Suspense>
);

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
    { name: 'commands', place: 'main', panel: CommandsPanel },
    { name: 'reported', place: 'main', panel: ReportedPanel },
  ],
  primary: { name: 'pair', level: 'W', act: { dialog: PairDialog } },
  form: {
    schema: ownerDevicePatch,
    fields: [
      { name: 'name', input: { as: 'text' } },
      { name: 'volume', input: { as: 'range', min: 0, max: 100 } },
      { name: 'brightness', input: { as: 'select', options: BRIGHTNESS } },
    ],
  },
});
