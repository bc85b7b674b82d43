/** Who asks whom, side by side, as on each paper of an invoice. */
import { useTranslation } from 'react-i18next';
import { codeLabel } from '../../kit/fields/inputs/codes/codes.ts';
import { useFormat } from '../../kit/text/useFormat.ts';
import type { InvoiceDetail } from '../../../shared/contract/sales/billing/invoice.ts';

interface PartyProps {
  label: string;
  name: string;
  address: string;
  country: string | null;
  taxId: string | null;
}
function Party({ label, name, address, country, taxId }: PartyProps) {
  const { t } = useTranslation('invoicePaper');
  const { locale } = useFormat();
  return (
    <section aria-label={label}>
      <h4 className="text-13 text-ink-2">{label}</h4>
      <p className="font-semibold">{name}</p>
      {address !== '' && <p className="whitespace-pre-line">{address}</p>}
      {country !== null && <p>{codeLabel('country', country, locale)}</p>}
      {taxId !== null && <p className="text-13 text-ink-2">{t('taxId', { id: taxId })}</p>}
    </section>
  );
}

export function Parties({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTranslation('invoicePaper');
  const { seller } = invoice;
  return (
    <div className="grid gap-6 sm:grid-cols-2 print:grid-cols-2">
      <Party
        label={t('from')}
        name={seller.name}
        address={invoice.seller_address}
        country={seller.country}
        taxId={seller.tax_id}
      />
      <Party
        label={t('to')}
        name={invoice.customer_name}
        address={invoice.customer_address}
        country={invoice.customer_country}
        taxId={invoice.customer_tax_id}
      />
    </div>
  );
}

export interface PaperFact {
  name: string;
  value: string | null;
  isStrong?: boolean;
}
/** What is not there is left out. */
export const PaperFacts = ({ facts }: { facts: readonly PaperFact[] }) => (
  <dl className="grid grid-cols-[max-content_1fr] gap-x-4 gap-y-1">
    {facts
      .filter(({ value }) => value)
      .map(({ name, value }) => (
        <div key={name} className="contents">
          <dt className="text-ink-2">{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
  </dl>
);
export const PaperTotals = ({ rows }: { rows: readonly PaperFact[] }) => (
  <dl className="mt-4 ml-auto grid max-w-[340px] grid-cols-[1fr_max-content] gap-x-6 gap-y-1">
    {rows.map(({ name, value, isStrong = false }) => (
      <div key={name} className="contents">
        <dt className={isStrong ? 'font-semibold' : 'text-ink-2'}>{name}</dt>
        <dd className={`text-right font-mono ${isStrong ? 'font-semibold' : ''}`}>{value}</dd>
      </div>
    ))}
  </dl>
);
