import { Suspense } from 'react';
import { useLocation } from 'wouter';
import { CONTENT_KINDS } from '../../../shared/contract/content/contentKinds.ts';
import { PATHS } from '../../app/paths.ts';
import { useListState } from '../../kit/screens/list/useListState.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { PageTabs } from '../../kit/ui/controls/PageTabs.tsx';
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
    <>
      <PageTabs
        label={text('kinds')}
        tabs={links.map(({ name, href }) => ({ href, label: text(`presets.${name}`) }))}
      >
        {canAccess('content', 'W') && path !== PATHS.feeds && (
          <Button variant="quiet" onClick={() => setImport('1')}>
            {text('actions.import')}
          </Button>
        )}
      </PageTabs>
      <Suspense>
        {params.get('import') !== null && (
          <ImportDialog
            kind={CONTENT_KINDS.find(kind => pathOfKind(kind) === path)}
            close={() => setImport('')}
          />
        )}
      </Suspense>
    </>
  );
}
