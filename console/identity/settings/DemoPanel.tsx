import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { readDemo, removeDemo, type DemoRows } from '../../../shared/contract/identity/demo.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { Confirm } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useCanAccess, useSave } from '../../kit/useSave.ts';

const COUNTED = [
  'screens',
  'plays',
  'playlists',
  'creatives',
  'people',
] as const satisfies (keyof DemoRows)[];
const SKELETON_ROWS = 3;

/** What the demo brought along, and the way to be rid of it. */
export function DemoPanel() {
  const text = useText('settings');
  const { client } = useAuth();
  const canAccess = useCanAccess();
  const answer = useQuery(read(client, readDemo, {}));
  const [isConfirming, setConfirming] = useState(false);
  if (answer.isPending) return <Skeleton rows={SKELETON_ROWS} />;
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  const found = answer.data;
  if (COUNTED.every(name => found[name] === 0)) return <p>{text('demo.none')}</p>;
  return (
    <div className="max-w-[640px]">
      <Counts found={found} />
      {found.is_demo_user && <Notice tone="info">{text('demo.ownUser')}</Notice>}
      {!found.is_demo_user && canAccess('settings', 'W') && (
        <Button variant="danger" onClick={() => setConfirming(true)}>
          {text('demo.remove')}
        </Button>
      )}
      {isConfirming && <RemoveDemo close={() => setConfirming(false)} />}
    </div>
  );
}

function Counts({ found }: { found: DemoRows }) {
  const text = useText('settings');
  const format = useFormat();
  return (
    <dl className="mb-6 grid grid-cols-[1fr_auto] border-t-2 border-ink">
      {COUNTED.map(name => (
        <div key={name} className="col-span-2 grid grid-cols-subgrid border-b border-line px-1 py-2">
          <dt className="text-ink-2">{text(`demo.${name}`)}</dt>
          <dd className="text-right tabular-nums">{format.number(found[name])}</dd>
        </div>
      ))}
    </dl>
  );
}

/** Not kept for later without a link: what stands in the dialog is what goes. */
function RemoveDemo({ close }: { close: () => void }) {
  const text = useText('settings');
  const save = useSave();
  const toast = useToast();
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<unknown>(null);
  const remove = async () => {
    setBusy(true);
    try {
      await save(client => client.call(removeDemo, {}));
      toast({ tone: 'ok', title: text('demo.removed') });
      close();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <Confirm
      title={text('demo.confirm')}
      text={text('demo.confirmText')}
      close={close}
      action={
        <>
          {failure !== null && <ErrorPanel error={failure} />}
          <Button variant="danger" busy={busy} onClick={() => void remove()}>
            {text('demo.remove')}
          </Button>
        </>
      }
    />
  );
}
