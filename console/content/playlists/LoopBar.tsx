import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { devices } from '../../../shared/contract/fleet/device.ts';
import type { PlaylistDetail } from '../../../shared/contract/content/playlist.ts';
import { clockLength, isoDate } from '../../../shared/i18n/format.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { LoopStrip } from '../../kit/ui/display/LoopStrip.tsx';
import { useFormat, useNow, useZone } from '../../kit/text/useFormat.ts';
import {
  bytesOf,
  isLater,
  isPast,
  lengthOf,
  loopLength,
  playedId,
  playedItems,
  type DraftItem,
} from './editor/draftReducer.ts';
import { storageFitOf } from './storageFit.ts';

const LIMIT = 100;

/** Length and weight of the loop as it is being built, live. */
export function LoopBar({ playlist, items }: { playlist: PlaylistDetail; items: readonly DraftItem[] }) {
  const { t } = useTranslation('playlists');
  const format = useFormat();
  const bytes = bytesOf(items);
  const today = isoDate(useNow(), useZone());
  const past = items.filter(item => isPast(item, today)).length;
  const later = playedItems(items).filter(item => isLater(item, today)).length;
  return (
    <div className="mb-4 border-y border-line bg-surface px-4 py-3">
      <div className="mb-2 flex flex-wrap items-baseline gap-x-8 gap-y-1">
        <p>
          <span className="mr-2 text-ink-2">{t('edit.total')}</span>
          <output className="font-mono text-20 font-semibold">{clockLength(loopLength(items))}</output>
        </p>
        <p className="text-ink-2">
          {t('items', { count: items.length, shown: format.number(items.length) })}
        </p>
        <p>
          <span className="mr-2 text-ink-2">{t('edit.size')}</span>
          <output className="font-mono font-semibold">{format.bytes(bytes)}</output>
        </p>
        {past > 0 && <p className="font-semibold text-warn">{t('edit.past', { count: past })}</p>}
        {later > 0 && <p className="text-ink-2">{t('edit.later', { count: later })}</p>}
        <SpaceNote assigned={playlist.assigned_to.map(device => device.id)} bytes={bytes} />
      </div>
      <LoopStrip
        tall
        label={t('strip', { count: items.length })}
        parts={playedItems(items).map(item => ({ creative_id: playedId(item), ms: lengthOf(item) }))}
      />
    </div>
  );
}

function SpaceNote({ assigned, bytes }: { assigned: readonly string[]; bytes: number }) {
  const { t } = useTranslation('playlists');
  const format = useFormat();
  const { client } = useAuth();
  const known = useQuery({
    ...read(client, devices.list, { query: { limit: LIMIT } }),
    enabled: assigned.length > 0,
  });
  if (assigned.length === 0) return <p className="text-ink-3">{t('edit.noScreens')}</p>;
  if (!known.data) return null;
  const space = storageFitOf(
    known.data.items.filter(device => assigned.includes(device.id)),
    bytes,
  );
  if (space.tooSmall.length > 0)
    return (
      <p className="font-semibold text-danger">
        {t('edit.tooSmall', { names: format.list(space.tooSmall) })}
      </p>
    );
  if (space.leastFree === null) return <p className="text-ink-3">{t('edit.unknownSpace')}</p>;
  return (
    <p className={space.leastFree < bytes ? 'text-warn' : 'text-ink-2'}>
      {t('edit.free', { free: format.bytes(space.leastFree) })}
    </p>
  );
}
