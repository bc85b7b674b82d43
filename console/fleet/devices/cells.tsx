import { isHeard, type Device, type Reported } from '../../../shared/contract/fleet/device.ts';
import { EmptyCell } from '../../kit/fields/cells.tsx';
import { useIsLiveRow } from '../../kit/live.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { PresenceCell } from './Presence.tsx';

/** With the reason for which what it played comes late. */
export function ScreenPresenceCell({ row }: { row: Device }) {
  const text = useText('devices');
  const isSaving = row.reported?.saves_data === true && isHeard(row.presence);
  return (
    <span className="flex flex-col">
      <PresenceCell row={row} />
      {isSaving && <span className="text-13 text-ink-2">{text('savesData')}</span>}
    </span>
  );
}

/** Nothing where the list is too old to say what plays. */
export const NowPlayingCell = ({ value }: { value: string | null }) =>
  useIsLiveRow() && value !== null ? <>{value}</> : <EmptyCell />;

export function StorageCell({ value }: { value: Reported | null }) {
  const format = useFormat();
  if (value === null || value.storage.quota === 0) return <EmptyCell />;
  const { used, quota } = value.storage;
  return (
    <span className="font-mono whitespace-nowrap" title={`${format.bytes(used)} / ${format.bytes(quota)}`}>
      {format.percent(used / quota)}
    </span>
  );
}

export const VersionCell = ({ value }: { value: Reported | null }) =>
  value === null ? <EmptyCell /> : <span className="font-mono">{value.app_version}</span>;

export function OrientationCell({ value }: { value: Device['orientation'] }) {
  const text = useText('devices');
  return <>{text(`values.${value}`)}</>;
}

export function KioskCell({ value }: { value: Device['kiosk'] }) {
  const text = useText('devices');
  if (value === null) return <EmptyCell />;
  const pin = value.pin_set ? 'kiosk.pin' : 'kiosk.noPin';
  return <>{text('kiosk.told', { mode: text(value.enabled ? 'kiosk.on' : 'kiosk.off'), pin: text(pin) })}</>;
}

export const VehicleCell = ({ value }: { value: Device['vehicle'] }) =>
  value === null ? <EmptyCell /> : <>{value.label}</>;

/** What an exception plays in its place, with its end; else with the group it comes from, where it is not the screen's own. */
export function PlaylistCell({ value, row }: { value: string | null; row: Device }) {
  const text = useText('devices');
  const format = useFormat(row.tz);
  const { exception, playlist_group } = row;
  if (exception)
    return (
      <>
        {exception.playlist_name}
        <span className="text-ink-3">
          {' '}
          {exception.until === null
            ? text('exceptionAlways')
            : text('exceptionNow', { until: format.appointment(exception.until) })}
        </span>
      </>
    );
  if (value === null) return <EmptyCell />;
  return (
    <>
      {value}
      {playlist_group && (
        <span className="text-ink-3"> {text('playlistFrom', { name: playlist_group.name })}</span>
      )}
    </>
  );
}
