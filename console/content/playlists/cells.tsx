import type { Playlist } from '../../../shared/contract/content/playlist.ts';
import { EmptyCell } from '../../kit/fields/cells.tsx';
import { nextDaypart } from './nextDaypart.ts';
import { PLAYLIST_BADGES } from './states.ts';
import { LoopStrip } from '../../kit/ui/display/LoopStrip.tsx';
import { Mark } from '../../kit/ui/display/Mark.tsx';
import { useFormat, useNow, useZone } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';

export function StripCell({ row }: { row: Playlist }) {
  const text = useText('playlists');
  return (
    <div className="w-40 xl:w-56">
      <LoopStrip parts={row.strip} label={text('strip', { count: row.item_count })} />
    </div>
  );
}

/** Published and changed since is a state of its own to the eye: what is drawn is not what plays. */
export function StateCell({ row }: { row: Playlist }) {
  const text = useText('playlists');
  if (row.state === 'published' && row.has_draft)
    return <Mark shape="degraded" tone="warn" label={text('changedSince')} />;
  return <Mark {...PLAYLIST_BADGES[row.state]} label={text(`values.${row.state}`)} />;
}

export function ScreensCell({ value }: { value: Playlist['assigned_to'] }) {
  const format = useFormat();
  if (value.length === 0) return <EmptyCell />;
  return (
    <span className="font-mono" title={format.list(value.map(device => device.name))}>
      {format.number(value.length)}
    </span>
  );
}

export function VersionCell({ value }: { value: number | null }) {
  return value === null ? <EmptyCell /> : <span className="font-mono">{value}</span>;
}

export function LockCell({ value }: { value: Playlist['locked'] }) {
  const format = useFormat();
  const text = useText('playlists');
  if (value === null) return <EmptyCell />;
  return <span>{text('lockedBy', { name: value.name, at: format.dateTime(value.at) })}</span>;
}

/** When the next of its hours begin, by the reader's clocks; each screen goes by its own. */
export function NextDaypartCell({ value }: { value: Playlist['hours'] }) {
  const format = useFormat();
  const next = nextDaypart(value, useNow(), useZone());
  return next === null ? (
    <EmptyCell />
  ) : (
    <span className="whitespace-nowrap">{format.appointment(next)}</span>
  );
}
