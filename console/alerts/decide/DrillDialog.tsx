import { useState } from 'react';
import { Link } from 'wouter';
import { alerts, TEST_TAG, type Alert, type AlertTarget } from '../../../shared/contract/alerts/alert.ts';
import { PATHS } from '../../app/paths.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';
import { useReach } from '../compose/ReachBox.tsx';

const testScreens = (row: Alert): AlertTarget => ({
  ...{ mode: 'tags', tags: [TEST_TAG], areas: [], geocodes: [], device_ids: [], buffer_m: 0 },
  exclude_device_ids: row.target.exclude_device_ids,
});

/** A drill goes to test screens alone: how many there are is seen first, and how to have one where there is none. */
export function DrillDialog({ row, close }: { row: Alert; close: () => void }) {
  const text = useText('alerts');
  const format = useFormat();
  const save = useSave();
  const toast = useToast();
  const reach = useReach(testScreens(row));
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const count = reach.data?.named;
  const start = () => {
    setBusy(true);
    setFailure(null);
    save(client => client.call(alerts.actionEndpoints.test, { params: { id: row.id }, body: {} })).then(
      () => {
        toast({ tone: 'ok', title: text('done.test', { name: row.name }) });
        close();
      },
      (error: unknown) => {
        setFailure(error);
        setBusy(false);
      },
    );
  };
  return (
    <Dialog title={text('ask.test.title', { name: row.name })} text={text('ask.test.text')} close={close}>
      <div className="flex flex-col gap-3">
        {reach.isError && <ErrorPanel error={reach.error} retry={() => void reach.refetch()} />}
        {reach.isPending && <Skeleton rows={1} />}
        {count === 0 && (
          <Notice tone="warn" title={text('ask.test.none')}>
            {text('ask.test.howTo')}
          </Notice>
        )}
        {count !== undefined && count > 0 && (
          <p>{text('ask.test.screens', { count, shown: format.number(count) })}</p>
        )}
        <p>
          <Link href={`${PATHS.devices}?q=${TEST_TAG}`} className="underline">
            {text('ask.test.link')}
          </Link>
        </p>
        {failure !== null && <ErrorPanel error={failure} />}
      </div>
      <div className="flex flex-wrap justify-end gap-2 pt-4">
        <Button variant="outline" onClick={close}>
          {text('actions.notYet')}
        </Button>
        <Button busy={busy} disabled={count === undefined || count === 0} onClick={start}>
          {text('actions.test')}
        </Button>
      </div>
    </Dialog>
  );
}
