import { Suspense, useState } from 'react';
import { FileDown } from 'lucide-react';
import { useLocation } from 'wouter';
import { alertsAtom } from '../../../shared/contract/alerts/alertCalls.ts';
import { PATHS } from '../../app/paths.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { useListState } from '../../kit/screens/list/useListState.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { PageTabs } from '../../kit/ui/controls/PageTabs.tsx';
import { useCanAccess } from '../../kit/useSave.ts';
import { OfflineNotice } from './OfflineNotice.tsx';

const ImportDialog = lazyWithRetry(async () => ({
  default: (await import('./ImportDialog.tsx')).ImportDialog,
}));

/** Alerts, where they come from and what codes of places stand for; and documents in and out. */
export function AlertsHead() {
  const text = useText('alerts');
  const [path] = useLocation();
  const { client } = useAuth();
  const canAccess = useCanAccess();
  const { params, change } = useListState([]);
  const [failure, setFailure] = useState<unknown>(null);
  const setImport = (value: string) => change({ import: value }, value === '' ? 'replace' : 'push');
  const saveFeed = () =>
    client
      .call(alertsAtom, {})
      .then(async answer => {
        const { downloadFile } = await import('../../kit/export/files.ts');
        downloadFile(await answer.blob(), 'alerts.atom.xml');
      })
      .then(() => setFailure(null), setFailure);
  return (
    <>
      <OfflineNotice />
      <PageTabs
        label={text('tabs.label')}
        tabs={[
          { href: PATHS.alerts, label: text('tabs.alerts') },
          ...(canAccess('alerts', 'A')
            ? [
                { href: PATHS.alertFeeds, label: text('tabs.feeds') },
                { href: PATHS.alertGeocodes, label: text('tabs.geocodes') },
              ]
            : []),
        ]}
      >
        {path === PATHS.alerts && (
          <span className="flex flex-wrap">
            {canAccess('alerts', 'W') && (
              <Button variant="quiet" onClick={() => setImport('1')}>
                {text('actions.import')}
              </Button>
            )}
            <Button variant="quiet" icon={<FileDown size={18} aria-hidden />} onClick={() => void saveFeed()}>
              {text('files.atom')}
            </Button>
          </span>
        )}
      </PageTabs>
      {failure !== null && <ErrorPanel error={failure} />}
      <Suspense>{params.get('import') !== null && <ImportDialog close={() => setImport('')} />}</Suspense>
    </>
  );
}
