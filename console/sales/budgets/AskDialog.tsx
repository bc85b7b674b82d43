import type * as z from 'zod/mini';
import { budgetRequests, type ownBudget } from '../../../shared/contract/sales/budgetRequest.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { useCurrentUser } from '../../app/session/useCurrentUser.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useText } from '../../kit/text/useText.ts';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useSave } from '../../kit/useSave.ts';

const { create } = budgetRequests;
export interface AskProps {
  /** None: the tenant’s, or one that is made for it. */
  budget?: Pick<z.infer<typeof ownBudget>, 'id' | 'name' | 'currency'>;
  close: () => void;
}

/** An amount in the currency of the budget, which is why it has a dialog of its own. */
export default function AskDialog({ budget, close }: AskProps) {
  const text = useText('budgetRequests');
  const save = useSave();
  const toast = useToast();
  const actor = useCurrentUser();
  const currency = budget?.currency ?? actor.currency ?? 'EUR';
  return (
    <Dialog
      title={budget ? text('dialog.of', { name: budget.name }) : text('actions.new')}
      text={text('dialog.text')}
      close={close}
    >
      <FormPanel
        resource="budgetRequests"
        draft={`budgetRequests/new ${budget?.id ?? ''}`}
        form={{
          schema: create.body!,
          fields: [
            { name: 'amount_minor', input: { as: 'money', currency } },
            { name: 'reason', input: { as: 'area' }, hint: true },
          ],
        }}
        initial={{ budget_id: budget?.id ?? null, amount_minor: undefined, reason: '' }}
        submitLabel={text('actions.send')}
        submit={async values => {
          const body = values as Body<typeof create>;
          await save(client => client.call(create, { body }));
          toast({ tone: 'ok', title: text('done.send') });
          return close;
        }}
        cancel={close}
      />
    </Dialog>
  );
}
