/** An invoice on paper: who asks whom for what, and until when. */
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import { instant } from '../../../shared/clock.ts';
import type { InvoiceDetail } from '../../../shared/contract/sales/billing/invoice.ts';
import type { InvoiceLine } from '../../../shared/contract/sales/billing/invoiceLine.ts';
import type { BankAccount } from '../../../shared/contract/sales/billing/bankAccount.ts';
import type { Format } from '../../../shared/i18n/format.ts';
import { isIban } from '../../../shared/sales/iban.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import { playsPath } from '../playsPath.ts';
import { PaperFacts, PaperTotals, Parties } from './Parties.tsx';

export function InvoicePaper({ invoice }: { invoice: InvoiceDetail }) {
  const format = useFormat(invoice.seller.tz);
  return (
    <article className="rounded-panel border border-line bg-surface p-5 print:border-0 print:p-0">
      <Head invoice={invoice} format={format} />
      <Lines invoice={invoice} format={format} />
      <Totals invoice={invoice} format={format} />
      <Foot invoice={invoice} format={format} />
    </article>
  );
}
interface PartProps {
  invoice: InvoiceDetail;
  format: Format;
}

function Head({ invoice, format }: PartProps) {
  const { t } = useTranslation('invoicePaper');
  const { number, sent_at, due_at, state, period_from, period_to, reference } = invoice;
  return (
    <header className="flex flex-col gap-6">
      <div className="flex flex-wrap items-start justify-between gap-4">
        <h3 className="text-20">{number === null ? t('draft') : t('title', { number })}</h3>
        {state === 'void' && <p className="font-semibold text-danger uppercase">{t('void')}</p>}
      </div>
      <Parties invoice={invoice} />
      <PaperFacts
        facts={[
          { name: t('issued'), value: sent_at && format.date(sent_at) },
          { name: t('due'), value: due_at && format.date(due_at) },
          { name: t('period'), value: `${format.day(period_from)} – ${format.day(period_to)}` },
          { name: t('reference'), value: reference },
        ]}
      />
    </header>
  );
}

const END = 'py-2 pl-3 text-right align-top font-mono whitespace-nowrap';
function Lines({ invoice, format }: PartProps) {
  const { t } = useTranslation('invoicePaper');
  const { lines, currency } = invoice;
  if (lines.length === 0) return <p className="mt-6 text-ink-2">{t('noLines')}</p>;
  return (
    <div role="group" className="mt-6 overflow-x-auto">
      <table className="w-full text-left">
        <thead className="border-b border-ink text-13 text-ink-2">
          <tr>
            <th scope="col" className="py-2">
              {t('line.text')}
            </th>
            {(['qty', 'unit', 'tax', 'net'] as const).map(column => (
              <th key={column} scope="col" className="py-2 pl-3 text-right">
                {t(`line.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(line => (
            <tr key={line.id} className="border-b border-line">
              <td className="py-2 align-top">
                {line.text}
                <Evidence line={line} format={format} />
              </td>
              <td className={END}>{format.number(line.qty)}</td>
              <td className={END}>
                {line.unit_minor === null
                  ? t('line.perThousand', { price: format.micros(line.price_micros ?? 0, currency) })
                  : format.money(line.unit_minor, currency)}
              </td>
              <td className={END}>{t('line.pct', { pct: format.number(line.tax_pct) })}</td>
              <td className={END}>{format.money(line.net_minor, currency)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** Of counted lines their time, which leads to each single play. */
function Evidence({ line, format }: { line: InvoiceLine; format: Format }) {
  const { t } = useTranslation('invoicePaper');
  const { kind, evidence } = line;
  if (!evidence?.campaign_id || !evidence.from || !evidence.to) return null;
  const { campaign_id, from, to } = evidence;
  const last = instant(Date.parse(to) - 1);
  return (
    <span className="block text-13 text-ink-2">
      {t(kind === 'late_plays' ? 'line.late' : 'line.plays', {
        from: format.date(from),
        to: format.date(last),
      })}{' '}
      <Link href={playsPath({ campaign_id, from, to })} className="link print:hidden">
        {t('line.evidence')}
      </Link>
    </span>
  );
}

function Totals({ invoice, format }: PartProps) {
  const { t } = useTranslation('invoicePaper');
  const { currency, lines, state } = invoice;
  const money = (minor: number) => format.money(minor, currency);
  const rates = [...new Set(lines.map(line => line.tax_pct))].sort((a, b) => b - a);
  const taxOf = (pct: number) =>
    lines.filter(line => line.tax_pct === pct).reduce((sum, line) => sum + line.tax_minor, 0);
  const left = { name: t('left'), value: money(invoice.left_minor), isStrong: true };
  return (
    <PaperTotals
      rows={[
        { name: t('subtotal'), value: money(invoice.subtotal_minor) },
        ...rates.map(pct => ({ name: t('taxOf', { pct: format.number(pct) }), value: money(taxOf(pct)) })),
        { name: t('total'), value: money(invoice.total_minor), isStrong: true },
        ...(invoice.paid_minor > 0 ? [{ name: t('paid'), value: money(-invoice.paid_minor) }] : []),
        ...(invoice.credited_minor > 0
          ? [{ name: t('credited'), value: money(-invoice.credited_minor) }]
          : []),
        ...(state === 'draft' ? [] : [left]),
      ]}
    />
  );
}

function Foot({ invoice: { note, due_at, number, left_minor, currency, seller }, format }: PartProps) {
  const { t } = useTranslation('invoicePaper');
  return (
    <footer className="mt-6 flex flex-col gap-2">
      {note !== '' && <p className="whitespace-pre-line">{note}</p>}
      {due_at !== null && left_minor > 0 && (
        <p>
          {t('please', { amount: format.money(left_minor, currency), when: format.date(due_at), number })}
        </p>
      )}
      {seller.bank_account !== null && left_minor > 0 && <Account account={seller.bank_account} />}
    </footer>
  );
}

/** An IBAN is read in groups of four; another number stays as it is. */
const grouped = (number: string) => (isIban(number) ? (number.match(/.{1,4}/g) ?? []).join(' ') : number);
function Account({ account: { holder, number, bank } }: { account: BankAccount }) {
  const { t } = useTranslation('invoicePaper');
  return (
    <section aria-label={t('account.title')}>
      <h4 className="text-13 text-ink-2">{t('account.title')}</h4>
      <PaperFacts
        facts={[
          { name: t('account.holder'), value: holder },
          { name: t(isIban(number) ? 'account.iban' : 'account.number'), value: grouped(number) },
          { name: t('account.bank'), value: bank },
        ]}
      />
    </section>
  );
}
