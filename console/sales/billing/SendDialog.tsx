/** Sends a draft: it names what is missing on it, and where that is set, before it becomes final. */
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'wouter';
import {
  invoices,
  type Invoice,
  type InvoiceDetail,
} from '../../../shared/contract/sales/billing/invoice.ts';
import { read } from '../../../shared/net/queries.ts';
import { PATHS } from '../../app/paths.ts';
import { useAuth } from '../../app/session/auth.tsx';
import type { DialogProps } from '../../kit/resource/defineResource.ts';
import { useText } from '../../kit/text/useText.ts';
import { Button } from '../../kit/ui/controls/Button.tsx';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useRefetchOnConflict, useSave } from '../../kit/useSave.ts';
import BankAccountDialog from './BankAccountDialog.tsx';
import { invoiceLabel, unsetOf } from './states.ts';

const SKELETON_ROWS = 2;

export function SendDialog({ row, close }: DialogProps<Invoice>) {
  const text = useText('invoices');
  const { client } = useAuth();
  const answer = useQuery(read(client, invoices.read, { params: { id: row.id } }));
  const [isNamingAccount, setNamingAccount] = useState(false);
  if (isNamingAccount) return <BankAccountDialog close={() => setNamingAccount(false)} />;
  return (
    <Dialog
      title={text('ask.send.title', { name: invoiceLabel(row) })}
      text={text('ask.send.text')}
      close={close}
    >
      {answer.data ? (
        <Sending invoice={answer.data} close={close} nameAccount={() => setNamingAccount(true)} />
      ) : answer.isError ? (
        <ErrorPanel error={answer.error} />
      ) : (
        <Skeleton rows={SKELETON_ROWS} />
      )}
    </Dialog>
  );
}

interface SendingProps {
  invoice: InvoiceDetail;
  close: () => void;
  nameAccount: () => void;
}
function Sending({ invoice, close, nameAccount }: SendingProps) {
  const text = useText('invoices');
  const save = useSave();
  const toast = useToast();
  const refetchOnConflict = useRefetchOnConflict();
  const [failure, setFailure] = useState<unknown>(null);
  const [busy, setBusy] = useState(false);
  const { id, version } = invoice;
  const unset = unsetOf(invoice);
  const call = invoices.actionEndpoints.send;
  const send = async () => {
    setBusy(true);
    setFailure(null);
    try {
      await refetchOnConflict(
        call,
        save(client => client.call(call, { params: { id }, body: {}, version })),
      );
      toast({ tone: 'ok', title: text('done.send', { name: invoiceLabel(invoice) }) });
      close();
    } catch (error) {
      setFailure(error);
      setBusy(false);
    }
  };
  return (
    <>
      {unset.length > 0 && (
        <Notice tone="warn" title={text('unset.title')}>
          <ul className="list-disc pl-5">
            {unset.map(what => (
              <li key={what}>
                {text(`unset.${what}`)} <SetIt what={what} id={id} close={close} nameAccount={nameAccount} />
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {failure !== null && <ErrorPanel error={failure} />}
      <div className="flex flex-wrap justify-end gap-2 pt-4">
        <Button variant="outline" onClick={close}>
          {text('unset.cancel')}
        </Button>
        <Button busy={busy} onClick={() => void send()}>
          {text(unset.length > 0 ? 'unset.sendAnyway' : 'actions.send')}
        </Button>
      </div>
    </>
  );
}

interface SetItProps extends Omit<SendingProps, 'invoice'> {
  what: ReturnType<typeof unsetOf>[number];
  id: string;
}
function SetIt({ what, id, close, nameAccount }: SetItProps) {
  const text = useText('invoices');
  if (what === 'sellerAccount')
    return (
      <button type="button" className="link" onClick={nameAccount}>
        {text('unset.setAccount')}
      </button>
    );
  const [href, label] =
    what === 'customerEmail'
      ? [`${PATHS.billing}?id=${id}`, text('unset.setEmail')]
      : [PATHS.settings, text('unset.setTaxId')];
  return (
    <Link href={href} className="link" onClick={close}>
      {label}
    </Link>
  );
}
