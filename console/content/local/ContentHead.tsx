import { Suspense } from 'react';
import { Link, useLocation } from 'wouter';
import { CONTENT_KINDS } from '../../../shared/contract/content/contentKinds.ts';
import { PATHS } from '../../app/paths.ts';
import { useListState } from '../../kit/screens/list/useListState.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { useCanAccess } from '../../kit/useSave.ts';
import { ImportDialog } from './lazy.ts';
import { pathOfKind } from './pages.ts';

/** From one kind to the next, to all of them and to the feeds; and what brings in many at once. */
export function ContentHead() {
  const text = useText('localContent');
  const [path] = useLocation();
  const canAccess = useCanAccess();
  const { params, change } = useListState([]);
  const links = [
    { name: 'all', href: PATHS.content },
    ...CONTENT_KINDS.map(kind => ({ name: kind, href: pathOfKind(kind) })),
    { name: 'feeds', href: PATHS.feeds },
  ];
  const setImport = (value: string) => change({ import: value }, value === '' ? 'replace' : 'push');
  return (
    <div className="mb-4 flex flex-wrap items-center justify-between gap-x-4 border-b border-line">
      <nav aria-label={text('kinds')} className="min-w-0">
        <ul className="flex overflow-x-auto">
          {links.map(({ name, href }) => (
            <li key={name}>
              <Link
                href={href}
                aria-current={path === href ? 'page' : undefined}
                className="inline-flex min-h-12 items-center border-b-2 border-transparent px-3 whitespace-nowrap text-ink-2 hover:text-ink aria-[current]:border-ink aria-[current]:font-semibold aria-[current]:text-ink"
              >
                {text(`presets.${name}`)}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      {canAccess('content', 'W') && path !== PATHS.feeds && (
        <Button variant="quiet" onClick={() => setImport('1')}>
          {text('actions.import')}
        </Button>
      )}
      <Suspense>
        {params.get('import') !== null && (
          <ImportDialog
            kind={CONTENT_KINDS.find(kind => pathOfKind(kind) === path)}
            close={() => setImport('')}
          />
        )}
      </Suspense>
    </div>
  );
}
