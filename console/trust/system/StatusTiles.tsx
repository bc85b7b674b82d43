import type { SystemStatus } from '../../../shared/contract/trust/system.ts';
import { PATHS } from '../../app/paths.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Tile, TileLink, Tiles } from '../../kit/ui/display/Tiles.tsx';

export function StatusTiles({ status: { database, disk, media, screens } }: { status: SystemStatus }) {
  const text = useText('system');
  const format = useFormat();
  const used = disk.total_bytes - disk.free_bytes;
  return (
    <Tiles>
      <TileLink
        href={PATHS.devices}
        figure={format.number(screens.online)}
        label={text('tiles.online')}
        note={text('tiles.paired', { paired: format.number(screens.paired) })}
        lane="[--lane:var(--lamp)]"
      />
      <Tile
        figure={format.bytes(disk.free_bytes)}
        label={text('tiles.free')}
        note={text('tiles.used', { share: format.percent(used / Math.max(1, disk.total_bytes)) })}
      />
      <Tile
        figure={format.bytes(database.bytes)}
        label={text('tiles.database')}
        note={text(`engines.${database.engine}`, { version: database.version })}
      />
      <Tile
        figure={format.bytes(media.bytes)}
        label={text('tiles.media')}
        note={text('tiles.files', { count: media.files, shown: format.number(media.files) })}
      />
    </Tiles>
  );
}
