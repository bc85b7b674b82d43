/** What becomes of a dispute; whoever accepts it credits it in the same step. */
import { DECISIONS, decideBody, disputes, type Dispute } from '../../../shared/contract/sales/dispute.ts';
import type { BodyInput } from '../../../shared/contract/wire/endpoint.ts';
import type { DialogProps } from '../../kit/resource/defineResource.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useText } from '../../kit/text/useText.ts';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';

const { decide } = disputes.actionEndpoints;

export function DecideDialog({ row, close }: DialogProps<Dispute>) {
  const text = useText('disputes');
  const format = useFormat();
  const save = useSave();
  const toast = useToast();
  const amount = format.money(row.claimed_minor, row.currency);
  const plays = format.number(row.claimed_plays ?? 0);
  const what = text(
    row.by_plays ? 'decide.plays' : row.scope === 'partner' ? 'decide.partner' : 'decide.invoice',
    { amount, plays },
  );
  return (
    <Dialog title={text('ask.decide.title', { name: row.subject })} text={what} close={close}>
      <FormPanel
        resource="disputes"
        draft={`disputes/${row.id}/decide`}
        form={{
          schema: decideBody,
          fields: [
            { name: 'decision', input: { as: 'select', options: DECISIONS } },
            {
              name: 'credit_minor',
              input: { as: 'money', currency: row.currency, nullable: true },
              hint: true,
              when: { field: 'decision', is: ['accepted', 'partly'] },
            },
            { name: 'reason', input: { as: 'area' }, hint: true },
          ],
        }}
        isNew
        initial={{ decision: 'accepted', credit_minor: null, reason: '' }}
        submitLabel={text('actions.decide')}
        submit={async values => {
          const body = values as BodyInput<typeof decide>;
          await save(client => client.call(decide, { params: { id: row.id }, body }));
          toast({ tone: 'ok', title: text('done.decide', { name: row.subject }) });
          return close;
        }}
        cancel={close}
      />
    </Dialog>
  );
}
