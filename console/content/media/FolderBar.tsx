import { Folder as FolderIcon, FolderPen } from 'lucide-react';
import { Suspense, useState } from 'react';
import { Link } from 'wouter';
import { NO_FOLDER } from '../../../shared/contract/content/library/mediaLibrary.ts';
import { PATHS } from '../../app/paths.ts';
import { withChanges } from '../../kit/screens/list/listState.ts';
import { useListState } from '../../kit/screens/list/useListState.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useCanAccess } from '../../kit/useSave.ts';
import { RenameFolderDialog } from './dialogs.ts';
import { foldersIn, nameOf, pathTo } from './folders.ts';
import { useFolders } from './useFolders.ts';

const FOLDER_CLASS =
  'inline-flex min-h-12 max-w-60 items-center gap-2 border border-line bg-surface px-3 hover:bg-neutral-tint';

/** Where one is in the library, and the folders in it. The folder stands in the address, like every filter. */
export function FolderBar() {
  const text = useText('media');
  const format = useFormat();
  const canAccess = useCanAccess();
  const { params, change } = useListState([]);
  const [isRenaming, setRenaming] = useState(false);
  const { data } = useFolders();
  const current = params.get('folder') ?? '';
  const to = (folder: string) => `${PATHS.media}?${withChanges(params, { folder }).toString()}`;
  const inside = foldersIn(current, data?.folders ?? []);
  const hasLoose = current === '' && inside.length > 0 && (data?.loose ?? 0) > 0;
  if (!data || (data.folders.length === 0 && current === '')) return null;
  const crumbs = [
    { path: '', name: text('folders.all') },
    ...(current === NO_FOLDER ? [{ path: NO_FOLDER, name: text('folders.none') }] : []),
    ...pathTo(current).map(path => ({ path, name: nameOf(path) })),
  ];
  return (
    <nav aria-label={text('folders.title')} className="mb-4">
      <div className="flex flex-wrap items-center gap-x-1">
        <ol className="flex flex-wrap items-center">
          {crumbs.map(({ path, name }, n) => (
            <li key={path} className="flex items-center">
              {n > 0 && (
                <span aria-hidden className="text-ink-3">
                  /
                </span>
              )}
              <Link
                href={to(path)}
                aria-current={path === current ? 'page' : undefined}
                className="inline-flex min-h-12 items-center px-2 text-ink-2 hover:text-ink hover:underline aria-[current]:font-semibold aria-[current]:text-ink"
              >
                {name}
              </Link>
            </li>
          ))}
        </ol>
        {pathTo(current).length > 0 && canAccess('creatives', 'W') && (
          <Button
            variant="quiet"
            icon={<FolderPen size={18} aria-hidden />}
            onClick={() => setRenaming(true)}
          >
            {text('folders.rename')}
          </Button>
        )}
      </div>
      <ul className="flex flex-wrap gap-2 empty:hidden">
        {inside.map(({ path, files }) => (
          <li key={path}>
            <Link href={to(path)} className={FOLDER_CLASS} title={path}>
              <FolderIcon size={18} aria-hidden className="shrink-0 text-ink-3" />
              <span className="truncate">{nameOf(path)}</span>
              <span className="font-mono text-13 text-ink-2">{format.number(files)}</span>
            </Link>
          </li>
        ))}
        {hasLoose && (
          <li>
            <Link href={to(NO_FOLDER)} className={FOLDER_CLASS}>
              <span className="truncate">{text('folders.none')}</span>
              <span className="font-mono text-13 text-ink-2">{format.number(data.loose)}</span>
            </Link>
          </li>
        )}
      </ul>
      {isRenaming && (
        <Suspense>
          <RenameFolderDialog
            folder={current}
            close={moved => {
              setRenaming(false);
              if (moved !== undefined) change({ folder: moved });
            }}
          />
        </Suspense>
      )}
    </nav>
  );
}
