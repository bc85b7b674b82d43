/** Above the partners: the mock in one click where there is none, and the switch that stops all. */
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { killSwitch, partners, setUpMock } from '../../../shared/contract/programmatic/partner.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { lazyWithRetry } from '../../kit/lazyPage.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useCanAccess, useSave } from '../../kit/useSave.ts';

const KillSwitchDialog = lazyWithRetry(() => import('./KillSwitchDialog.tsx'));

const MOCKS = { kind: 'mock' };

export function PartnersHead() {
  const canAccess = useCanAccess();
  const text = useText('programmaticPartners');
  const [isOpen, setOpen] = useState(false);
  const { area, level } = killSwitch.access;
  return (
    <div className="mb-5 flex flex-col gap-4">
      {canAccess('programmatic', 'W') && <MockOffer />}
      {canAccess(area, level) && (
        <div className="flex flex-wrap items-center justify-end gap-3">
          <Button variant="outline" onClick={() => setOpen(true)}>
            {text('kill.open')}
          </Button>
        </div>
      )}
      {isOpen && (
        <Suspense>
          <KillSwitchDialog close={() => setOpen(false)} />
        </Suspense>
      )}
    </div>
  );
}

function MockOffer() {
  const text = useText('programmaticPartners');
  const { client } = useAuth();
  const save = useSave();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const answer = useQuery(read(client, partners.list, { query: { ...MOCKS, limit: 1 } }));
  if (!answer.data || answer.data.total > 0) return null;
  const setUp = async () => {
    setBusy(true);
    setFailure(null);
    try {
      const body = { name: text('mock.name'), model_name: text('mock.model') };
      const { name } = await save(c => c.call(setUpMock, { body }));
      toast({ tone: 'ok', title: text('mock.done', { name }) });
    } catch (error) {
      setFailure(error);
    }
    setBusy(false);
  };
  return (
    <Notice tone="info" title={text('mock.title')}>
      <p className="pb-3">{text('mock.text')}</p>
      {failure !== null && <ErrorPanel error={failure} />}
      <Button variant="outline" busy={busy} onClick={() => void setUp()}>
        {text('mock.action')}
      </Button>
    </Notice>
  );
}
