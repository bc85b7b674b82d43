import * as z from 'zod/mini';
import { earnings, type Earning } from '../../../shared/contract/sales/earning.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import type { DialogProps } from '../../kit/resource/defineResource.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useText } from '../../kit/text/useText.ts';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';
import { earningLabel } from './earningLabel.ts';

const { adjust } = earnings.actionEndpoints;

/** An amount of the currency of its row, which is why it has a dialog of its own. */
export default function AdjustDialog({ row, close }: DialogProps<Earning>) {
  const text = useText('earnings');
  const save = useSave();
  const toast = useToast();
  const name = earningLabel(row);
  return (
    <Dialog title={text('ask.adjust.title', { name })} text={text('ask.adjust.text')} close={close}>
      <FormPanel
        resource="earnings"
        form={{
          schema: z.strictObject(adjust.body!.shape),
          fields: [
            { name: 'amount_minor', input: { as: 'money', currency: row.currency }, hint: true },
            { name: 'reason', input: { as: 'area' } },
          ],
        }}
        initial={{ amount_minor: undefined, reason: '' }}
        submitLabel={text('actions.adjust')}
        submit={async values => {
          const body = values as Body<typeof adjust>;
          await save(client => client.call(adjust, { params: { id: row.id }, body }));
          toast({ tone: 'ok', title: text('done.adjust', { name }) });
          return close;
        }}
        cancel={close}
      />
    </Dialog>
  );
}
