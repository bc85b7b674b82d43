import { useState } from 'react';
import { revealAccount, type Payout } from '../../../shared/contract/sales/payout.ts';
import type { Answer } from '../../../shared/contract/wire/endpoint.ts';
import type { DialogProps } from '../../kit/resource/defineResource.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { ErrorPanel } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useSave } from '../../kit/useSave.ts';

type Account = Answer<typeof revealAccount>;
const PARTS = ['holder', 'number', 'bank'] as const;

/** The whole account, for whoever makes the transfer: it is asked for each time, and nothing keeps it. */
export default function AccountDialog({ row, close }: DialogProps<Payout>) {
  const text = useText('payouts');
  const save = useSave();
  const [account, setAccount] = useState<Account | null>(null);
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const reveal = () => {
    setBusy(true);
    setFailure(null);
    save(client => client.call(revealAccount, { params: { id: row.id } })).then(
      setAccount,
      (error: unknown) => {
        setFailure(error);
        setBusy(false);
      },
    );
  };
  return (
    <Dialog title={text('account.title', { name: row.owner_name })} text={text('account.text')} close={close}>
      {failure !== null && <ErrorPanel error={failure} />}
      {account && (
        <dl className="grid grid-cols-[auto_1fr] gap-x-4 gap-y-2 py-2">
          {PARTS.filter(part => account[part] !== '').map(part => (
            <div key={part} className="contents">
              <dt className="text-ink-2">{text(`account.${part}`)}</dt>
              <dd className="font-mono break-all">{account[part]}</dd>
            </div>
          ))}
        </dl>
      )}
      <div className="flex flex-wrap justify-end gap-2 pt-4">
        <Button variant="outline" onClick={close}>
          {text('account.close')}
        </Button>
        {!account && (
          <Button busy={busy} onClick={reveal}>
            {text('actions.account')}
          </Button>
        )}
      </div>
    </Dialog>
  );
}
