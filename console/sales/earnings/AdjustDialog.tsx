import { useTranslation } from 'react-i18next';
import * as z from 'zod/mini';
import { earnings, type Earning } from '../../../shared/contract/sales/earning.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import type { DialogProps } from '../../kit/resource/defineResource.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useText } from '../../kit/text/useText.ts';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { adjustmentOf } from '../money/moneyWrites.ts';
import UnsentMoney from '../money/UnsentMoney.tsx';
import { useMoney } from '../money/useMoney.ts';
import { earningLabel } from './earningLabel.ts';

const { adjust } = earnings.actionEndpoints;

/** An amount of the currency of its row, which is why it has a dialog of its own. */
export default function AdjustDialog({ row, close }: DialogProps<Earning>) {
  const text = useText('earnings');
  const { t } = useTranslation('unsentMoney');
  const format = useFormat();
  const sendMoney = useMoney();
  const name = earningLabel(row);
  return (
    <Dialog title={text('ask.adjust.title', { name })} text={text('ask.adjust.text')} close={close}>
      <UnsentMoney of={row.id} paths={[earnings.list.path]} />
      <FormPanel
        resource="earnings"
        draft={`earnings/${row.id}/adjust`}
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
          const label = t('adjustment', { amount: format.money(body.amount_minor, row.currency), name });
          await sendMoney(adjustmentOf(row.id, body), { label, done: text('done.adjust', { name }) });
          return close;
        }}
        cancel={close}
      />
    </Dialog>
  );
}
