import { useTranslation } from 'react-i18next';
import { budgets, type Budget } from '../../../shared/contract/sales/budget.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import type { DialogProps } from '../../kit/resource/defineResource.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useText } from '../../kit/text/useText.ts';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { transferOf } from '../money/moneyWrites.ts';
import UnsentMoney from '../money/UnsentMoney.tsx';
import { useMoney } from '../money/useMoney.ts';

const { transfer } = budgets.actionEndpoints;
const budgetRelation = async () => (await import('../../../shared/contract/sales/budget.ts')).budgets;

/** An amount of the currency of its row, which is why it has a dialog of its own. */
export default function TransferDialog({ row, close }: DialogProps<Budget>) {
  const text = useText('budgets');
  const { t } = useTranslation('unsentMoney');
  const format = useFormat();
  const sendMoney = useMoney();
  const { name } = row;
  return (
    <Dialog title={text('ask.transfer.title', { name })} text={text('ask.transfer.text')} close={close}>
      <UnsentMoney of={row.id} paths={[budgets.list.path]} />
      <FormPanel
        resource="budgets"
        draft={`budgets/${row.id}/transfer`}
        form={{
          schema: transfer.body!,
          fields: [
            { name: 'to_id', input: { as: 'pick', of: budgetRelation } },
            { name: 'amount_minor', input: { as: 'money', currency: row.currency } },
          ],
        }}
        initial={{ to_id: '', amount_minor: undefined }}
        submitLabel={text('actions.transfer')}
        submit={async values => {
          const body = values as Body<typeof transfer>;
          const label = t('transfer', { amount: format.money(body.amount_minor, row.currency), name });
          await sendMoney(transferOf(row.id, body), { label, done: text('done.transfer', { name }) });
          return close;
        }}
        cancel={close}
      />
    </Dialog>
  );
}
