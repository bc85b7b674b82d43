import clsx from 'clsx';
import { ChevronDown } from 'lucide-react';
import { useMemo } from 'react';
import type { Playlist } from '../../../../shared/contract/content/playlist.ts';
import { useFormat } from '../../../kit/text/useFormat.ts';
import { useText } from '../../../kit/text/useText.ts';
import type { DraftItem } from '../editor/draftReducer.ts';
import { useItemName } from '../editor/useItemName.ts';
import { sharesOf, type Share } from './shares.ts';

interface SharesPanelProps {
  items: readonly DraftItem[];
  shuffle: Playlist['shuffle'];
}

/** What part of the loop each kind has, and each thing that plays. */
export function SharesPanel({ items, shuffle }: SharesPanelProps) {
  const text = useText('playlists');
  const nameOf = useItemName();
  const { kinds, contents } = useMemo(() => sharesOf(items, shuffle), [items, shuffle]);
  return (
    <details className="mt-3 border border-line bg-surface">
      <summary className="flex min-h-12 items-center gap-2 px-4 font-semibold focus-visible:-outline-offset-3">
        <ChevronDown size={18} aria-hidden className="in-[details:not([open])]:-rotate-90" />
        {text('shares.title')}
      </summary>
      <ShareTable
        caption={text('shares.byKind')}
        rows={kinds.map(row => ({ ...row, name: text(`shares.kinds.${row.key}`) }))}
      />
      <ShareTable
        caption={text('shares.byContent')}
        rows={contents.map(row => ({ ...row, name: nameOf(row.item) }))}
      />
    </details>
  );
}

const CELL = 'pl-4 text-right whitespace-nowrap';
/** A phone has room for the time and the share. */
const WIDE = 'hidden sm:table-cell';

interface ShareTableProps {
  caption: string;
  rows: readonly (Share<string> & { name: string })[];
}
function ShareTable({ caption, rows }: ShareTableProps) {
  const text = useText('playlists');
  const format = useFormat();
  return (
    <div className="overflow-x-auto px-4 pb-4" tabIndex={0} role="group" aria-label={caption}>
      <table className="w-full border-collapse text-left">
        <caption className="py-2 text-left font-semibold">{caption}</caption>
        <thead>
          <tr className="border-b border-line text-12 text-ink-2">
            <th scope="col" className="h-9 font-semibold">
              {text('shares.name')}
            </th>
            {(['plays', 'seconds', 'share'] as const).map(column => (
              <th
                key={column}
                scope="col"
                className={clsx(CELL, 'font-semibold', column === 'plays' && WIDE)}
              >
                {text(`shares.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, name, plays, ms, share }) => (
            <tr key={key} className="border-b border-line">
              <th scope="row" className="max-w-40 truncate py-2 font-normal sm:max-w-64" title={name}>
                {name}
              </th>
              <td className={clsx(CELL, WIDE, 'font-mono')}>{format.number(plays)}</td>
              <td className={clsx(CELL, 'font-mono')}>{format.seconds(ms)}</td>
              <td className={clsx(CELL, 'font-mono')}>{format.percent(share)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
