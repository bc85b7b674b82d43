import {
  changePayoutAccount,
  payoutAccountBody,
  type PayoutAccount,
} from '../../shared/contract/sales/payout.ts';
import type { Body } from '../../shared/contract/wire/endpoint.ts';
import { FormPanel } from '../kit/screens/form/FormPanel.tsx';
import { useText } from '../kit/text/useText.ts';
import { Dialog } from '../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../kit/ui/toasts/useToasts.ts';
import { useSave } from '../kit/useSave.ts';

export interface AccountFormProps {
  account: PayoutAccount;
  close: () => void;
}
/** The number is typed anew each time: nobody is shown the one that is there. */
export default function AccountForm({ account, close }: AccountFormProps) {
  const text = useText('ownerEarnings');
  const save = useSave();
  const toast = useToast();
  return (
    <Dialog title={text('account.title')} text={text('account.text')} close={close}>
      <FormPanel
        resource="ownerEarnings"
        form={{
          schema: payoutAccountBody,
          fields: [
            { name: 'holder', input: { as: 'text' } },
            { name: 'number', input: { as: 'text' }, hint: true },
            { name: 'bank', input: { as: 'text' }, hint: true },
          ],
        }}
        initial={{ holder: account.holder ?? '', number: '', bank: account.bank ?? '' }}
        submitLabel={text('account.save')}
        submit={async values => {
          const body = values as Body<typeof changePayoutAccount>;
          await save(client => client.call(changePayoutAccount, { body, version: account.version }));
          toast({ tone: 'ok', title: text('account.saved') });
          return close;
        }}
        cancel={close}
      />
    </Dialog>
  );
}
