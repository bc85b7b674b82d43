/** A credit note on paper: what is taken off which invoice, and why. */
import { useTranslation } from 'react-i18next';
import type { CreditNote } from '../../../shared/contract/sales/billing/creditNote.ts';
import type { InvoiceDetail } from '../../../shared/contract/sales/billing/invoice.ts';
import { PaperTable } from '../../kit/print/PaperTable.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { PaperFacts, PaperTotals, Parties } from './Parties.tsx';

export function CreditNotePaper({ invoice, note }: { invoice: InvoiceDetail; note: CreditNote }) {
  const { t } = useTranslation('invoicePaper');
  const format = useFormat(invoice.seller.tz);
  const money = (minor: number) => format.money(minor, invoice.currency);
  const pct = (value: number) => t('line.pct', { pct: format.number(value) });
  const rates = [...new Set(note.lines.map(line => line.tax_pct))].sort((a, b) => b - a);
  const taxOf = (rate: number) =>
    note.lines.filter(line => line.tax_pct === rate).reduce((sum, line) => sum + line.tax_minor, 0);
  return (
    <article className="flex flex-col gap-6">
      <h1 className="text-20">{t('creditNote', { number: note.number })}</h1>
      <Parties invoice={invoice} />
      <PaperFacts
        facts={[
          { name: t('issued'), value: format.date(note.created_at) },
          { name: t('corrects'), value: invoice.number },
          { name: t('invoiceIssued'), value: invoice.sent_at && format.date(invoice.sent_at) },
          { name: t('reference'), value: invoice.reference },
          { name: t('fields.reason'), value: note.reason },
        ]}
      />
      <div>
        <PaperTable
          heads={[t('line.text'), t('line.tax'), t('line.net')]}
          rows={note.lines.map(line => [line.text, pct(line.tax_pct), money(line.net_minor)])}
        />
        <PaperTotals
          rows={[
            { name: t('subtotal'), value: money(note.subtotal_minor) },
            ...rates.map(rate => ({
              name: t('taxOf', { pct: format.number(rate) }),
              value: money(taxOf(rate)),
            })),
            { name: t('creditTotal'), value: money(note.total_minor), isStrong: true },
          ]}
        />
      </div>
    </article>
  );
}
