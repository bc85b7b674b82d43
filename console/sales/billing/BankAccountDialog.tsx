/** The account that the tenant's invoices ask to be paid to. */
import { useQuery } from '@tanstack/react-query';
import {
  changeSellerAccount,
  readSellerAccount,
} from '../../../shared/contract/sales/billing/bankAccount.ts';
import { payoutAccountBody } from '../../../shared/contract/sales/payout.ts';
import type { Answer, Body } from '../../../shared/contract/wire/endpoint.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useText } from '../../kit/text/useText.ts';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';

const FORM = {
  schema: payoutAccountBody,
  fields: [
    { name: 'holder', input: { as: 'text' } as const },
    { name: 'number', input: { as: 'text' } as const },
    { name: 'bank', input: { as: 'text' } as const, hint: true },
  ],
};
const SKELETON_ROWS = 3;

export default function BankAccountDialog({ close }: { close: () => void }) {
  const text = useText('invoices');
  const { client } = useAuth();
  const answer = useQuery(read(client, readSellerAccount, {}));
  return (
    <Dialog title={text('bankAccount.title')} text={text('bankAccount.text')} close={close}>
      {answer.data ? (
        <AccountForm account={answer.data} close={close} />
      ) : answer.isError ? (
        <ErrorPanel error={answer.error} />
      ) : (
        <Skeleton rows={SKELETON_ROWS} />
      )}
    </Dialog>
  );
}

interface AccountFormProps {
  account: Answer<typeof readSellerAccount>;
  close: () => void;
}
function AccountForm({ account, close }: AccountFormProps) {
  const text = useText('invoices');
  const save = useSave();
  const toast = useToast();
  const { holder, number, bank, version } = account;
  return (
    <FormPanel
      resource="invoicePaper"
      draft="invoices/bankAccount"
      form={FORM}
      initial={{ holder: holder ?? '', number: number ?? '', bank: bank ?? '' }}
      submitLabel={text('bankAccount.save')}
      isNew
      submit={async values => {
        const body = values as Body<typeof changeSellerAccount>;
        await save(client => client.call(changeSellerAccount, { body, version }));
        toast({ tone: 'ok', title: text('bankAccount.saved') });
        return close;
      }}
      cancel={close}
    />
  );
}
