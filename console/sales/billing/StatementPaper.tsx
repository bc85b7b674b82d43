/** A customer's statement of account: each invoice that was sent to it in one currency, and what is left of it. */
import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { instant } from '../../../shared/clock.ts';
import {
  invoices,
  type Invoice,
  type InvoiceDetail,
} from '../../../shared/contract/sales/billing/invoice.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { PaperTable } from '../../kit/print/PaperTable.tsx';
import { useDrawn, type PaperProps } from '../../kit/print/PrintButton.tsx';
import { useFormat, useNow } from '../../kit/text/useFormat.ts';
import { PaperFacts, PaperTotals, Parties } from './Parties.tsx';

const PAGE = 100;
const SENT = 'open,overdue,paid';

export function StatementPaper({ invoice, ...paper }: PaperProps & { invoice: InvoiceDetail }) {
  const { t } = useTranslation('invoicePaper');
  const { client } = useAuth();
  const format = useFormat(invoice.seller.tz);
  const now = useNow();
  const { customer_name, currency } = invoice;
  const answer = useQuery({
    queryKey: ['statement', customer_name, currency],
    gcTime: 0,
    async queryFn() {
      /** Whoever writes its name in another case means the same customer, here as in drafting. */
      const isOfCustomer = (row: Invoice) => row.customer_name.toLowerCase() === customer_name.toLowerCase();
      const all: Invoice[] = [];
      for (;;) {
        const query = {
          q: customer_name,
          currency,
          status: SENT,
          sort: 'number',
          limit: PAGE,
          offset: all.length,
        };
        const { items, total } = await client.call(invoices.list, { query });
        all.push(...items);
        if (items.length === 0 || all.length >= total) return all.filter(isOfCustomer);
      }
    },
  });
  const { data, error } = answer;
  useDrawn(paper, data !== undefined, error);
  if (!data) return null;
  const money = (minor: number) => format.money(minor, currency);
  const sum = (rows: readonly Invoice[], of: (row: Invoice) => number) =>
    rows.reduce((total, row) => total + of(row), 0);
  const columns = [
    (row: Invoice) => row.total_minor,
    (row: Invoice) => row.paid_minor,
    (row: Invoice) => row.credited_minor,
    (row: Invoice) => row.left_minor,
  ];
  const overdue = data.filter(row => row.state === 'overdue');
  return (
    <article className="flex flex-col gap-6">
      <h1 className="text-20">{t('statement.title')}</h1>
      <Parties invoice={invoice} />
      <PaperFacts
        facts={[
          { name: t('statement.asOf'), value: format.date(instant(now)) },
          { name: t('statement.currency'), value: currency },
        ]}
      />
      <div>
        <PaperTable
          heads={[
            ...[t('statement.invoice'), t('issued'), t('due'), t('total')],
            ...[t('paid'), t('credited'), t('left')],
          ]}
          texts={3}
          rows={data.map(row => [
            row.number,
            row.sent_at && format.date(row.sent_at),
            row.due_at && format.date(row.due_at),
            ...columns.map(of => money(of(row))),
          ])}
          foot={[t('statement.sum'), '', '', ...columns.map(of => money(sum(data, of)))]}
        />
        <PaperTotals
          rows={[
            { name: t('statement.overdue'), value: money(sum(overdue, row => row.left_minor)) },
            { name: t('left'), value: money(sum(data, row => row.left_minor)), isStrong: true },
          ]}
        />
      </div>
    </article>
  );
}
