/** Payments and credit notes of an invoice; one that was recorded wrongly is removed. */
import { useTranslation } from 'react-i18next';
import { useState } from 'react';
import { Trash2 } from 'lucide-react';
import type { CreditNote } from '../../../shared/contract/sales/billing/creditNote.ts';
import { creditNoteXml, type InvoiceDetail } from '../../../shared/contract/sales/billing/invoice.ts';
import { payments, type Payment } from '../../../shared/contract/sales/billing/payment.ts';
import { Drawn, PrintButton } from '../../kit/print/PrintButton.tsx';
import { useFormat } from '../../kit/text/useFormat.ts';
import { useProblemText } from '../../kit/text/problemText.ts';
import { IconButton } from '../../kit/ui/controls/Button.tsx';
import { useToast } from '../../kit/ui/toasts/useToasts.ts';
import { useCanAccess, useSave } from '../../kit/useSave.ts';
import { CreditNotePaper } from './CreditNotePaper.tsx';
import { isUnpaid, missingOf } from './states.ts';
import { XmlButton } from './XmlButton.tsx';

export function Settled({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTranslation('invoicePaper');
  const format = useFormat();
  const canAccess = useCanAccess();
  const { payments: paid, credit_notes, currency } = invoice;
  if (paid.length === 0 && credit_notes.length === 0) return null;
  const isComplete = missingOf(invoice).length === 0;
  const canRemove = isUnpaid(invoice) && canAccess('billing', 'A');
  return (
    <section aria-label={t('settled')} className="mt-6">
      <h3 className="mb-2 font-semibold">{t('settled')}</h3>
      <ul className="border-t border-line">
        {paid.map(one => (
          <li key={one.id} className="flex min-h-12 flex-wrap items-center gap-x-4 border-b border-line">
            <span className="font-mono">{format.money(one.amount_minor, currency)}</span>
            <span>{t(`methods.${one.method}`)}</span>
            <span className="text-ink-2">{format.day(one.paid_on)}</span>
            <span className="min-w-0 flex-1 truncate text-ink-2">{one.reference}</span>
            {canRemove && <RemoveButton payment={one} />}
          </li>
        ))}
        {credit_notes.map(one => (
          <li key={one.id} className="flex min-h-12 flex-wrap items-center gap-x-4 border-b border-line">
            <span className="font-mono">{format.money(one.total_minor, currency)}</span>
            <span>{t('creditNote', { number: one.number })}</span>
            <span className="text-ink-2">{format.date(one.created_at)}</span>
            <CreditedPlays lines={one.lines} />
            <span className="min-w-0 flex-1 text-ink-2">{one.reason}</span>
            <PrintButton
              label={t('printCredit')}
              name={t('creditNote', { number: one.number })}
              prints={paper => (
                <Drawn {...paper}>
                  <CreditNotePaper invoice={invoice} note={one} />
                </Drawn>
              )}
              link={one.number}
            />
            {isComplete && (
              <XmlButton
                label={t('xmlCredit')}
                number={one.number}
                fetchXml={client =>
                  client.call(creditNoteXml, { params: { id: invoice.id, note_id: one.id } })
                }
              />
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Where it credits plays one by one. */
function CreditedPlays({ lines }: Pick<CreditNote, 'lines'>) {
  const { t } = useTranslation('invoicePaper');
  const format = useFormat();
  const count = lines.reduce((sum, { plays = 0 }) => sum + plays, 0);
  return count === 0 ? null : <span>{t('creditedPlays', { count, shown: format.number(count) })}</span>;
}

function RemoveButton({ payment: { id, version } }: { payment: Payment }) {
  const { t } = useTranslation('invoicePaper');
  const save = useSave();
  const toast = useToast();
  const problemText = useProblemText();
  const [busy, setBusy] = useState(false);
  const remove = async () => {
    setBusy(true);
    try {
      await save(client => client.call(payments.remove, { params: { id }, version }));
      toast({
        tone: 'ok',
        title: t('removed'),
        action: {
          ...{ label: t('undo'), altText: t('undoElsewhere') },
          run: () => void save(client => client.call(payments.restore, { params: { id }, body: {} })),
        },
      });
    } catch (error) {
      setBusy(false);
      toast({ tone: 'danger', title: problemText(error) });
    }
  };
  return (
    <IconButton label={t('remove')} disabled={busy} onClick={() => void remove()}>
      <Trash2 size={18} aria-hidden />
    </IconButton>
  );
}
