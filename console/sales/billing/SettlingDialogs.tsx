/** A payment that has come in, and a credit note of what is left. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { systemClock } from '../../../shared/clock.ts';
import { creditBody } from '../../../shared/contract/sales/billing/creditNote.ts';
import { invoices, type Invoice } from '../../../shared/contract/sales/billing/invoice.ts';
import {
  PAYMENT_METHODS,
  paymentCreate,
  type payments,
} from '../../../shared/contract/sales/billing/payment.ts';
import type { Body } from '../../../shared/contract/wire/endpoint.ts';
import { read } from '../../../shared/net/queries.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { isoDate } from '../../../shared/i18n/format.ts';
import * as z from 'zod/mini';
import type { DialogProps } from '../../kit/resource/defineResource.ts';
import type { Form } from '../../kit/resource/form.ts';
import { FormPanel } from '../../kit/screens/form/FormPanel.tsx';
import { useFormat, useZone } from '../../kit/text/useFormat.ts';
import { Dialog } from '../../kit/ui/overlays/Dialog.tsx';
import { creditOf, paymentOf } from '../money/moneyWrites.ts';
import UnsentMoney from '../money/UnsentMoney.tsx';
import { useMoney } from '../money/useMoney.ts';
import { invoiceLabel } from './states.ts';

const paymentForm = z.omit(paymentCreate, { invoice_id: true });

export function PaymentDialog({ row, close }: DialogProps<Invoice>) {
  const { t } = useTranslation(['invoicePaper', 'unsentMoney']);
  const format = useFormat();
  const tz = useZone();
  const sendMoney = useMoney();
  const name = invoiceLabel(row);
  const form: Form<Invoice> = {
    schema: paymentForm,
    fields: [
      { name: 'amount_minor', input: { as: 'money', currency: row.currency } },
      { name: 'method', input: { as: 'select', options: PAYMENT_METHODS } },
      { name: 'paid_on', input: { as: 'date' } },
      { name: 'reference', input: { as: 'text' }, hint: true },
    ],
  };
  return (
    <Dialog
      title={t('pay.title', { name })}
      text={t('pay.text', { amount: format.money(row.left_minor, row.currency) })}
      close={close}
    >
      <UnsentMoney of={row.id} paths={[invoices.list.path]} />
      <FormPanel
        resource="invoicePaper"
        draft={`invoices/${row.id}/pay`}
        form={form}
        isNew
        initial={{
          ...{ amount_minor: row.left_minor, method: 'bank', reference: '' },
          paid_on: isoDate(systemClock.now(), tz),
        }}
        submitLabel={t('pay.submit')}
        submit={async values => {
          const body = { ...values, invoice_id: row.id } as Body<typeof payments.create>;
          const amount = format.money(body.amount_minor, row.currency);
          const label = t('unsentMoney:payment', { amount, name });
          await sendMoney(paymentOf(body), { label, done: t('pay.done', { name }) });
          return close;
        }}
        cancel={close}
      />
    </Dialog>
  );
}

export function CreditDialog({ row, close }: DialogProps<Invoice>) {
  const { t } = useTranslation(['invoicePaper', 'unsentMoney']);
  const format = useFormat();
  const sendMoney = useMoney();
  const { client } = useAuth();
  const { data } = useQuery(read(client, invoices.read, { params: { id: row.id } }));
  const most = data?.creditable.map(({ tax_pct, net_minor }) =>
    t('credit.atRate', { amount: format.money(net_minor, row.currency), pct: format.number(tax_pct) }),
  );
  const name = invoiceLabel(row);
  const form: Form<Invoice> = {
    schema: creditBody,
    fields: [
      { name: 'reason', input: { as: 'text' } },
      {
        name: 'lines',
        input: {
          as: 'rows',
          of: 'line',
          blank: { tax_pct: row.lines[0]?.tax_pct ?? 0 },
          fields: [
            { name: 'text', input: { as: 'text' } },
            { name: 'net_minor', input: { as: 'money', currency: row.currency } },
            { name: 'tax_pct', input: { as: 'percent', scale: 'percent' } },
          ],
        },
      },
    ],
  };
  return (
    <Dialog
      title={t('credit.title', { name })}
      {...(most && { text: t('credit.text', { amounts: most.join(' / ') }) })}
      close={close}
    >
      <UnsentMoney of={row.id} paths={[invoices.list.path]} />
      <FormPanel
        resource="invoicePaper"
        draft={`invoices/${row.id}/credit`}
        form={form}
        initial={{ reason: '', lines: [] }}
        submitLabel={t('credit.submit')}
        submit={async values => {
          const body = values as Body<typeof invoices.actionEndpoints.credit>;
          const label = t('unsentMoney:credit', { name });
          await sendMoney(creditOf(row.id, body), { label, done: t('credit.done', { name }) });
          return close;
        }}
        cancel={close}
      />
    </Dialog>
  );
}
