/** The invoice as its customer reads it, with what has come in for it below. */
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'wouter';
import {
  invoices,
  invoiceXml,
  type Invoice,
  type InvoiceDetail,
} from '../../../shared/contract/sales/billing/invoice.ts';
import { instant } from '../../../shared/clock.ts';
import { read } from '../../../shared/net/queries.ts';
import { PATHS } from '../../app/paths.ts';
import { useAuth } from '../../app/session/auth.tsx';
import { Drawn, PrintButton } from '../../kit/print/PrintButton.tsx';
import { useFormat, useNow } from '../../kit/text/useFormat.ts';
import { Notice } from '../../kit/ui/display/Notice.tsx';
import { ErrorPanel, Skeleton } from '../../kit/ui/display/placeholders.tsx';
import UnsentMoney from '../money/UnsentMoney.tsx';
import { InvoicePaper } from './InvoicePaper.tsx';
import { StatementPaper } from './StatementPaper.tsx';
import { Settled } from './Settled.tsx';
import { missingOf } from './states.ts';
import { useFailed, XmlButton } from './XmlButton.tsx';

const SKELETON_ROWS = 8;

/** Slices of Noto Sans SC: read only where a name or a line is Chinese. */
function useChineseType(invoice: InvoiceDetail): void {
  const { customer_name, customer_address, note, lines, seller, seller_address } = invoice;
  const { holder = '', bank = '' } = seller.bank_account ?? {};
  const texts = [customer_name, customer_address, note, seller.name, seller_address, holder, bank];
  const isChinese = [...texts, ...lines.map(line => line.text)].some(one => /\p{Script=Han}/u.test(one));
  useEffect(() => {
    if (isChinese) void import('@fontsource-variable/noto-sans-sc/index.css');
  }, [isChinese]);
}

export function InvoicePanel({ row }: { row: Invoice }) {
  const { client } = useAuth();
  const answer = useQuery(read(client, invoices.read, { params: { id: row.id } }));
  if (answer.isLoadingError)
    return <ErrorPanel error={answer.error} retry={() => void answer.refetch()} busy={answer.isFetching} />;
  if (!answer.data) return <Skeleton rows={SKELETON_ROWS} />;
  return <Loaded invoice={answer.data} />;
}

function Loaded({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTranslation('invoicePaper');
  useChineseType(invoice);
  const missing = missingOf(invoice);
  return (
    <>
      {invoice.is_disputed && (
        <div className="mb-4 print:hidden">
          <Notice tone="danger" title={t('inDispute.title')}>
            <Link href={`${PATHS.disputes}?invoice_id=${invoice.id}`} className="link">
              {t('inDispute.show')}
            </Link>
          </Notice>
        </div>
      )}
      {missing.length > 0 && invoice.state !== 'void' && (
        <div className="mb-4 print:hidden">
          <Notice tone="warn" title={t('missing.title')}>
            <ul className="list-disc pl-5">
              {missing.map(what => (
                <li key={what}>{t(`missing.${what}`)}</li>
              ))}
            </ul>
          </Notice>
        </div>
      )}
      <div className="mb-4 flex flex-wrap gap-2 print:hidden">
        <PrintButton
          label={t('print')}
          name={invoice.number === null ? t('draft') : t('title', { number: invoice.number })}
          prints={paper => (
            <Drawn {...paper}>
              <InvoicePaper invoice={invoice} />
            </Drawn>
          )}
        />
        {invoice.number !== null && <StatementButton invoice={invoice} />}
        {invoice.number !== null && invoice.state !== 'void' && missing.length === 0 && (
          <XmlButton
            label={t('xml')}
            number={invoice.number}
            fetchXml={client => client.call(invoiceXml, { params: { id: invoice.id } })}
          />
        )}
      </div>
      <UnsentMoney of={invoice.id} paths={[invoices.list.path]} />
      <InvoicePaper invoice={invoice} />
      <Settled invoice={invoice} />
    </>
  );
}

function StatementButton({ invoice }: { invoice: InvoiceDetail }) {
  const { t } = useTranslation('invoicePaper');
  const failed = useFailed();
  const format = useFormat(invoice.seller.tz);
  const today = format.date(instant(useNow()));
  return (
    <PrintButton
      label={t('statement.print')}
      name={t('statement.file', { name: invoice.customer_name, date: today })}
      prints={props => <StatementPaper invoice={invoice} {...props} />}
      link="statement"
      onFailed={failed}
    />
  );
}
